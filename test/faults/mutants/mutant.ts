// One wrong change of the code, and the code as it is with it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Mutant {
  name: string;
  /** Under src. */
  file: string;
  /** Stands there exactly once. */
  from: string;
  to: string;
  /** Make of PAC that its runs are about, as `--pac` has it; left out: chance has no say in it. */
  of?: string;
  /** Test that kills it where no life of the campaign does: a path from test/. */
  story?: string;
}

const SRC = join(import.meta.dirname, '../../../src');

export const pathOf = ({ file }: Pick<Mutant, 'file'>): string => join(SRC, file);

export function mutated(mutant: Mutant, text: string = readFileSync(pathOf(mutant), 'utf8')): string {
  const { name, file, from, to } = mutant;
  const [before, after, ...more] = text.split(from);
  if (after === undefined || more.length > 0) {
    throw new Error(`what ${name} changes stands ${after === undefined ? 'nowhere' : 'more than once'} in src/${file}`);
  }
  return before + to + after;
}
