// An item as a shop makes it: in one request with its codes and what is on hand, and corrected while nothing is written about it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomUUID } from 'node:crypto';
import { addLines } from '../../src/counts/count-lines.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { assertEach } from '../support/assert-each.ts';
import { invoice, newClient, newItem, newOrder } from '../support/business.ts';
import { DISCARD, line, opened, put } from '../support/count-while-selling.ts';
import { eventually, world, type Answer, type TestTenant } from '../support/world.ts';

const CREATE = 'mutation ($input: CreateItemInput!) { createItem(input: $input) { id } }';
const UPDATE = 'mutation ($id: UUID!, $input: UpdateItemInput!) { updateItem(itemId: $id, input: $input) { id } }';
const SHOWN = `query ($id: UUID!) {
  item: getItemById(id: $id) {
    kind unit trackingMode category averageCost barcodes { barcode unit } inventory { onHand reorderLevel }
  }
  itemMovements(itemId: $id) { totalCount records { quantityChange balanceAfter movementType } }
  lots: getInventoryLotsByItemId(itemId: $id) { lotNumber quantityRemaining unitCost }
}`;
const COUNTED = 'query ($category: String) { items(category: $category) { totalCount records { sku } } }';

const create = async (shop: TestTenant, input: object): Promise<string> =>
  (await shop.get(CREATE, { input: { name: 'Café', unitPrice: '4.50', ...input } })).createItem.id;
const shown = async (shop: TestTenant, id: string): Promise<Answer> => shop.get(SHOWN, { id });

test('an item is made with unit, code, category, cost and stock at once; asked again under its key, it is one', async () => {
  const shop = await (await world()).tenant();
  const input = {
    ...{ sku: 'CAFE', unit: 'lb', barcodes: ['7451111000016'], category: 'Abarrotes', idempotencyKey: 'made-once' },
    openingStock: { quantity: '12', unitCost: '2.25' },
  };
  const id = await create(shop, input);
  assert.equal(await create(shop, input), id);
  const { item, itemMovements } = await shown(shop, id);
  assert.deepEqual(
    [item.unit, item.category, item.barcodes, item.averageCost, item.inventory.onHand],
    ['lb', 'Abarrotes', [{ barcode: '7451111000016', unit: null }], '2.25', '12'],
  );
  assert.deepEqual(itemMovements, {
    totalCount: 1,
    records: [{ quantityChange: '12', balanceAfter: '12', movementType: 'AJUSTE' }],
  });
  const counts = await Promise.all(['Abarrotes', 'Bebidas', null].map((category) => shop.get(COUNTED, { category })));
  assertEach(counts, ({ items }) => items.totalCount, [1, 0, 1]);
});

test('goods in lots begin with their lot, and without it nothing is made at all', async () => {
  const shop = await (await world()).tenant();
  const input = { sku: 'LECHE', trackingMode: 'LOT', openingStock: { quantity: '3', unitCost: '1' } };
  const lotless = await shop.refusal(CREATE, { input: { name: 'Leche', unitPrice: '1', ...input } });
  assert.equal(lotless.code, 'BAD_USER_INPUT');
  assert.equal((await shop.get(COUNTED, {})).items.totalCount, 0);
  const id = await create(shop, { ...input, openingStock: { ...input.openingStock, lotNumber: 'L-1' } });
  assert.deepEqual((await shown(shop, id)).lots, [{ lotNumber: 'L-1', quantityRemaining: '3', unitCost: '1' }]);
});

for (const [what, field, input] of [
  ['stock of a service', 'openingStock', { kind: 'SERVICE', openingStock: { quantity: '1' } }],
  ['no stock', 'openingStock.quantity', { openingStock: { quantity: '0' } }],
  ['stock below zero', 'openingStock.quantity', { openingStock: { quantity: '-1' } }],
  ['a cost below zero', 'openingStock.unitCost', { openingStock: { quantity: '1', unitCost: '-1' } }],
] as const)
  test(`${what} is refused beside its field, and nothing is made`, async () => {
    const shop = await (await world()).tenant();
    const { errors }: Answer = await shop.ask(CREATE, { input: { sku: 'X', name: 'X', unitPrice: '1', ...input } });
    assertEach(errors, ({ extensions }) => [extensions.code, extensions.field], [['BAD_USER_INPUT', field]]);
    assert.equal((await shop.get(COUNTED, {})).items.totalCount, 0);
  });

