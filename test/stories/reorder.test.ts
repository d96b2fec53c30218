// Items to order now, and the stock at an instant of the past.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordHistory } from '../../src/stock/index.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { adjust, invoice, newClient, newItem, newOrder } from '../support/business.ts';
import { newShop, world, type Answer, type TestTenant } from '../support/world.ts';

const NEEDING = `query ($windowDays: Int! = 30, $limit: Int! = 25, $offset: Int! = 0) {
  itemsNeedingReorder(windowDays: $windowDays, limit: $limit, offset: $offset) {
    totalCount records { item { sku } reasons availableQuantity incomingQuantity dailyVelocity daysOfCoverage projectedStockoutDate } } }`;

interface Goods {
  sku: string;
  stock: string;
  sold?: string;
  reserved?: string;
  reorderLevel?: string;
  leadTime?: number;
}

async function stocked(shop: TestTenant, clientId: string, goods: Goods): Promise<string> {
  const itemId = await newItem(shop, { sku: goods.sku, stock: goods.stock });
  const { reorderLevel, leadTime } = goods;
  await shop.call('updateItemInventory', { itemId, input: { reorderLevel, leadTime } });
  if (goods.sold !== undefined) {
    const order = await newOrder(shop, clientId, [{ itemId, quantity: goods.sold }]);
    await invoice(shop, order.id, 'PROFORM');
  }
  if (goods.reserved !== undefined) await newOrder(shop, clientId, [{ itemId, quantity: goods.reserved }]);
  return itemId;
}

test('what runs out before it can come is first, and what is short of its level is not forgotten', async () => {
  const { tenant } = await world();
  const shop = await tenant();
  const clientId = await newClient(shop);
  assert.deepEqual((await shop.get(NEEDING)).itemsNeedingReorder, { totalCount: 0, records: [] });

  const ROWS: (Goods & { needed: Answer })[] = [
    // One a day, five left, ten days to come.
    { sku: 'late', stock: '35', sold: '30', leadTime: 10, needed: [['COVERAGE'], '5', '0', '1', '5'] },
    {
      ...{ sku: 'promised', stock: '60', sold: '30', reserved: '29', leadTime: 4, reorderLevel: '1' },
      needed: [['COVERAGE', 'REORDER_LEVEL'], '1', '0', '1', '1'],
    },
    { sku: 'sold out', stock: '3', sold: '3', needed: [['OUT_OF_STOCK'], '0', '0', '0.1', '0'] },
    { sku: 'far below its level', stock: '2', reorderLevel: '10', needed: [['REORDER_LEVEL'], '2', '20', '0', null] },
    { sku: 'at its level', stock: '5', reorderLevel: '5', needed: [['REORDER_LEVEL'], '5', '0', '0', null] },
    { sku: 'in time', stock: '40', sold: '30', leadTime: 10, needed: null },
    { sku: 'slow', stock: '100', sold: '1', leadTime: 60, needed: null },
    { sku: 'above its level', stock: '6', reorderLevel: '5', needed: null },
    { sku: 'never sold', stock: '1', leadTime: 30, needed: null },
  ];
  const ids = new Map<string, string>();
  for (const { needed: _, ...goods } of ROWS.toReversed()) ids.set(goods.sku, await stocked(shop, clientId, goods));
  // Without a level and without sales it needs no reorder.
  await newItem(shop, { sku: 'never had' });
  const { createSupplier } = await shop.get('mutation { createSupplier(name: "Mayorista") { id } }');
  await shop.call('createPurchaseOrder', {
    supplierId: createSupplier.id,
    lines: [{ itemId: ids.get('far below its level'), quantity: '20', unitCost: '1' }],
  });

  const expected = ROWS.filter(({ needed }) => needed !== null).map(({ sku, needed }) => [sku, ...needed]);
  const page = async (more: object = {}): Promise<Answer> => {
    const { totalCount, records } = (await shop.get(NEEDING, more)).itemsNeedingReorder;
    assert.equal(totalCount, expected.length);
    return records.map((row: Answer) => [
      ...[row.item.sku, row.reasons, row.availableQuantity, row.incomingQuantity],
      ...[row.dailyVelocity, row.daysOfCoverage],
    ]);
  };
  assert.deepEqual(await page(), expected);
  assert.deepEqual(await page({ limit: 2, offset: 1 }), expected.slice(1, 3));
  assert.deepEqual(await page({ offset: 5 }), []);

  const dates = (await shop.get(NEEDING)).itemsNeedingReorder.records.map((row: Answer) => row.projectedStockoutDate);
  const today = new Date((await world()).clock.now().getTime() - 5 * 3_600_000);
  const inDays = (days: number) => new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  assert.deepEqual(dates, [inDays(5), inDays(1), inDays(0), null, null]);

  assert.equal((await shop.refusal(NEEDING, { windowDays: 0 })).code, 'BAD_USER_INPUT');
  assert.equal((await shop.refusal(NEEDING, { limit: 101 })).code, 'BAD_USER_INPUT');
  const neighbour = await tenant();
  assert.deepEqual((await neighbour.get(NEEDING)).itemsNeedingReorder, { totalCount: 0, records: [] });
});

