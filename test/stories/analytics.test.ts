// The dashboard's questions about an item, after a life that came through the API, and against a recount of a long ledger.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordHistory, SOURCE_TYPES, type PastMovement, type SourceType } from '../../src/stock/index.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { assertEach } from '../support/assert-each.ts';
import { invoice, newClient, newItem, newOrder } from '../support/business.ts';
import { newShop, world, type Answer, type TestTenant } from '../support/world.ts';

const MOVEMENTS = `query ($itemId: UUID!, $locationId: UUID, $types: [MovementType!], $limit: Int! = 8, $offset: Int! = 0) {
  itemMovements(itemId: $itemId, locationId: $locationId, types: $types, limit: $limit, offset: $offset) {
    totalCount records { movementType referenceNumber sourceType counterpartyName quantityChange balanceAfter unitValue totalValue
      createdBy description locationId } } }`;
const METRICS = `query ($itemId: UUID!, $windowDays: Int! = 30, $locationId: UUID) {
  itemStockMetrics(itemId: $itemId, windowDays: $windowDays, locationId: $locationId) {
    windowDays windowFirstDay windowLastDay unitsSoldInWindow dailyVelocity availableQuantity daysOfCoverage projectedStockoutDate } }`;
const TOP_CLIENTS = `query ($itemId: UUID!, $windowDays: Int! = 90, $limit: Int! = 5) {
  itemTopClients(itemId: $itemId, windowDays: $windowDays, limit: $limit) { clientName unitsSold } }`;
const HISTORY = `query ($itemId: UUID!, $rangeDays: Int! = 60, $withEvents: Boolean! = false, $locationId: UUID) {
  itemStockHistory(itemId: $itemId, rangeDays: $rangeDays, withEvents: $withEvents, locationId: $locationId) {
    points { value date } events { date movementType quantityChange balanceAfter } } }`;
const OVER_TIME = `query ($itemId: UUID!, $year: Int!, $month: Int!) {
  getItemStockOverTime(itemId: $itemId, year: $year, month: $month) { value date } }`;
const INCOMING = 'query ($itemId: UUID!) { itemIncomingQuantity(itemId: $itemId) }';

test('a sale, a return and a purchase show in every answer', async () => {
  const shop = await (await world()).tenant();
  const itemId = await newItem(shop);
  await shop.call('adjustInventory', { itemId, quantityChange: '100', description: 'Opening stock', unitCost: '2.5' });
  const [ana, luis] = [await newClient(shop, 'Ana Pérez'), await newClient(shop, 'Luis Díaz')];
  const sold = await invoice(shop, (await newOrder(shop, ana, [{ itemId, quantity: '12' }])).id, 'PROFORM');
  const other = await invoice(shop, (await newOrder(shop, luis, [{ itemId, quantity: '8' }])).id, 'PROFORM');
  await shop.call('createCredit', {
    invoiceId: sold.id,
    mode: 'PROFORM',
    reason: 'Two came back unopened',
    lines: [{ invoiceLineId: sold.lines[0].id, quantity: '2' }],
  });
  const { createSupplier } = await shop.get('mutation { createSupplier(name: "Mayorista") { id } }');
  await shop.get('mutation ($input: CreatePurchaseOrderInput!) { createPurchaseOrder(input: $input) { id } }', {
    input: { supplierId: createSupplier.id, lines: [{ itemId, quantity: '40', unitCost: '3' }] },
  });
  await newOrder(shop, luis, [{ itemId, quantity: '2' }]);

  const { itemMovements } = await shop.get(MOVEMENTS, { itemId });
  assert.equal(itemMovements.totalCount, 4);
  assertEach(
    itemMovements.records,
    (row) => [
      row.movementType,
      row.sourceType,
      row.counterpartyName,
      row.quantityChange,
      row.balanceAfter,
      row.unitValue,
      row.totalValue,
    ],
    [
      ['DEVOLUCION', 3, 'Ana Pérez', '2', '82', '2.5', '5'],
      ['VENTA', 1, 'Luis Díaz', '-8', '80', '2.5', '20'],
      ['VENTA', 1, 'Ana Pérez', '-12', '88', '2.5', '30'],
      ['AJUSTE', 5, null, '100', '100', '2.5', '250'],
    ],
  );
  assert.equal(itemMovements.records[1].referenceNumber, other.number);
  assert.equal(itemMovements.records[3].description, 'Opening stock');
  assert.equal(itemMovements.records[0].createdBy, 'admin-user');

  const { itemStockMetrics } = await shop.get(METRICS, { itemId });
  assert.equal(itemStockMetrics.unitsSoldInWindow, '18');
  assert.equal(itemStockMetrics.dailyVelocity, '0.6');
  assert.equal(itemStockMetrics.availableQuantity, '80');
  assert.equal(itemStockMetrics.daysOfCoverage, '133.3333');
  assert.deepEqual((await shop.get(TOP_CLIENTS, { itemId })).itemTopClients, [
    { clientName: 'Ana Pérez', unitsSold: '10' },
    { clientName: 'Luis Díaz', unitsSold: '8' },
  ]);
  assert.equal((await shop.get(INCOMING, { itemId })).itemIncomingQuantity, '40');

  const { points, events } = (await shop.get(HISTORY, { itemId, rangeDays: 3, withEvents: true })).itemStockHistory;
  assertEach(points, (point) => point.value, ['0', '0', '82']);
  assertEach(events, (event) => event.balanceAfter, ['100', '88', '80', '82']);
  assert.deepEqual((await shop.get(HISTORY, { itemId })).itemStockHistory.events, []);
});

