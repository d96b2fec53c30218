// Derived data can be lost and counted anew; the ledger cannot be changed even then; and a fault is noticed by itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { verifySales } from '../../src/invoicing/index.ts';
import { rebuildSales } from '../../src/rollups/index.ts';
import { itemRanges, rebuildLedger, verifyLedger, type LedgerProblem } from '../../src/stock/index.ts';
import { verifySamples } from '../../src/stock/verify-sample.ts';
import { inTenant, type Tenant } from '../../src/tenancy/index.ts';
import { adjust, invoice, newClient, newItem, newOrder } from '../support/business.ts';
import { world, type Answer, type TestTenant } from '../support/world.ts';

/** As `folio rebuild` does it. */
async function rebuild(tenant: Tenant): Promise<{ movements: number; levels: number; sales: number }> {
  const { app } = await world();
  const changed = { movements: 0, levels: 0, sales: 0 };
  const ranges = await inTenant(app, tenant, (db) => Array.fromAsync(itemRanges(db)));
  for (const range of ranges) {
    await inTenant(
      app,
      tenant,
      async (db) => {
        const { movements, levels } = await rebuildLedger(db, range);
        changed.movements += movements;
        changed.levels += levels;
        changed.sales += await rebuildSales(db, range);
      },
      { role: 'app_rebuild' },
    );
  }
  return changed;
}

async function problems(tenant: Tenant): Promise<LedgerProblem[]> {
  const { app } = await world();
  const ledger = await inTenant(app, tenant, (db) => verifyLedger(db));
  const sales = await inTenant(app, tenant, (db) => verifySales(db));
  return [...ledger.problems, ...sales.problems];
}

interface Shop {
  shop: TestTenant;
  itemIds: string[];
  clientId: string;
  david: string;
}

/** Three items that were counted, sold, credited, promised and moved between two places. */
async function livelyShop(): Promise<Shop> {
  const shop = await (await world()).tenant();
  const { createLocation } = await shop.get('mutation { createLocation(name: "David", code: "DAV") { id } }');
  const main = (await shop.get('{ locations { id isDefault } }')).locations.find((one: Answer) => one.isDefault).id;
  const david = createLocation.id;
  const clientId = await newClient(shop);
  const itemIds = [];
  for (let n = 0; n < 3; n += 1) itemIds.push(await newItem(shop, { stock: '100' }));
  await shop.call('transferStock', { itemId: itemIds[0], fromLocationId: main, toLocationId: david, quantity: '30' });
  const lines = [
    ...itemIds.map((itemId) => ({ itemId, quantity: '5' })),
    { itemId: itemIds[0]!, quantity: '2', locationId: david },
  ];
  const sold = await invoice(shop, (await newOrder(shop, clientId, lines)).id, 'PROFORM');
  const canceled = await invoice(shop, (await newOrder(shop, clientId, lines)).id, 'PROFORM');
  await shop.get('mutation ($id: UUID!) { cancelInvoice(invoiceId: $id) { id } }', { id: canceled.id });
  const credit = { invoiceLineId: sold.lines[0].id, quantity: '1' };
  await shop.call('createCredit', { invoiceId: sold.id, mode: 'PROFORM', reason: 'Came back', lines: [credit] });
  await newOrder(shop, clientId, [{ itemId: itemIds[1]!, quantity: '7' }]);
  return { shop, itemIds, clientId, david };
}

const TOTALS = `select 'log' as what, to_jsonb(l) as row from inventory_logs l where tenant_id = $1
  union all select 'level', to_jsonb(l) - 'prior_at' from stock_levels l where tenant_id = $1
  union all select 'item', to_jsonb(s) from item_sales s where tenant_id = $1
  union all select 'client', to_jsonb(s) from client_sales s where tenant_id = $1 order by 1, 2`;

test('whatever is derived is counted anew as it was', async () => {
  const { query } = await world();
  const { shop, itemIds, david } = await livelyShop();
  const { tenant } = shop;
  assert.deepEqual(await problems(tenant), []);
  assert.deepEqual(await rebuild(tenant), { movements: 0, levels: 0, sales: 0 }, 'what is right is not written');
  const before = await query(TOTALS, [tenant.id]);

  const damage = async (text: string): Promise<void> => void (await query(text, [tenant.id]));
  await damage(`update inventory_logs set seq = seq + 5, type_seq = 1, day = day - 1, opens_day = not opens_day,
    movement_type = 'OTHER' where tenant_id = $1`);
  await damage(
    `update stock_levels set on_hand = on_hand + 1, reserved = 3, last_seq = 0, n_venta = 9 where tenant_id = $1`,
  );
  await query('delete from stock_levels where tenant_id = $1 and item_id = $2 and location_id = $3', [
    ...[tenant.id, itemIds[0], david],
  ]);
  await damage(
    'update item_sales set units = units + 1, documents = 0, leading_documents_left_out = 4 where tenant_id = $1',
  );
  await damage('delete from client_sales where tenant_id = $1');
  await damage(`insert into item_sales (tenant_id, item_id, grain, period, location_id, units)
    values ($1, gen_random_uuid(), 'D', '2026-01-01', gen_random_uuid(), 5)`);
  const checks = new Set((await problems(tenant)).map(({ check }) => check));
  for (const check of ['seq', 'type_seq', 'day', 'opens_day', 'movement_type', 'level', 'item_sales', 'client_sales']) {
    assert.ok(checks.has(check), check);
  }

  const { movements, levels, sales } = await rebuild(tenant);
  assert.ok(movements > 10 && levels === 4 && sales > 10, JSON.stringify({ movements, levels, sales }));
  assert.deepEqual(await problems(tenant), []);
  await damage(`delete from item_sales where tenant_id = $1 and period = '2026-01-01' and units = 0`);
  assert.deepEqual(await query(TOTALS, [tenant.id]), before);

  // Later movements continue rightly.
  await adjust(shop, itemIds[0]!, '1', david);
  assert.deepEqual(await problems(tenant), []);
});