test('more on the shelf takes an item off the list', async () => {
  const { shop } = await newShop();
  const itemId = await stocked(shop, await newClient(shop), { sku: 'late', stock: '35', sold: '30', leadTime: 10 });
  assert.equal((await shop.get(NEEDING)).itemsNeedingReorder.totalCount, 1);
  // Exactly as long as it takes: the new goods come as the last of the old leave.
  await adjust(shop, itemId, '5');
  assert.equal((await shop.get(NEEDING)).itemsNeedingReorder.totalCount, 0);
  // In a wider window it sells more slowly, in a narrower one faster.
  assert.equal((await shop.get(NEEDING, { windowDays: 29 })).itemsNeedingReorder.totalCount, 1);
});

test('the stock of any past instant is what the movements up to it left', async () => {
  const { app, tenant } = await world();
  const shop = await tenant();
  const itemId = await newItem(shop);
  const { createLocation } = await shop.get('mutation { createLocation(name: "David", code: "DAV") { id } }');
  const main = (await shop.get('{ locations { id isDefault } }')).locations.find((one: Answer) => one.isDefault).id;
  const david = createLocation.id;
  const movement = (at: string, change: string, locationId: string) => ({
    itemId,
    locationId,
    change,
    source: { type: 'MANUAL_ADJUSTMENT' as const, id: crypto.randomUUID() },
    occurredAt: new Date(at),
  });
  await inTenant(app, shop.tenant, (db) =>
    recordHistory(
      db,
      [
        movement('2026-03-01T10:00:00.000Z', '10', main),
        movement('2026-03-02T10:00:00.000Z', '-4', main),
        movement('2026-03-02T10:00:00.000Z', '7', david),
        movement('2026-03-05T10:00:00.000Z', '1.5', main),
      ],
      'import',
    ),
  );
  const asOf = async (at: string, locationId?: string): Promise<string> =>
    await shop.call('itemStockAsOf', { itemId, at, locationId });
  for (const [at, everywhere, atMain, atDavid] of [
    ['1990-01-01T00:00:00Z', '0', '0', '0'],
    ['2026-03-01T09:59:59.999Z', '0', '0', '0'],
    ['2026-03-01T10:00:00.000Z', '10', '10', '0'],
    ['2026-03-02T09:59:59.999Z', '10', '10', '0'],
    ['2026-03-02T10:00:00Z', '13', '6', '7'],
    ['2026-03-05T10:00:00Z', '14.5', '7.5', '7'],
    ['9999-12-31T00:00:00Z', '14.5', '7.5', '7'],
  ] as const) {
    assert.deepEqual([await asOf(at), await asOf(at, main), await asOf(at, david)], [everywhere, atMain, atDavid], at);
  }

  // The instant that the wire shows of a movement is one at which it had happened.
  await adjust(shop, itemId, '2');
  const itemMovements = await shop.call('itemMovements { records { occurredAt balanceAfter } }', { itemId });
  const [newest] = itemMovements.records;
  assert.equal(await asOf(newest.occurredAt, main), newest.balanceAfter);

  assert.equal((await shop.refuses('itemStockAsOf', { itemId: david, at: '2026-03-02T10:00:00Z' })).code, 'NOT_FOUND');
  const stranger = await tenant();
  assert.equal(
    (await stranger.refuses('itemStockAsOf', { itemId, at: '2026-03-02T10:00:00Z' })).message,
    'Item not found',
  );
  const misplaced = { itemId, at: '2026-03-02T10:00:00Z', locationId: itemId };
  assert.equal((await shop.refuses('itemStockAsOf', misplaced)).message, 'Location not found');
});

