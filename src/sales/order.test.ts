import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineAmounts, totalsOf } from './order.ts';

const ROWS = [
  // quantity, unit price, tax rate, net, tax
  ['1', '10', '7', '10', '0.7'],
  ['3', '0.333333', '7', '1', '0.07'],
  ['1', '0.005', '0', '0.01', '0'],
  ['1', '2.675', '7', '2.68', '0.19'],
  ['2.5', '1.1', '10', '2.75', '0.28'],
  ['1', '1.5', '15', '1.5', '0.23'],
  ['1000000', '999999.99', '15', '999999990000', '149999998500'],
] as const;

for (const [quantity, unitPrice, taxRate, net, tax] of ROWS) {
  test(`${quantity} × ${unitPrice} at ${taxRate} %: ${net} and ${tax}`, () => {
    assert.deepEqual(lineAmounts({ quantity, unitPrice, taxRate }), { net, tax });
  });
}

test('totals are sums of rounded lines, not a rounded sum', () => {
  const lines = [1, 2, 3].map(() => lineAmounts({ quantity: '1', unitPrice: '0.335', taxRate: '7' }));
  assert.deepEqual(totalsOf(lines), { subtotal: '1.02', tax: '0.06', total: '1.08' });
});