const DAY_MS = 86_400_000;
const SOURCES = Object.keys(SOURCE_TYPES) as SourceType[];

/** Three places, 900 movements of some 80 days: quiet weeks, busy days, and one burst of 300 within a second. */
async function longLedger(shop: TestTenant, now: Date): Promise<{ itemId: string; places: string[] }> {
  const itemId = await newItem(shop, { negative: true });
  for (const code of ['B', 'C']) {
    await shop.get('mutation ($code: String!) { createLocation(name: $code, code: $code) { id } }', { code });
  }
  const places: string[] = (await shop.get('{ locations { id } }')).locations.map((place: Answer) => place.id);
  const movements: PastMovement[] = Array.from({ length: 900 }, (_, n) => ({
    itemId,
    locationId: places[(n * 7) % 3 === 0 ? 0 : n % 3]!,
    change: String(((n * 37) % 19) - 8.5),
    source: { type: SOURCES[(n * 11) % 5]!, id: crypto.randomUUID(), number: `N-${n}` },
    occurredAt: new Date(
      now.getTime() - (80 - Math.floor(n < 600 ? n / 20 : n / 15)) * DAY_MS + (n < 300 ? n : n * 90_000),
    ),
  }));
  const { app } = await world();
  await inTenant(app, shop.tenant, (db) => recordHistory(db, movements, 'import'));
  return { itemId, places };
}

test('pages, points and events of a long ledger are what a recount finds', async () => {
  const { here, shop } = await newShop();
  const { itemId, places } = await longLedger(shop, here.app.clock.now());
  const ledger = await here.query<{ number: string; location_id: string; type: string; day: string; after: string }>(
    `select reference_number as number, location_id, movement_type as type, day::text as day, trim_scale(new_quantity)::text as after
     from inventory_logs where item_id = $1 order by occurred_at desc, location_id, seq desc`,
    [itemId],
  );
  for (const types of [null, ['VENTA'], ['COMPRA', 'AJUSTE'], []]) {
    for (const locationId of [null, places[1]]) {
      const matching = ledger
        .filter(
          (row) => (types === null || types.includes(row.type)) && (!locationId || row.location_id === locationId),
        )
        .map((row) => row.number);
      for (const offset of [0, 5, 12, 13, 50, 222, 451, 640, matching.length - 3, matching.length, 100_000_000]) {
        if (offset < 0) continue;
        const { itemMovements } = await shop.get(MOVEMENTS, { itemId, locationId, types, offset });
        assertEach(
          itemMovements.records,
          (row) => row.referenceNumber,
          matching.slice(offset, offset + 8),
          `${String(types)} at ${locationId} from ${offset}`,
        );
        assert.equal(itemMovements.totalCount, matching.length);
      }
    }
  }
  const { points, events } = (await shop.get(HISTORY, { itemId, rangeDays: 90, withEvents: true })).itemStockHistory;
  for (const [i, point] of points.entries()) {
    // The tenant's zone is five hours behind UTC all year round.
    const day = new Date(Date.parse(point.date) - 5 * 3_600_000).toISOString().slice(0, 10);
    const closing = places.map((id) => ledger.find((row) => row.location_id === id && row.day <= day)?.after ?? '0');
    assert.equal(
      Number(point.value),
      closing.reduce((sum, after) => sum + Number(after), 0),
      day,
    );
    if (i < 89) assert.match(point.date, /T04:59:59\.999Z$/);
  }
  assert.equal(points.length, 90);
  assert.deepEqual(
    events.map((event: Answer) => event.balanceAfter),
    ledger.toReversed().map((row) => row.after),
  );
});

test('a month has a point for each of its days, the current one up to today, one to come none', async () => {
  const { here, shop } = await newShop();
  const itemId = await newItem(shop, { stock: '7' });
  const now = here.app.clock.now();
  const today = new Date(now.getTime() - 5 * 3_600_000);
  const month = async (year: number, month: number) =>
    (await shop.get(OVER_TIME, { itemId, year, month })).getItemStockOverTime;
  const current = await month(today.getUTCFullYear(), today.getUTCMonth() + 1);
  assert.equal(current.length, today.getUTCDate());
  assert.equal(current.at(-1).value, '7');
  const february = await month(2024, 2);
  assert.equal(february.length, 29);
  assert.deepEqual(february.at(-1), { value: '0', date: '2024-03-01T04:59:59.999Z' });
  assert.deepEqual(await month(today.getUTCFullYear() + 2, 1), []);
});
