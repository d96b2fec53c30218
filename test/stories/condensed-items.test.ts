// Clients' sales of an item with many buyers are also kept by longer periods: from which sale on, and exactly.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { verifySales } from '../../src/invoicing/index.ts';
import { condense, condenseItems, release } from '../../src/rollups/condense-items.ts';
import { rebuildSales, recordSales } from '../../src/rollups/index.ts';
import { itemRanges, moveGoods } from '../../src/stock/index.ts';
import { inTenant, type TenantDb } from '../../src/tenancy/index.ts';
import { adjust, invoice, newClient, newItem, newOrder } from '../support/business.ts';
import { eventually, quietWorld, type TestTenant } from '../support/world.ts';

interface Shop {
  shop: TestTenant;
  itemId: string;
  clientIds: string[];
  david: string;
}

async function openShop(): Promise<Shop> {
  const shop = await (await quietWorld()).tenant();
  const { createLocation } = await shop.get('mutation { createLocation(name: "David", code: "DAV") { id } }');
  const itemId = await newItem(shop, { stock: '100', negative: true });
  const clientIds = [await newClient(shop, 'Ana'), await newClient(shop, 'Berta'), await newClient(shop, 'Carla')];
  return { shop, itemId, clientIds, david: createLocation.id };
}

async function sell({ shop, itemId, clientIds }: Shop, client = 0, locationId?: string): Promise<string> {
  const line = { itemId, quantity: '2', ...(locationId === undefined ? {} : { locationId }) };
  return (await invoice(shop, (await newOrder(shop, clientIds[client]!, [line])).id, 'PROFORM')).id;
}

async function grainsOf({ itemId }: Shop): Promise<string> {
  const { query } = await quietWorld();
  const rows = await query<{ grain: string; units: string }>(
    'select grain, sum(units) as units from client_sales where item_id = $1 group by grain order by grain',
    [itemId],
  );
  return rows.map(({ grain, units }) => `${grain}${units}`).join(' ');
}

async function differences({ shop }: Shop): Promise<unknown[]> {
  const { app } = await quietWorld();
  return (await inTenant(app, shop.tenant, (db) => verifySales(db))).problems;
}

test('housekeeping condenses what many buy, and releases what few buy again', async () => {
  const { app } = await quietWorld();
  const at = await openShop();
  for (const client of [0, 1, 2]) await sell(at, client);
  await condenseItems(app, { many: 3, few: 1 });
  assert.equal(await grainsOf(at), 'D6', 'three are not more than three');
  await condenseItems(app, { many: 2, few: 1 });
  assert.equal(await grainsOf(at), 'D6 H6 M6 Q6 S6 Y6');
  const sold = await sell(at);
  assert.equal(await grainsOf(at), 'D8 H8 M8 Q8 S8 Y8');
  await at.shop.get('mutation ($id: UUID!) { cancelInvoice(invoiceId: $id) { id } }', { id: sold });
  assert.equal(await grainsOf(at), 'D6 H6 M6 Q6 S6 Y6');
  assert.deepEqual(await differences(at), []);
  await condenseItems(app, { many: 9, few: 2 });
  assert.equal(await grainsOf(at), 'D6 H6 M6 Q6 S6 Y6', 'more than few');
  await condenseItems(app, { many: 9, few: 3 });
  assert.equal(await grainsOf(at), 'D6');
  await sell(at);
  assert.equal(await grainsOf(at), 'D8');
  assert.deepEqual(await differences(at), []);
});

