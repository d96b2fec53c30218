import assert from 'node:assert/strict';
import { test } from 'node:test';
import { METHODS, PAYING_METHODS, PAYMENT_METHODS } from './payment-methods.ts';

test('each method has a key of its own, which is no part of an amount, and a name', () => {
  const keys = METHODS.map((method) => PAYMENT_METHODS[method].key);
  assert.equal(new Set(keys).size, 13);
  for (const key of keys) assert.match(key, /^[A-Z]$/);
  assert.equal(new Set(METHODS.map((method) => PAYMENT_METHODS[method].es)).size, 13);
});

test('every method but the term pays a debt, and cash alone gives change', () => {
  assert.deepEqual(
    METHODS.filter((method) => !PAYING_METHODS.includes(method)),
    ['CREDIT'],
  );
  const cash = METHODS.filter((method) => 'kind' in PAYMENT_METHODS[method] && PAYMENT_METHODS[method].code === '02');
  assert.deepEqual(cash, ['CASH']);
});
