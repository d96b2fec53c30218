// Every fault that has a number has a test that cites it.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { assertNone } from '../support/assert-each.ts';

const ROOT = join(import.meta.dirname, '../..');
const NUMBERS = [...range(1, 73), 75, ...range(80, 88), 90];

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** `test('F12: …'` and `test(`F1, F6: …`. */
const NAME = /\btest\(\s*(['"`])(?<name>(?:F\d+|P\d+)[^\n]*?)\1/g;

test('each fault scenario is cited by the name of a test', () => {
  const cited = new Set<number>();
  for (const file of globSync('test/**/*.test.ts', { cwd: ROOT })) {
    for (const { groups } of readFileSync(join(ROOT, file), 'utf8').matchAll(NAME)) {
      const [numbers = ''] = groups!['name']!.split(':');
      for (const [, number] of numbers.matchAll(/\bF(\d+)\b/g)) cited.add(Number(number));
    }
  }
  assertNone(NUMBERS, (number) => !cited.has(number));
});
