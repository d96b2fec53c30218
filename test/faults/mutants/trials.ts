// Which mutants have been tried, and what came of it: kept in a file, so that trials can be stopped at any moment and continued.
import { openKept } from '../kept-state.ts';
import type { Mutant } from './mutant.ts';
import type { Tried } from './try.ts';
import { verdictOf } from './verdict.ts';

interface Trials {
  /** The next that has no verdict; undefined when all have one. */
  take(): Mutant | undefined;
  tried(mutant: Mutant, found: Tried): void;
  /** Trials of the requested mutants. */
  results(): Map<string, Tried>;
}

export function openTrials(
  asked: { commit: string; seed: string; most: string },
  mutants: readonly Mutant[],
  file?: string,
): Trials {
  const { state, keep } = openKept<{ found: Record<string, Tried> }>(file, asked, { found: {} });
  const resultOf = (name: string): Tried => state.found[name] ?? { runs: 0, objection: null };
  const waiting = mutants.filter(({ name }) => verdictOf(resultOf(name)) === 'NO VERDICT');
  return {
    take: () => waiting.shift(),
    tried(mutant, found) {
      state.found[mutant.name] = found;
      keep();
    },
    results: () => new Map(mutants.map(({ name }) => [name, resultOf(name)])),
  };
}
