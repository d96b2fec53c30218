// The demo tenant on a real database, with the PAC simulator in the room: complete, consistent, made once.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { assertEach } from '../../test/support/assert-each.ts';
import { createWorld, type World } from '../../test/support/world.ts';
import { listClients, listItems, listLocations } from '../../src/catalog/index.ts';
import { generateInvoice } from '../../src/invoicing/generate-invoice.ts';
import { verifySales } from '../../src/invoicing/index.ts';
import { listPurchaseOrders, verifyPurchases } from '../../src/purchasing/index.ts';
import { listOrders } from '../../src/sales/index.ts';
import { verifyLedger } from '../../src/stock/index.ts';
import { createTenant } from '../../src/company/index.ts';
import { countOf, inTenant, listTenants, ofTenant, type Tenant, type TenantDb } from '../../src/tenancy/index.ts';
import { DEMO_TENANT } from './data.ts';
import { prepareDemo, type Demo } from './prepare-demo.ts';

const ALL = { limit: 1000, offset: 0 };

describe('the demo tenant', () => {
  let world: World;
  let tenant: Tenant;
  let demo: Demo;

  before(async () => {
    world = await createWorld({ works: false });
    // The same day each time, so that what chance brings is always the same.
    world.clock.offsetMs = Date.parse('2026-11-21T14:20:00Z') - Date.now();
  });

  after(() => world.close());

  function ask<T>(work: (db: TenantDb) => Promise<T>): Promise<T> {
    return inTenant(world.app, tenant, work);
  }

  function count(table: string, where = 'true'): Promise<number> {
    return world
      .query<{ count: number }>(`select count(*) from ${table} where tenant_id = $1 and ${where}`, [tenant.id])
      .then(([row]) => row!.count);
  }

  test('is not made where others have made a tenant', async (t) => {
    const taken = await createWorld({ works: false });
    t.after(() => taken.close());
    await createTenant(taken.app, { name: 'Mi empresa', pacCompanyId: DEMO_TENANT.pacCompanyId });
    assert.equal(await prepareDemo(taken.app), undefined);
    assert.equal((await listTenants(taken.app)).length, 1);
  });

  test('a start that was killed half-way is made good by the next one', async () => {
    // State after the first of the two transactions.
    tenant = await createTenant(world.app, DEMO_TENANT);
    demo = (await prepareDemo(world.app))!;
    assert.equal(demo.tenant.id, tenant.id);
    assert.equal((await listTenants(world.app)).length, 1);
  });

  test('PostgreSQL plans for what the demo has, from its first moment', async () => {
    const unknown = await world.query(`
      select relname from pg_class where relname in ('invoices', 'invoice_lines', 'inventory_logs') and reltuples <= 0`);
    assert.deepEqual(unknown, []);
  });

  test('has the catalog, the stores and the clients', async () => {
    assert.equal(await ask(async (db) => countOf(db, await listItems(db, ALL))), 44);
    const [service] = (await ask((db) => listItems(db, { ...ALL, kind: 'SERVICE' }))).records;
    assert.equal(service?.sku, 'ENT-DOM');
    const [box] = (await ask((db) => listItems(db, { ...ALL, search: '17450012345673' }))).records;
    assert.equal(box?.sku, 'LEC-1L');
    assert.equal(await ask(async (db) => countOf(db, await listClients(db, ALL))), 25);
    const stores = await ask(listLocations);
    assertEach(stores, ({ code, name, is_default }) => ({ code, name, is_default }), [
      { code: 'MAIN', name: 'Casa matriz', is_default: true },
      { code: 'COL', name: 'Colón', is_default: false },
      { code: 'DAV', name: 'David', is_default: false },
    ]);
  });

  test('everything that is derived agrees with the ledger and the documents', async () => {
    const { logs, problems } = await ask(verifyLedger);
    assert.ok(logs > 4000, `${logs} rows`);
    assert.deepEqual(problems, []);
    assert.deepEqual(await ask(verifyPurchases), []);
    assert.deepEqual((await ask(verifySales)).problems, []);
  });

  test('what the lots hold is what is on the shelf', async () => {
    const rows = await world.query<{ sku: string; held: string; on_hand: string }>(
      `select i.sku, (select sum(quantity_remaining) from inventory_lots l where l.item_id = i.id) as held,
         (select sum(on_hand) from stock_levels s where s.item_id = i.id) as on_hand
       from items i where i.tenant_id = $1 and i.tracking_mode = 'LOT'`,
      [tenant.id],
    );
    assert.ok(rows.length > 0);
    for (const { sku, held, on_hand } of rows) assert.equal(held, on_hand, sku);
    assert.ok((await count('inventory_lots', 'quantity_remaining > 0 and expiration_date is not null')) > 1);
  });

  test('invoices are in every state that money can bring them to', async () => {
    for (const status of ['PAID', 'PARTIALLY_PAID', 'UNPAID', 'PAST_DUE', 'CANCELED', 'PARTIALLY_CANCELED']) {
      assert.ok((await count('invoices', `invoice_status = '${status}'`)) > 0, status);
    }
  });

  test('nothing claims a certification that never happened', async () => {
    assert.equal(await count('fiscal_documents', `mode <> 'DGI_IMPORT' or legal_status is not null`), 0);
  });

  test('goods are on their way, some of them since a part has come', async () => {
    for (const status of ['OPEN', 'PARTIALLY_RECEIVED', 'RECEIVED', 'CLOSED'] as const) {
      const totalCount = await ask(async (db) => countOf(db, await listPurchaseOrders(db, { status, ...ALL })));
      assert.ok(totalCount > 0, status);
    }
    assert.ok((await count('purchase_order_lines', 'is_open')) > 0);
  });

  test('is made once, and found again at each later start', async () => {
    const before = await count('inventory_logs');
    assert.deepEqual(await prepareDemo(world.app), demo);
    assert.equal(await count('inventory_logs'), before);
    assert.equal((await listTenants(world.app)).length, 1);
  });

  test('each open order can be invoiced at once, under a number that is new', async () => {
    const { records } = await ask((db) => listOrders(db, { status: 'OPEN', ...ALL }));
    assert.ok(records.length >= 4);
    for (const { id, number } of records) {
      const invoice = await generateInvoice(ofTenant(world.app, tenant), { orderId: id, mode: 'DGI' }, 'test');
      assert.equal(invoice.legal_status, 'PAC_AUTHORIZED', `${number}: ${invoice.rejection_reasons.join()}`);
    }
    const kinds = await world.query(
      `select distinct c.receiver_type from invoices i join clients c on c.id = i.client_id
       join fiscal_documents d on d.id = i.id where d.mode = 'DGI'`,
    );
    assert.equal(kinds.length, 4);
    assert.deepEqual((await ask(verifyLedger)).problems, []);
  });
});
