// A sale before the service has it: what its receipt says of each line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receiptLines, type DraftLine } from './sale.ts';

const line = (key: number, name: string, rest: Partial<DraftLine>): DraftLine => ({
  ...{ key, quantity: '1', price: '10', ...rest },
  item: { id: name, name, unit: 'und', units: [], unitPrice: '10' } as unknown as DraftLine['item'],
});
const LINES = [
  line(1, 'Arroz', {}),
  line(2, 'Ron', { quantity: '3', price: '2.50', unit: 'caja' }),
  line(3, 'Azúcar', { quantity: '2', price: '0.99', discount: '0.09' }),
];
const cents = (amount: string): number => Math.round(Number(amount) * 100);

test('lines of a receipt that is not filed yet have their share of the discount of the sale', () => {
  // 10.00, 3 of 2.50 and 2 of 0.99 less 0.09 each: 19.30 without a discount of the sale.
  const without = receiptLines({ lines: LINES, discount: '0' });
  assert.deepEqual(
    without.map(({ name, quantity, unit, amount }) => `${quantity} ${unit} ${name} ${cents(amount)}`),
    ['1 und Arroz 1000', '3 caja Ron 750', '2 und Azúcar 180'],
  );
  const amounts = receiptLines({ lines: LINES, discount: '1.00' }).map(({ amount }) => cents(amount));
  assert.equal(
    amounts.reduce((sum, one) => sum + one),
    1830,
  );
});
