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
  ['typed with a comma for the point', readDecimal('12,5'), '12.5'],
  ['typed with thousands', readDecimal('1,234.50'), '1234.5'],
  ['a comma before three digits parts thousands', readDecimal('1,234'), '1234'],
  ['no number', readDecimal('12a'), undefined],
  ['nothing typed', readDecimal(' '), undefined],
];

for (const [what, is, shouldBe] of ROWS) {
  test(`decimal: ${what}`, () => assert.equal(is, shouldBe));
}