test('kind, unit and tracking are corrected while nothing is written about the item', async () => {
  const shop = await (await world()).tenant();
  const id = await create(shop, { sku: 'HORA', inventory: { reorderLevel: '5' } });
  await shop.get(UPDATE, { id, input: { kind: 'SERVICE', unit: 'hora', category: 'Servicios' } });
  const { item } = await shown(shop, id);
  assert.deepEqual(
    [item.kind, item.unit, item.category, item.inventory.reorderLevel],
    ['SERVICE', 'hora', 'Servicios', '0'],
  );
  // A service is sold without stock.
  const order = await newOrder(shop, await newClient(shop), [{ itemId: id, quantity: '2' }]);
  assert.equal((await invoice(shop, order.id, 'PROFORM')).total, '9.63'); // 2 × 4.50 and 7 %
  const { errors }: Answer = await shop.ask(UPDATE, { id, input: { kind: 'GOODS', unit: 'und' } });
  assertEach(errors[0].extensions.problems, ({ field }) => field, ['kind', 'unit']);
  // The same words change nothing, and are no reason to refuse the rest.
  await shop.get(UPDATE, { id, input: { kind: 'SERVICE', unit: 'hora', category: null } });
  assert.equal((await shown(shop, id)).item.category, null);
});

test('what has moved keeps its unit', async () => {
  const shop = await (await world()).tenant();
  const id = await newItem(shop, { stock: '1' });
  for (const input of [{ unit: 'kg' }, { kind: 'SERVICE' }, { trackingMode: 'LOT' }])
    assert.equal((await shop.refusal(UPDATE, { id, input })).code, 'BAD_USER_INPUT');
});

test('what a supplier has billed, what is reserved and what is counted keep their unit', async () => {
  const shop = await (await world()).tenant();
  const service = await create(shop, { sku: 'FLETE', kind: 'SERVICE' });
  const [promised, counted] = [await newItem(shop, { negative: true }), await newItem(shop)];
  const { id: supplierId } = await shop.call('createSupplier', { name: 'Ana' });
  await shop.call('recordSupplierInvoice', { supplierId, lines: [{ itemId: service, quantity: '2', unitCost: '30' }] });
  await shop.call('reserveStock', { itemId: promised, quantity: '3' });
  const { id: countId } = await opened(shop);
  await put(shop, countId, line(counted, '4'));
  for (const [id, kind] of [
    [service, 'GOODS'],
    [promised, 'SERVICE'],
    [counted, 'SERVICE'],
  ] as const)
    for (const input of [{ unit: 'kg' }, { kind }])
      assert.equal((await shop.refusal(UPDATE, { id, input })).code, 'BAD_USER_INPUT', JSON.stringify(input));
});

test('what is being counted in another transaction keeps its unit as well: the correction waits for the line', async () => {
  const { app, sql, tenant } = await world();
  const shop = await tenant();
  const itemId = await newItem(shop);
  const { id: countId } = await opened(shop);
  const { correcting } = await inTenant(app, shop.tenant, async (db) => {
    const lines = [{ id: randomUUID(), itemId, quantity: '4' }];
    await addLines(db, { countId, lines }, { userName: 'ana', isCashier: false });
    let isOver = false;
    const answer = shop.ask(UPDATE, { id: itemId, input: { unit: 'kg' } }).finally(() => (isOver = true));
    const waiting = () =>
      sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await eventually(waiting, ({ length }) => isOver || length > 0);
    return { correcting: answer };
  });
  const { errors } = await correcting;
  assert.equal(errors?.[0]!.extensions.code, 'BAD_USER_INPUT');
});

test('what was counted and taken back, or in a count that was discarded, is corrected', async () => {
  const shop = await (await world()).tenant();
  const [back, elsewhere, discarded] = [await newItem(shop), await newItem(shop), await newItem(shop)];
  const [{ id: countId }, { id: other }] = [await opened(shop), await opened(shop)];
  await put(shop, countId, line(back, '4'), line(elsewhere, '4', { place: 'A' }), line(elsewhere, '2', { place: 'B' }));
  await put(shop, countId, line(back, null), line(elsewhere, null, { place: 'A' }));
  await put(shop, other, line(discarded, '4'));
  const correct = async (id: string) =>
    (await shop.ask(UPDATE, { id, input: { unit: 'kg' } })).errors?.[0]!.extensions.code;
  assert.equal(await correct(discarded), 'BAD_USER_INPUT');
  await shop.get(DISCARD, { id: other, reason: 'Se contó otro pasillo' });
  const codes = [await correct(back), await correct(elsewhere), await correct(discarded)];
  assert.deepEqual(codes, [undefined, 'BAD_USER_INPUT', undefined]);
});
