// Cost of operations: 1 per object, a list costs its limit, and variables are resolved.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'graphql';
import { operationCosts } from './operation-cost.ts';
import { schema } from './schema.ts';

function costOf(text: string, variables: Record<string, unknown> = {}, name = ''): number {
  return operationCosts(schema, parse(text)).get(name)!(variables);
}

const COSTS: [text: string, cost: number][] = [
  ['{ availableQuantity(itemId: "x") }', 0],
  ['{ viewer { userName roles } }', 1],
  ['{ viewer { tenant { name } } }', 2],
  ['{ locations { name } }', 10],
  ['{ items { totalCount } }', 1],
  ['{ items { records { name } } }', 1 + 25],
  ['{ items(limit: 7) { records { name inventory { onHand } } } }', 1 + 7 * 2],
  ['{ a: items(limit: 1) { records { id } } b: items(limit: 2) { records { id } } }', 5],
  ['{ invoices(limit: 100) { records { client { name } lines { item { name } } } } }', 1 + 100 * (1 + 1 + 10 * 2)],
  [
    '{ documents(first: 5) { records { client { name } ... on Invoice { lines { item { name } } } ...F } } } fragment F on DebitNote { lines { total } }',
    1 + 5 * (1 + 1 + 10 * 2 + 10),
  ],
  ['{ itemTopClients(itemId: "x", limit: 4) { clientName } }', 4],
  ['{ itemStockHistory(itemId: "x", rangeDays: 30) { points { value } } }', 1 + 30],
  ['{ itemStockHistory(itemId: "x", withEvents: true) { events { date } } }', 1 + 2000],
  ['{ documentTimeline(documentId: "x") { kind } }', 50],
  ['{ getInventoryLotsByItemId(itemId: "x") { quantity } }', 500],
  ['{ stockReservationsByItem(itemId: "x") { quantity } }', 500],
  ['{ getItemStockOverTime(itemId: "x", year: 2026, month: 2) { value } }', 31],
  ['{ ...F } fragment F on Query { items(limit: 3) { ...G } } fragment G on ItemPage { records { id } }', 1 + 3],
  ['{ __schema { types { fields { name } } } }', 0],
  ['{ items(limit: 2147483647) { records { id } } }', 1 + 100],
  ['{ items(limit: -1) { records { id } } }', 1 + 100],
  ['mutation { createSupplier(name: "x") { id } }', 1],
];

for (const [text, cost] of COSTS) {
  test(`${text} costs ${cost}`, () => assert.equal(costOf(text), cost));
}

test('a limit that is a variable costs what the request says, its default, or the argument’s', () => {
  const text = 'query ($n: Int! = 5) { items(limit: $n) { records { id } } }';
  assert.equal(costOf(text, { n: 10 }), 11);
  assert.equal(costOf(text), 6);
  assert.equal(costOf('query ($n: Int!) { items(limit: $n) { records { id } } }'), 26);
  for (const wrong of [0, -5, 1e9, '10', null, NaN]) assert.equal(costOf(text, { n: wrong }), 101, String(wrong));
  const first = 'query ($n: Int) { items(first: $n, limit: 7) { records { id } } }';
  for (const [n, cost] of [
    [undefined, 8],
    [null, 8],
    [3, 4],
    [0, 101],
  ] as const)
    assert.equal(costOf(first, { n }), cost);
});

test('each operation of a document has a cost of its own', () => {
  const text = 'query a { items { records { id } } } query b { viewer { userName } }';
  assert.equal(costOf(text, {}, 'a'), 26);
  assert.equal(costOf(text, {}, 'b'), 1);
});
