import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertLines, awaitsGoods, isOutstanding, statusAfterReceipt } from './purchase-order.ts';

const lines = (...pairs: [quantity: string, received: string][]) =>
  pairs.map(([quantity, quantity_received]) => ({ quantity, quantity_received }));

const ROWS = [
  ['nothing has come', lines(['5', '0'], ['2', '0']), 'OPEN'],
  ['a part of one line has come', lines(['5', '1'], ['2', '0']), 'PARTIALLY_RECEIVED'],
  ['one line of two is complete', lines(['5', '5'], ['2', '0']), 'PARTIALLY_RECEIVED'],
  ['more than ordered on one line does not make up for another', lines(['5', '7'], ['2', '0']), 'PARTIALLY_RECEIVED'],
  ['everything has come', lines(['5', '5'], ['2', '2.0']), 'RECEIVED'],
  ['more than everything has come', lines(['5', '6'], ['2', '2']), 'RECEIVED'],
  ['all but a fraction has come', lines(['5', '4.999999']), 'PARTIALLY_RECEIVED'],
] as const;

for (const [what, given, status] of ROWS) {
  test(`${what}: ${status}`, () => {
    assert.equal(statusAfterReceipt(given), status);
  });
}

test('what came beyond the order is not outstanding', () => {
  assert.equal(isOutstanding({ quantity: '5', quantity_received: '4' }), true);
  assert.equal(isOutstanding({ quantity: '5', quantity_received: '5' }), false);
  assert.equal(isOutstanding({ quantity: '5', quantity_received: '6' }), false);
});

test('only open and partially received orders await goods', () => {
  const statuses = ['OPEN', 'PARTIALLY_RECEIVED', 'RECEIVED', 'CLOSED', 'CANCELED'] as const;
  assert.deepEqual(statuses.filter(awaitsGoods), ['OPEN', 'PARTIALLY_RECEIVED']);
});

const REFUSED = [
  ['no line', [], /lines must not be empty/],
  ['a quantity of zero', [{ quantity: '0', unitCost: '1' }], /quantity must be above 0/],
  ['a negative quantity', [{ quantity: '-1', unitCost: '1' }], /quantity must be above 0/],
  ['a negative cost', [{ quantity: '1', unitCost: '-0.01' }], /unitCost must not be below 0/],
  ['too many lines', Array.from({ length: 1001 }, () => ({ quantity: '1', unitCost: '1' })), /at most 1000, not 1001/],
] as const;

for (const [what, given, message] of REFUSED) {
  test(`${what} is refused`, () => {
    assert.throws(() => assertLines(given), { code: 'BAD_USER_INPUT', message });
  });
}
