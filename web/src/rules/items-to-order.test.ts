// How much of an item is ordered, and what an order says of it: a row per rule.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bySupplier, lineToOrder, orderFrom, quantityToOrder, type ItemToOrder, type Typed } from './items-to-order.ts';
import { assertEach } from '../../../test/support/assert-each.ts';

const ANA = { id: 'ana', name: 'Ana' };
const LUIS = { id: 'luis', name: 'Luis' };

function item(available: string, sold: string, more: { reorder?: string; leadTime?: number; incoming?: string } = {}) {
  return {
    id: `${available} ${sold}`,
    averageCost: '2.345',
    lastPurchase: { unitCost: '3.5', supplier: ANA },
    inventory: { available, reorderQuantity: more.reorder ?? '0', leadTime: more.leadTime ?? 0 },
    coverage: { dailyVelocity: sold, incomingQuantity: more.incoming ?? '0' },
  } as ItemToOrder;
}

const QUANTITIES: [string, ItemToOrder, string][] = [
  ['the quantity that the item is ordered in', item('900', '0', { reorder: '24.5' }), '24.5'],
  ['thirty days of sales', item('0', '2'), '60'],
  ['the lead time beside them', item('0', '2', { leadTime: 5 }), '70'],
  ['less what is there and coming', item('10', '2', { incoming: '20' }), '30'],
  ['in whole units', item('0', '0.11'), '4'],
  ['what is promised beyond the stock too', item('-3', '0'), '3'],
  ['nothing where it does not sell', item('0', '0'), ''],
  ['nothing where enough is there', item('60', '2'), ''],
];

for (const [name, of, expected] of QUANTITIES) {
  test(`suggested: ${name}`, () => assert.equal(quantityToOrder(of), expected));
}

test('a line begins with what is known, and what was typed goes first', () => {
  const of = item('0', '1');
  assert.deepEqual(lineToOrder(of), { item: of, quantity: '30', cost: '3.50', supplier: ANA });
  const unknown = { ...of, lastPurchase: null };
  assert.deepEqual(lineToOrder(unknown), { item: unknown, quantity: '30', cost: '2.35', supplier: null });
  assert.equal(lineToOrder({ ...unknown, averageCost: '0' }).cost, '');
  assert.deepEqual(lineToOrder(of, { quantity: '', supplier: null }), {
    item: of,
    quantity: '',
    cost: '3.50',
    supplier: null,
  });
});

test('suppliers stand by name, and what has none comes last', () => {
  const line = (supplier: Typed['supplier']) => lineToOrder(item('0', '1'), { supplier: supplier ?? null });
  const groups = bySupplier([line(null), line(LUIS), line(ANA), line(LUIS)]);
  assertEach(groups, ({ supplier, lines }) => [supplier?.name, lines.length], [
    ['Ana', 1],
    ['Luis', 2],
    [undefined, 1],
  ]);
});

const TYPED: [quantity: string, cost: string, isFine: boolean][] = [
  ['1,200', '0', true],
  ['0', '1', false],
  ['-1', '1', false],
  ['', '1', false],
  ['1', '', false],
  ['1', '-1', false],
];

for (const [quantity, cost, isFine] of TYPED) {
  test(`an order of “${quantity}” at “${cost}” is ${isFine ? 'made' : 'not'}`, () => {
    const line = lineToOrder(item('0', '1'), { quantity, cost });
    const order = orderFrom('ana', [line]);
    assert.deepEqual(
      order,
      isFine ? { supplierId: 'ana', lines: [{ itemId: line.item.id, quantity: '1200', unitCost: '0' }] } : undefined,
    );
  });
}
