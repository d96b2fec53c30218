import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foreignAmount, isCurrency, isDollar } from './export.ts';

const ROWS = [
  ['100', '0.92', '92'],
  ['33.33', '0.9215', '30.71'],
  ['0.01', '0.5', '0.01'],
  ['107', '19.8734', '2126.45'],
  ['1234567.89', '4.1', '5061728.35'],
] as const;

for (const [total, exchangeRate, amount] of ROWS) {
  test(`${total} at ${exchangeRate} is ${amount}`, () => {
    assert.equal(foreignAmount({ exchangeRate }, total), amount);
  });
}

test('dollars have no rate, and so no other amount', () => {
  assert.deepEqual(['USD', 'EUR'].map(isDollar), [true, false]);
  assert.equal(foreignAmount({ exchangeRate: null }, '100'), null);
});

test('a currency is three capitals', () => {
  assert.deepEqual(['EUR', 'eur', 'EU', 'EURO', 'E1R'].map(isCurrency), [true, false, false, false, false]);
});