test('the coverage of many items is that of each', async () => {
  const { shop } = await newShop();
  const clientId = await newClient(shop);
  const ids = [
    await stocked(shop, clientId, { sku: 'lasts', stock: '90', sold: '30' }),
    await stocked(shop, clientId, { sku: 'reserved', stock: '70', sold: '60', reserved: '4' }),
    await stocked(shop, clientId, { sku: 'unsold', stock: '5' }),
  ];
  const { items } = await shop.get(
    '{ items { records { id coverage { dailyVelocity daysOfCoverage projectedStockoutDate } } } }',
  );
  assert.equal(items.records.length, ids.length);
  for (const id of ids) {
    const { itemStockMetrics } = await shop.get(
      'query ($id: UUID!) { itemStockMetrics(itemId: $id) { dailyVelocity daysOfCoverage projectedStockoutDate } }',
      { id },
    );
    assert.deepEqual(items.records.find((item: Answer) => item.id === id).coverage, itemStockMetrics);
  }
  assert.deepEqual(
    ids.map((id) => items.records.find((item: Answer) => item.id === id).coverage.daysOfCoverage),
    ['60', '3', null],
  );
  assert.match(
    (await shop.ask('{ items { records { coverage(windowDays: 0) { dailyVelocity } } } }')).errors![0]!.message,
    /windowDays must be between/,
  );
});

test('of two that are sold out, the one that sells more comes first', async () => {
  const { shop } = await newShop();
  const clientId = await newClient(shop);
  await stocked(shop, clientId, { sku: 'a seldom seller', stock: '2', sold: '2' });
  await stocked(shop, clientId, { sku: 'best seller', stock: '40', sold: '40' });
  const { itemsNeedingReorder } = await shop.get(NEEDING);
  assert.deepEqual(
    itemsNeedingReorder.records.map(({ item }: Answer) => item.sku),
    ['best seller', 'a seldom seller'],
  );
});

