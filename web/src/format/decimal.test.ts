// Typed numbers, in the ways in which they are written: a row per way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDecimal } from './decimal.ts';

const TYPED: [string, string | undefined][] = [
  ['12', '12'],
  ['12.5', '12.5'],
  ['12,5', '12.5'],
  ['.5', '0.5'],
  ['-3', '-3'],
  ['−3,5', '-3.5'],
  ['1,234', '1234'],
  ['1.234', '1.234'],
  ['0,123', '0.123'],
  ['1,2345', '1.2345'],
  ['1,234.50', '1234.5'],
  ['1.234,50', '1234.5'],
  ['1 234,50', '1234.5'],
  ['1\u00a0234.50', '1234.5'],
  ['1\u202f234\u202f567,8', '1234567.8'],
  ["1'234.50", '1234.5'],
  ['1,234,567', '1234567'],
  ['1.234.567', '1234567'],
  ['1.234.567,89', '1234567.89'],
  [' 7 ', '7'],
  ['B/. 3.00', '3'],
  ['B/.\u00a01,234.50', '1234.5'],
  ['−B/. 3,5', '-3.5'],
  ['+B/. 12.00', '12'],
  ['$ 5', '5'],
  ['-$1,234.50', '-1234.5'],
  ['USD 5.25', '5.25'],
  ['US$5', '5'],
  ['EUR 5', undefined],
  ['- 3', undefined],
  ['(5)', undefined],
  ['B/.', undefined],
  ['$', undefined],
  ['B/. B/. 3', undefined],
  ['12,345,6', undefined],
  ['1,2,3', undefined],
  ['1.2.3', undefined],
  ['1,234,50', undefined],
  ['1.234.50', undefined],
  ['1,234.567.890', undefined],
  ['1 2', undefined],
  ['12 34', undefined],
  ['1,23.45', undefined],
  ['5.', undefined],
  ['--5', undefined],
  ['-', undefined],
  ['12a', undefined],
  ['1e3', undefined],
  ['NaN', undefined],
  [' ', undefined],
];

for (const [typed, read] of TYPED) {
  test(`decimal: ${JSON.stringify(typed)} is read as ${read ?? 'no number'}`, () =>
    assert.equal(readDecimal(typed), read));
}
