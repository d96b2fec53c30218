// Every attack that has a number has a test that cites it.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { assertNone } from '../support/assert-each.ts';

const ROOT = join(import.meta.dirname, '../..');
const NUMBERS = Array.from({ length: 55 }, (_, index) => index + 1);

/** `test('A12: …'`, `t.test(`F41, A20: …` and `describe("A34: …"`. */
const NAME = /\b(?:test|describe)\(\s*(['"`])(?<numbers>(?:[ADFP]\d+(?:, )?)+): /g;

function cited(text: string): number[] {
  return [...text.matchAll(NAME)].flatMap(({ groups }) =>
    [...groups!['numbers']!.matchAll(/\bA(\d+)\b/g)].map(([, number]) => Number(number)),
  );
}

test('each attack is cited by the name of a test', () => {
  const files = globSync('{src,kits,test,simulator}/**/*.test.ts', { cwd: ROOT });
  const found = new Set(files.flatMap((file) => cited(readFileSync(join(ROOT, file), 'utf8'))));
  assertNone(NUMBERS, (number) => !found.has(number));
  assertNone([...found], (number) => !NUMBERS.includes(number), 'there is no such attack');
});

test('a number is cited where a test’s name begins with it', () => {
  assert.deepEqual(
    cited(`test('A1, A2: x', () => {}); t.test(\`F3, A4: \${y}\`); test("A5 is no citation"); // A6: x`),
    [1, 2, 4],
  );
});
