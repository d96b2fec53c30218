// The ledger does not depend on how movements were divided into batches: one alone and many together are the same statement.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  moveGoods,
  recordHistory,
  SOURCE_TYPES,
  verifyLedger,
  type Movement,
  type PastMovement,
  type SourceType,
} from '../../src/stock/index.ts';
import { recordMovements } from '../../src/stock/record-movements.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { assertNone } from '../support/assert-each.ts';
import { newItem } from '../support/business.ts';
import { newShop } from '../support/world.ts';

const TYPES = Object.keys(SOURCE_TYPES) as SourceType[];

const STEP = fc.record({
  item: fc.nat({ max: 1 }),
  place: fc.nat({ max: 1 }),
  change: fc.integer({ min: -900, max: 900 }).map((cents) => String(cents / 100)),
  type: fc.constantFrom(...TYPES),
  reservedChange: fc.constantFrom(undefined, '-1', '2.50'),
  unitCost: fc.constantFrom(undefined, '3.25'),
  // Hours of history, which may run backwards.
  hour: fc.nat({ max: 100 }),
  /** The batch ends with it. */
  ends: fc.boolean(),
});

test('however movements are divided into batches, levels and rows are the same', async () => {
  const { here, shop } = await newShop();
  const { createLocation } = await shop.get('mutation { createLocation(name: "David", code: "DAV") { id } }');
  const { locations } = await shop.get('{ locations { id isDefault } }');
  const places = [locations.find((one: { isDefault: boolean }) => one.isDefault).id, createLocation.id];
  const counters = 'n_venta, n_compra, n_ajuste, n_devolucion, n_other';

  async function written(
    steps: readonly (Movement & PastMovement)[][],
    items: string[],
    isHistory: boolean,
  ): Promise<object> {
    for (const batch of steps) {
      await inTenant(here.app, shop.tenant, (db) =>
        isHistory
          ? recordHistory(db, batch, 'ana')
          : recordMovements(db, batch, { createdBy: 'ana', allowShortage: true }),
      );
    }
    const when = isHistory ? 'occurred_at::text, day, opens_day,' : '';
    const rows = await here.query(
      `select array_position($1, item_id) as item, location_id, ${when} seq, type_seq, source_type, method, movement_type,
         trim_scale(quantity_change) as change, trim_scale(new_quantity) as quantity, unit_cost, created_by
       from inventory_logs where item_id = any($1) order by 1, 2, seq`,
      [items],
    );
    const levels = await here.query(
      `select array_position($1, item_id) as item, location_id, trim_scale(on_hand) as on_hand, trim_scale(reserved) as reserved, last_seq, ${counters}
       from stock_levels where item_id = any($1) order by 1, 2`,
      [items],
    );
    return { rows, levels };
  }

  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 1, maxLength: 12 }), fc.boolean(), async (steps, isHistory) => {
      const of = async () => [await newItem(shop, { negative: true }), await newItem(shop, { negative: true })];
      const [divided, single] = [await of(), await of()];
      const on = (items: string[]) =>
        steps.map(({ item, place, change, type, hour, reservedChange, unitCost }) => ({
          ...{ itemId: items[item]!, locationId: places[place], change, source: { type, id: randomUUID() } },
          ...{ reservedChange, unitCost },
          occurredAt: new Date(Date.UTC(2025, 0, 1, hour)),
        }));
      const batches: (Movement & PastMovement)[][] = [[]];
      for (const [at, movement] of on(divided).entries()) {
        batches.at(-1)!.push(movement);
        if (steps[at]!.ends) batches.push([]);
      }
      const eachAlone = on(single).map((movement) => [movement]);
      assert.deepEqual(await written(batches, divided, isHistory), await written(eachAlone, single, isHistory));
    }),
    { numRuns: 20 },
  );
  const { problems } = await inTenant(here.app, shop.tenant, (db) => verifyLedger(db));
  // Units used up here were never reserved.
  assertNone(problems, ({ detail }) => !detail.startsWith('reserved is'));
});

test('history keeps its instants, and nothing happens before what stands before it', async () => {
  const { here, shop } = await newShop();
  const { locations } = await shop.get('{ locations { id } }');
  async function instantsOf(...at: string[]): Promise<string[]> {
    const itemId = await newItem(shop);
    const source = { type: 'INVOICE', id: randomUUID() } as const;
    const movement = { itemId, locationId: locations[0].id, change: '-1', source };
    const movements = at.map((instant) => ({ ...movement, occurredAt: new Date(instant) }));
    await inTenant(here.app, shop.tenant, (db) => recordHistory(db, movements, 'ana'));
    const rows = await here.query<{ at: string }>(
      `select to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as at from inventory_logs
       where item_id = $1 order by seq`,
      [itemId],
    );
    return rows.map(({ at: instant }) => instant);
  }
  const noon = (millis: number): string => `2026-03-01T12:00:00.${millis}Z`;
  assert.deepEqual(await instantsOf(noon(500), noon(499), noon(501)), [
    '2026-03-01 12:00:00.500000',
    '2026-03-01 12:00:00.500001',
    '2026-03-01 12:00:00.501000',
  ]);
  assert.deepEqual(await instantsOf('1969-12-31T23:59:59.999Z'), ['1969-12-31 23:59:59.999000']);
});

test('a batch is history as a whole, or not at all', async () => {
  const { here, shop } = await newShop();
  const { locations } = await shop.get('{ locations { id } }');
  const movement = {
    ...{ itemId: await newItem(shop), locationId: locations[0].id, change: '1' },
    source: { type: 'INVOICE', id: randomUUID() },
  } as const;
  const mixed = [movement, { ...movement, occurredAt: new Date('2026-03-01T12:00:00Z') }];
  await assert.rejects(
    inTenant(here.app, shop.tenant, (db) => moveGoods(db, mixed, { createdBy: 'ana' })),
    /all movements of a batch/,
  );
});
