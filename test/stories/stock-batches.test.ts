// The ledger does not depend on how movements were divided into batches: one alone and many together are the same statement.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { SOURCE_TYPES, verifyLedger, type Movement, type SourceType } from '../../src/stock/index.ts';
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

  async function written(steps: readonly Movement[][], items: string[], isHistory: boolean): Promise<object> {
    for (const batch of steps) {
      await inTenant(here.app, shop.tenant, (db) =>
        recordMovements(db, batch, { createdBy: 'ana', allowShortage: true }),
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
      const on = (items: string[]): Movement[] =>
        steps.map(({ item, place, change, type, hour, reservedChange, unitCost }) => ({
          ...{ itemId: items[item]!, locationId: places[place], change, source: { type, id: randomUUID() } },
          ...{ reservedChange, unitCost },
          occurredAt: isHistory ? new Date(Date.UTC(2025, 0, 1, hour)) : undefined,
        }));
      const batches: Movement[][] = [[]];
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
