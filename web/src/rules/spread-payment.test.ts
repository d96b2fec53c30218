// One payment over several invoices.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { owedOf, spreadPayment } from './spread-payment.ts';

const owed = [
  { id: 'a', number: 'FAC-1', balance: '10.10' },
  { id: 'b', number: 'FAC-2', balance: '20' },
  { id: 'c', number: 'FAC-3', balance: '5' },
];
const shares = (amount: string, of = owed) =>
  spreadPayment(amount, of).map(({ id, amount: share }) => `${id} ${share}`);

test('the oldest is paid first, and the last of it in part', () => {
  assert.deepEqual(shares('10.1'), ['a 10.10']);
  assert.deepEqual(shares('12.1'), ['a 10.10', 'b 2']);
  assert.deepEqual(shares('35.1'), ['a 10.10', 'b 20', 'c 5']);
});

test('what is more than all of it stands on the last one', () => {
  assert.deepEqual(shares('40.1'), ['a 10.10', 'b 20', 'c 10']);
  assert.deepEqual(shares('7', owed.slice(2)), ['c 7']);
  assert.deepEqual(shares('7', []), []);
  assert.equal(owedOf(owed), '35.1');
});
