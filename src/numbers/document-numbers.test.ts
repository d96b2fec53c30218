// Which texts a number of a series may contain, held to the numbers themselves.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayBeInNumber } from './document-numbers.ts';
import { assertNone } from '../../test/support/assert-each.ts';

const LAST = 123;
const number = (n: number): string => `PED-${String(n).padStart(10, '0')}`;
const NUMBERS = Array.from({ length: LAST }, (_, at) => number(at + 1));
const isIn = (text: string): boolean => NUMBERS.some((one) => one.includes(text.toUpperCase()));

/** Every part of every number up to a little behind the last, and each with a sign that is none of it. */
function texts(): Set<string> {
  const parts = new Set<string>();
  for (const whole of [...NUMBERS, ...[124, 130, 200, 1230, 9_999_999_999].map(number)])
    for (let from = 0; from < whole.length; from += 1)
      for (let to = from + 1; to <= whole.length; to += 1) parts.add(whole.slice(from, to));
  return new Set(
    [...parts].flatMap((part) => [part, part.toLowerCase(), `${part}X`, `-${part}`, `${part}-`, `7${part}`]),
  );
}

test('a text is looked for in numbers where one of them contains it, and only there', () => {
  // The zeros of a number that no series gives.
  const asked = [...texts()].filter((text) => !text.endsWith('0'.repeat(10)));
  assert.ok(asked.some(isIn) && asked.some((text) => !isIn(text)));
  assertNone(asked, (text) => mayBeInNumber(text, number(LAST)) !== isIn(text));
});

test('of numbers in another form, and of letters that have more than one case, nothing is known', () => {
  for (const last of ['FAC-A563185', 'FAC-489434', 'F0000000001', '']) assert.ok(mayBeInNumber('x9z', last), last);
  for (const text of ['ñ9', '\u212A9', 'ı']) assert.ok(mayBeInNumber(text, number(LAST)), text);
});
