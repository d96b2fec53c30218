// Oddities of an item's past, and the answers about it all the same: backdated, very long, over a night that is no 24 hours, empty.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { itemMovements } from '../../src/analytics/item-movements.ts';
import { stockHistory } from '../../src/analytics/stock-history.ts';
import { recordHistory, type PastMovement } from '../../src/stock/index.ts';
import { inTenant, localDay, type Tenant, type TenantDb } from '../../src/tenancy/index.ts';
import { adjust, invoice, newClient, newItem, newOrder } from '../support/business.ts';
import { world, type TestTenant } from '../support/world.ts';

const SOURCE = { type: 'MANUAL_ADJUSTMENT', id: '018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f' } as const;

async function mainOf(shop: TestTenant): Promise<string> {
  return (await shop.get('{ locations { id } }')).locations[0].id;
}

async function bringHistory(tenant: Tenant, movements: readonly PastMovement[]): Promise<void> {
  const { app } = await world();
  await inTenant(app, tenant, (db) => recordHistory(db, movements, 'import'));
}

test('F53: what is booked later than it happened stands at the end, and leaves every balance as it was read', async () => {
  const shop = await (await world()).tenant();
  const itemId = await newItem(shop, { stock: '10' });
  await adjust(shop, itemId, '-3');
  const LEDGER = `query ($id: UUID!) {
    itemMovements(itemId: $id) { records { id quantityChange balanceAfter occurredAt } }
    getItemStockOverTime(itemId: $id, year: 2024, month: 5) { date value }
    itemStockAsOf(itemId: $id, at: "2024-05-20T00:00:00Z") }`;
  const before = await shop.get(LEDGER, { id: itemId });
  await bringHistory(shop.tenant, [
    {
      itemId,
      locationId: await mainOf(shop),
      change: '-1',
      source: SOURCE,
      occurredAt: new Date('2024-05-10T12:00:00Z'),
    },
  ]);
  const after = await shop.get(LEDGER, { id: itemId });
  const [booked, ...others] = after.itemMovements.records;
  assert.deepEqual(others, before.itemMovements.records);
  assert.deepEqual([booked.quantityChange, booked.balanceAfter], ['-1', '6']);
  assert.ok(booked.occurredAt >= others[0].occurredAt);
  assert.deepEqual(after.getItemStockOverTime, before.getItemStockOverTime, 'a past month is what was known then');
  assert.equal(after.itemStockAsOf, before.itemStockAsOf);
});

test('F55: a page deep in a long ledger reads no more of it than the first, and too deep is refused by name', async () => {
  const { app } = await world();
  const shop = await (await world()).tenant();
  const [itemId, locationId] = [await newItem(shop, { negative: true }), await mainOf(shop)];
  const LENGTH = 30_000;
  const PER_BATCH = 5000;
  const begin = Date.parse('2024-01-01T00:00:00Z');
  for (let from = 0; from < LENGTH; from += PER_BATCH) {
    await bringHistory(
      shop.tenant,
      Array.from({ length: PER_BATCH }, (_, at) => ({
        ...{ itemId, locationId, change: '1', source: SOURCE },
        occurredAt: new Date(begin + (from + at) * 1_800_000),
      })),
    );
  }
  // By the database's own count of this transaction, which on one session still holds what those before have read.
  const readSoFar = async (db: TenantDb): Promise<number> => {
    const { rows } = await sql<{ read: number }>`
      select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'inventory_logs'`.execute(
      db,
    );
    return rows[0]!.read;
  };
  const rowsRead = async (offset: number): Promise<number> =>
    inTenant(app, shop.tenant, async (db) => {
      const before = await readSoFar(db);
      const page = await itemMovements(db, { itemId, limit: 8, offset });
      assert.equal(page.totalCount, LENGTH);
      const balances = page.records.map((record) => Number(record.balanceAfter));
      assert.deepEqual(
        balances,
        Array.from({ length: 8 }, (_, at) => LENGTH - offset - at),
      );
      return (await readSoFar(db)) - before;
    });
  for (const offset of [0, 900, LENGTH / 2, LENGTH * 0.9]) {
    const read = await rowsRead(offset);
    assert.ok(read > 0 && read < 60, `${read} rows for the page at ${offset}`);
  }
  const refusal = await shop.refuses('itemMovements', { itemId, offset: 100000001 });
  assert.deepEqual(refusal, {
    code: 'BAD_USER_INPUT',
    message: 'offset must be between 0 and 100000000, not 100000001',
  });
});