test('what is lost of a condensed item is counted anew, and of another only its days', async () => {
  const { app, query } = await quietWorld();
  const at = await openShop();
  const { tenant } = at.shop;
  await sell(at);
  const rebuild = async (): Promise<number> => {
    let changed = 0;
    await inTenant(
      app,
      tenant,
      async (db) => {
        for await (const range of itemRanges(db)) changed += await rebuildSales(db, range);
      },
      { role: 'app_rebuild' },
    );
    return changed;
  };
  for (const [kind, grains] of [
    [release, 'D2'],
    [condense, 'D2 H2 M2 Q2 S2 Y2'],
  ] as const) {
    await inTenant(app, tenant, (db) => kind(db, at.itemId), { role: 'app_rebuild' });
    assert.equal(await rebuild(), 0);
    await query('delete from client_sales where item_id = $1', [at.itemId]);
    assert.equal((await differences(at)).length, 1);
    assert.ok((await rebuild()) > 0);
    assert.equal(await grainsOf(at), grains);
    assert.deepEqual(await differences(at), []);
  }
});

/** The goods move, and then the sale is recorded, as every verb does it. */
async function sellAt(db: TenantDb, { itemId, clientIds }: Shop, locationId: string): Promise<void> {
  const documentId = crypto.randomUUID();
  const source = { type: 'INVOICE' as const, id: documentId };
  await moveGoods(db, [{ itemId, locationId, change: '-2', source }], { createdBy: 'a seller' });
  await recordSales(db, [{ documentId, itemId, locationId, clientId: clientIds[1]!, day: '2026-03-20', units: '2' }]);
  // Neither has been sent yet: both travel with what is asked next.
  await sql`select`.execute(db);
}

for (const [where, isKnown] of [
  ['where it has been', true],
  ['where it has never been', false],
] as const) {
  async function openSoldShop(): Promise<Shop> {
    const at = await openShop();
    if (isKnown) await adjust(at.shop, at.itemId, '50', at.david);
    await sell(at);
    return at;
  }

  test(`a sale ${where} that meets the condensing of its item is in all periods or in the days alone`, async () => {
    const { app, query } = await quietWorld();
    for (const [change, before, after] of [
      [condense, release, 'D4 H4 M4 Q4 S4 Y4'],
      [release, condense, 'D4'],
    ] as const) {
      const at = await openSoldShop();
      const { tenant } = at.shop;
      await inTenant(app, tenant, (db) => before(db, at.itemId), { role: 'app_rebuild' });
      const changed = Promise.withResolvers<undefined>();
      const committing = Promise.withResolvers<undefined>();
      const changing = inTenant(
        app,
        tenant,
        async (db) => {
          await change(db, at.itemId);
          changed.resolve(undefined);
          await committing.promise;
        },
        { role: 'app_rebuild' },
      );
      await changed.promise;
      const selling = inTenant(app, tenant, (db) => sellAt(db, at, at.david));
      try {
        await eventually(
          () =>
            query(`select query from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`),
          (waiting) => waiting.length > 0,
        );
      } finally {
        committing.resolve(undefined);
      }
      await Promise.all([changing, selling]);
      assert.equal(await grainsOf(at), after);
    }
  });

  test(`an item that is just being sold ${where} is condensed another night`, async () => {
    const { app } = await quietWorld();
    const at = await openSoldShop();
    const { tenant } = at.shop;
    await inTenant(app, tenant, async (db) => {
      await sellAt(db, at, at.david);
      const condensing = inTenant(app, tenant, (other) => condense(other, at.itemId), { role: 'app_rebuild' });
      await assert.rejects(condensing, { code: '55P03' });
      // Housekeeping goes on without it.
      await condenseItems(app, { many: 0, few: 0 });
    });
    assert.equal(await grainsOf(at), 'D4');
    await condenseItems(app, { many: 0, few: 0 });
    assert.equal(await grainsOf(at), 'D4 H4 M4 Q4 S4 Y4');
  });
}

test('what a process of 1.8.0 keeps of other items is not read, and housekeeping takes it away', async () => {
  const { app, query } = await quietWorld();
  const at = await openShop();
  await sell(at);
  await query(
    `insert into client_sales (tenant_id, item_id, grain, period, client_id, units)
     select tenant_id, item_id, 'Y', date_trunc('year', period)::date, client_id, 1 from client_sales where item_id = $1`,
    [at.itemId],
  );
  assert.deepEqual(await differences(at), []);
  await condenseItems(app);
  assert.equal(await grainsOf(at), 'D2');
});