test('what the ledger says is not derived: no role may change it, and a broken balance stays visible', async () => {
  const { app, query } = await world();
  const { shop } = await livelyShop();
  const { tenant } = shop;
  for (const column of ['quantity_change', 'new_quantity']) {
    const change = inTenant(
      app,
      tenant,
      (db) => sql`update inventory_logs set ${sql.ref(column)} = 1 where tenant_id = ${tenant.id}`.execute(db),
      { role: 'app_rebuild' },
    );
    await assert.rejects(change, { code: '42501' });
  }
  await assert.rejects(
    inTenant(app, tenant, (db) => sql`delete from inventory_logs`.execute(db), { role: 'app_rebuild' }),
    { code: '42501' },
  );
  // Nor does that role see other tenants.
  const seen = await inTenant(
    app,
    tenant,
    (db) => sql<{ tenants: number }>`select count(distinct tenant_id) as tenants from inventory_logs`.execute(db),
    { role: 'app_rebuild' },
  );
  assert.equal(seen.rows[0]!.tenants, 1);

  await query('update inventory_logs set new_quantity = new_quantity + 1 where tenant_id = $1 and seq = 1', [
    tenant.id,
  ]);
  await rebuild(tenant);
  assert.deepEqual([...new Set((await problems(tenant)).map(({ check }) => check))], ['chain']);
});

test('it may run while others sell', async () => {
  const { shop, itemIds, clientId, david } = await livelyShop();
  const sell = async (turn: number): Promise<void> => {
    const lines = itemIds.map((itemId, at) => ({
      itemId,
      quantity: '1',
      ...(at === 0 && turn % 2 ? { locationId: david } : {}),
    }));
    await invoice(shop, (await newOrder(shop, clientId, lines)).id, 'PROFORM');
    await adjust(shop, itemIds[turn % 3]!, '-1');
  };
  let isSelling = true;
  const selling = Promise.all(
    Array.from({ length: 4 }, async (_, writer) => {
      for (let turn = 0; turn < 5; turn += 1) await sell(writer + turn);
    }),
  ).finally(() => {
    isSelling = false;
  });
  const rebuilding = (async () => {
    const isOver = (): boolean => !isSelling;
    while (!isOver()) assert.deepEqual(await rebuild(shop.tenant), { movements: 0, levels: 0, sales: 0 });
  })();
  await Promise.all([selling, rebuilding]);
  assert.deepEqual(await problems(shop.tenant), []);
});

test('the hourly sample notices a fault, logs it and counts it', async () => {
  const { app, query, url } = await world();
  const { shop, itemIds } = await livelyShop();
  const logged: { fields: Record<string, unknown>; message: string }[] = [];
  const log = {
    ...app.log,
    error: (fields: object, message: string) => void logged.push({ fields: { ...fields }, message }),
  };
  const counted = async (name: string): Promise<number> => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)![1]);
  };
  const mine = () => logged.filter(({ fields }) => fields['tenantId'] === shop.tenant.id);

  const [itemsBefore, problemsBefore] = [
    await counted('folio_ledger_items_checked_total'),
    await counted('folio_ledger_problems_total'),
  ];
  await verifySamples({ db: app.db, log });
  assert.deepEqual(mine(), []);
  assert.ok((await counted('folio_ledger_items_checked_total')) >= itemsBefore + 3);

  await query('update stock_levels set on_hand = on_hand + 1 where tenant_id = $1 and item_id = $2', [
    ...[shop.tenant.id, itemIds[2]],
  ]);
  await verifySamples({ db: app.db, log });
  const [fault] = mine();
  assert.equal(fault!.fields['count'], 1);
  assert.equal((fault!.fields['problems'] as LedgerProblem[])[0]!.itemId, itemIds[2]);
  assert.ok((await counted('folio_ledger_problems_total')) >= problemsBefore + 1);
  await rebuild(shop.tenant);
});