test('of whom an item was bought last, at what one of it cost: what came, or what was ordered since', async () => {
  const { here, shop } = await newShop();
  const supplier = async (name: string): Promise<string> => (await shop.call('createSupplier', { name })).id;
  const [ana, luis] = [await supplier('Ana'), await supplier('Luis')];
  const { createItem: rice } = await shop.get(
    'mutation { createItem(input: { sku: "RICE", name: "Rice", unitPrice: "1", units: [{ unit: "caja", factor: "12" }] }) { id } }',
  );
  await newItem(shop, { sku: 'OIL', stock: '5' });
  const { createLocation: david } = await shop.get('mutation { createLocation(code: "DAV", name: "David") { id } }');
  const buy = async (act: string, supplierId: string, line: object): Promise<Answer> =>
    shop.get(
      `mutation ($input: ${act.replace(/^./, (c) => c.toUpperCase())}Input!) { made: ${act}(input: $input) { id } }`,
      { input: { supplierId, lines: [{ itemId: rice.id, quantity: '1', ...line }] } },
    );
  const last = async (): Promise<Answer> => {
    const { items } = await shop.get('{ items { records { sku lastPurchase { unitCost supplier { name } } } } }');
    return Object.fromEntries(items.records.map(({ sku, lastPurchase }: Answer) => [sku, lastPurchase]));
  };
  assert.deepEqual(await last(), { RICE: null, OIL: null });

  await buy('recordSupplierInvoice', ana, { unitCost: '2' });
  assert.deepEqual(await last(), { RICE: { unitCost: '2', supplier: { name: 'Ana' } }, OIL: null });
  await buy('recordSupplierInvoice', luis, { unitCost: '30', unit: 'caja', locationId: david.id });
  assert.deepEqual((await last()).RICE, { unitCost: '2.5', supplier: { name: 'Luis' } });
  const { made: open } = await buy('createPurchaseOrder', ana, { unitCost: '40', unit: 'caja' });
  assert.deepEqual((await last()).RICE, { unitCost: '3.333333', supplier: { name: 'Ana' } });
  // Nothing came of it, and nothing will.
  await shop.get('mutation ($id: UUID!) { cancelPurchaseOrder(purchaseOrderId: $id) { id } }', { id: open.id });
  assert.deepEqual((await last()).RICE, { unitCost: '2.5', supplier: { name: 'Luis' } });

  // Two boxes came, and left again one by one.
  const ordered = ['48', '36'].map((unitCost) => ({ itemId: rice.id, quantity: '1', unit: 'caja', unitCost }));
  const made = await shop.call('createPurchaseOrder { id lines { id } }', { supplierId: ana, lines: ordered });
  const box = (at: number, more = {}) => ({
    purchaseOrderId: made.id,
    lines: [{ lineId: made.lines[at].id, quantity: '1' }],
    ...more,
  });
  await shop.call('receivePurchaseOrder', box(1));
  await shop.call('receivePurchaseOrder', box(0));
  assert.deepEqual((await last()).RICE, { unitCost: '4', supplier: { name: 'Ana' } });
  await shop.call('reversePurchaseReceipt', box(0, { reason: 'Broken' }));
  assert.deepEqual((await last()).RICE, { unitCost: '3', supplier: { name: 'Ana' } });
  await shop.call('reversePurchaseReceipt', box(1, { reason: 'Broken' }));
  await shop.get('mutation ($id: UUID!) { cancelPurchaseOrder(purchaseOrderId: $id) { id } }', { id: made.id });
  assert.deepEqual((await last()).RICE, { unitCost: '2.5', supplier: { name: 'Luis' } });

  const stranger = await here.tenant();
  const other = await newItem(stranger, { sku: 'RICE' });
  const getItemById = await stranger.call('getItemById { lastPurchase { unitCost } }', { id: other });
  assert.equal(getItemById.lastPurchase, null);
});

test('a last purchase is the last of whose goods some stayed: what is taken back came last', async () => {
  const { here, shop } = await newShop();
  const { id: supplierId } = await shop.call('createSupplier', { name: 'Ana' });
  const itemId = await newItem(shop);
  const lines = [{ itemId, quantity: '10', unitCost: '2' }];
  const made = await shop.call('createPurchaseOrder { id lines { id } }', { supplierId, lines });
  /** Instant of the last receipt, by the ledger. */
  const move = async (act: string, quantity: string, more = {}): Promise<string> => {
    const of = { purchaseOrderId: made.id, lines: [{ lineId: made.lines[0].id, quantity }], ...more };
    await shop.call(act, of);
    const [row] = await here.query<{ at: Date }>(
      'select max(occurred_at) as at from inventory_logs where item_id = $1 and quantity_change > 0',
      [itemId],
    );
    return row!.at.toISOString();
  };
  const receive = (quantity: string) => move('receivePurchaseOrder', quantity);
  const reverse = (quantity: string) => move('reversePurchaseReceipt', quantity, { reason: 'Broken' });
  const last = async () =>
    (await shop.call('getItemById { lastPurchase { at } }', { id: itemId })).lastPurchase?.at ?? null;
  // Goods that are still to come would be later than all of it.
  await here.query("update purchase_orders set created_at = created_at - interval '1 day' where id = $1", [made.id]);
  const four = await receive('4');
  const six = await receive('6');
  assert.equal(await last(), six);
  await reverse('5');
  assert.equal(await last(), six, 'one of the six is here');
  await reverse('1');
  assert.equal(await last(), four);
  await reverse('3');
  assert.equal(await last(), four, 'one of the four is here');
  const three = await receive('3');
  await reverse('1');
  assert.equal(await last(), three);
  await reverse('2');
  assert.equal(await last(), four);
});
