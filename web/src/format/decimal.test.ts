// Exact arithmetic: a row per rule.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add, compare, multiply, readDecimal, round, subtract } from './decimal.ts';

const ROWS: [string, unknown, unknown][] = [
  ['0.1 + 0.2', add('0.1', '0.2'), '0.3'],
  ['a sum without trailing zeros', add('1.50', '1.5'), '3'],
  ['below zero', subtract('0', '0.05'), '-0.05'],
  ['nothing is nothing, without a sign', subtract('-0.5', '-0.5'), '0'],
  ['price times quantity', multiply('12.345', '3'), '37.035'],
  ['far beyond a JS number', multiply('9007199254740993', '3'), '27021597764222979'],
  ['half away from zero', round('0.125', 2), '0.13'],
  ['half away from zero, below it', round('-0.125', 2), '-0.13'],
  ['less than half', round('0.1249', 2), '0.12'],
  ['10 is more than 9', compare('10', '9'), 1],
  ['1.0 is 1', compare('1.0', '1'), 0],
];

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

for (const [what, is, shouldBe] of ROWS) {
  test(`decimal: ${what}`, () => assert.equal(is, shouldBe));
}

for (const [typed, read] of TYPED) {
  test(`decimal: ${JSON.stringify(typed)} is read as ${read ?? 'no number'}`, () =>
    assert.equal(readDecimal(typed), read));
}