/** Nights of 23 and 25 hours; two midnights in one night; none; a zone that is ahead of the day everywhere else. */
const NIGHTS = [
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2025-11-02'],
  ['America/Havana', '2025-11-02'],
  ['America/Havana', '2026-03-08'],
  ['Pacific/Kiritimati', '2026-01-01'],
  ['America/Panama', '2026-01-01'],
] as const;

for (const [zone, night] of NIGHTS) {
  test(`F57: each movement around ${night} is in one day of ${zone}, and in no other`, async () => {
    const { app, query } = await world();
    const shop = await (await world()).tenant();
    await query('update tenants set time_zone = $2 where id = $1', [shop.tenant.id, zone]);
    const tenant = { ...shop.tenant, timeZone: zone };
    const itemId = await newItem(shop, { negative: true });
    const locationId = await mainOf(shop);
    const middle = Date.parse(`${night}T06:00:00Z`);
    const instants = Array.from({ length: 150 }, (_, at) => new Date(middle + (at - 75) * 30 * 60_000));
    await bringHistory(
      tenant,
      instants.map((occurredAt) => ({ itemId, locationId, change: '1', source: SOURCE, occurredAt })),
    );
    const byDay = new Map<string, number>();
    for (const instant of instants) {
      const day = localDay(zone, instant);
      byDay.set(day, (byDay.get(day) ?? 0) + 1);
    }
    const now = new Date(middle + 4 * 86_400_000);
    const { points, events } = await inTenant(app, tenant, (db) =>
      stockHistory(db, { itemId, rangeDays: 10, withEvents: true }, now),
    );
    assert.equal(events.length, instants.length);
    const changes = points.map((point, at) => {
      const before = at === 0 ? 0 : Number(points[at - 1]!.value);
      return [localDay(zone, point.date), Number(point.value) - before] as const;
    });
    assert.equal(new Set(changes.map(([day]) => day)).size, 10, 'one point for each day');
    assert.deepEqual(new Map(changes.filter(([, change]) => change !== 0)), byDay);
  });
}

test('F58: without sales, without stock, below zero and without movements there are zeros and nulls', async () => {
  const shop = await (await world()).tenant();
  const METRICS = `query ($id: UUID!) {
    itemStockMetrics(itemId: $id) { unitsSoldInWindow dailyVelocity daysOfCoverage projectedStockoutDate availableQuantity stockoutDays velocityWhenInStock }
    itemMovements(itemId: $id) { totalCount records { id } }
    itemStockHistory(itemId: $id, rangeDays: 2, withEvents: true) { points { value } events { quantityChange } }
    itemTopClients(itemId: $id) { unitsSold } }`;
  const none = {
    ...{ unitsSoldInWindow: '0', dailyVelocity: '0', daysOfCoverage: null, projectedStockoutDate: null },
    ...{ availableQuantity: '0', stockoutDays: 30, velocityWhenInStock: null },
  };
  const untouched = await shop.get(METRICS, { id: await newItem(shop) });
  assert.deepEqual(untouched, {
    itemStockMetrics: none,
    itemMovements: { totalCount: 0, records: [] },
    itemStockHistory: { points: [{ value: '0' }, { value: '0' }], events: [] },
    itemTopClients: [],
  });

  const unsold = await shop.get(METRICS, { id: await newItem(shop, { stock: '3' }) });
  const stocked = { ...none, availableQuantity: '3', stockoutDays: 29, velocityWhenInStock: '0' };
  assert.deepEqual(unsold.itemStockMetrics, stocked);

  const below = await newItem(shop, { negative: true });
  const clientId = await newClient(shop);
  await invoice(shop, (await newOrder(shop, clientId, [{ itemId: below, quantity: '60' }])).id, 'PROFORM');
  const { itemStockMetrics } = await shop.get(METRICS, { id: below });
  assert.equal(itemStockMetrics.availableQuantity, '-60');
  assert.equal(itemStockMetrics.dailyVelocity, '2');
  assert.equal(itemStockMetrics.daysOfCoverage, '0', 'nothing is left, not less than nothing');
  assert.match(itemStockMetrics.projectedStockoutDate, /^\d{4}-\d{2}-\d{2}$/);
});
