// Damage behind the service's back is named: the check, the item, and the first row that is wrong.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { verifySales } from '../../src/invoicing/index.ts';
import { verifyPurchases } from '../../src/purchasing/index.ts';
import { verifyLedger, type LedgerProblem } from '../../src/stock/index.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { adjust, invoice, newClient, newItem, newOrder } from '../support/business.ts';
import { world, type TestTenant } from '../support/world.ts';

interface Damaged {
  shop: TestTenant;
  itemId: string;
  lotItemId: string;
}

/** One item that came, was sold and is promised in part; one in lots; goods that were ordered and came in part. */
async function business(): Promise<Damaged> {
  const shop = await (await world()).tenant();
  const itemId = await newItem(shop, { stock: '100' });
  const lotItemId = await newItem(shop, { tracking: 'LOT' });
  const { createSupplier } = await shop.get('mutation { createSupplier(name: "Bodega") { id } }');
  const { createPurchaseOrder } = await shop.get(
    'mutation ($input: CreatePurchaseOrderInput!) { createPurchaseOrder(input: $input) { id lines { id } } }',
    { input: { supplierId: createSupplier.id, lines: [{ itemId: lotItemId, quantity: '9', unitCost: '2' }] } },
  );
  await shop.call('receivePurchaseOrder', {
    purchaseOrderId: createPurchaseOrder.id,
    lines: [{ lineId: createPurchaseOrder.lines[0].id, quantity: '4', lotNumber: 'L-1' }],
  });
  const clientId = await newClient(shop);
  await invoice(shop, (await newOrder(shop, clientId, [{ itemId, quantity: '5' }])).id, 'PROFORM');
  await adjust(shop, itemId, '-1');
  await newOrder(shop, clientId, [{ itemId, quantity: '2' }]);
  return { shop, itemId, lotItemId };
}

async function problemsOf(shop: TestTenant): Promise<LedgerProblem[]> {
  const { app } = await world();
  return inTenant(app, shop.tenant, async (db) => [
    ...(await verifyLedger(db)).problems,
    ...(await verifyPurchases(db)),
    ...(await verifySales(db)).problems,
  ]);
}

const ROW = 'update inventory_logs set';
const SECOND = 'where item_id = $1 and seq = 2';
const LEVEL = 'update stock_levels set';

/** Damage to the item, or with "lots" to the one in lots; the check that names it; its words. */
type Damage = readonly [what: string, damage: string, check: string, says: RegExp, on?: 'lots'];

const DAMAGES: readonly Damage[] = [
  ['a balance', `${ROW} new_quantity = new_quantity + 1 ${SECOND}`, 'chain', /2 of 3 rows, the first is number 2/],
  ['a change', `${ROW} quantity_change = -6 ${SECOND}`, 'chain', /1 of 3 rows, the first is number 2/],
  ['a row that is gone', `delete from inventory_logs ${SECOND}`, 'seq', /1 of 2 rows, the first is number 2/],
  ['a position', `${ROW} seq = 7 ${SECOND}`, 'seq', /the first is number 2/],
  ['a position of its type', `${ROW} type_seq = 7 ${SECOND}`, 'type_seq', /the first is number 2/],
  ['a day', `${ROW} day = day - 1 ${SECOND}`, 'day', /the first is number 2/],
  ['an opening', `${ROW} opens_day = true ${SECOND}`, 'opens_day', /the first is number 2/],
  ['a type', `${ROW} movement_type = 'OTHER' ${SECOND}`, 'movement_type', /the first is number 2/],
  ['a source', `${ROW} source_type = 3 ${SECOND}`, 'movement_type', /the first is number 2/],
  ['an order', `${ROW} occurred_at = occurred_at - interval '1 day' ${SECOND}`, 'chain', /the first is number 1/],
  ['what is on hand', `${LEVEL} on_hand = 95 where item_id = $1`, 'level', /on_hand is 95 and should be 94/],
  ['what is promised', `${LEVEL} reserved = 0 where item_id = $1`, 'level', /reserved is 0 and should be 2/],
  ['a counter', `${LEVEL} n_venta = 2 where item_id = $1`, 'level', /n_venta is 2 and should be 1/],
  ['the last position', `${LEVEL} last_seq = 9 where item_id = $1`, 'level', /last_seq is 9 and should be 3/],
  ['the last instant', `${LEVEL} last_at = now() where item_id = $1`, 'level', /last_at is/],
  ['a level that is gone', 'delete from stock_levels where item_id = $1', 'level', /there is no level/],
  [
    'a reservation',
    `update stock_reservations set quantity = 3 where item_id = $1 and status = 'ACTIVE'`,
    'level',
    /reserved is 2 and should be 3/,
  ],
  ['a lot', 'update inventory_lots set quantity_remaining = 3 where item_id = $1', 'lots', /the first is L-1/, 'lots'],
  [
    'what came',
    'update purchase_order_lines set quantity_received = 5 where item_id = $1',
    'received',
    /has 5 received, the ledger 4/,
    'lots',
  ],
  ['units of a day', `update item_sales set units = 6 where item_id = $1 and grain = 'D'`, 'item_sales', /6 units/],
  ['units of a month', `update item_sales set units = 6 where item_id = $1 and grain = 'M'`, 'item_sales', /6 units/],
  ['documents', 'update item_sales set documents = 2 where item_id = $1', 'item_sales', /documents is 2/],
  [
    'units of a client',
    `update client_sales set units = 6 where item_id = $1 and grain = 'D'`,
    'client_sales',
    /on .*6 units are recorded/,
  ],
  [
    'an item condensed by hand',
    'insert into condensed_items select tenant_id, id from items where id = $1',
    'client_sales',
    /^5 periods differ; in the half month.*0 units are recorded/,
  ],
  ['a client that is gone', 'delete from client_sales where item_id = $1', 'client_sales', /0 units are recorded/],
];

test('each kind of damage is named', async (t) => {
  const { query } = await world();
  for (const [what, damage, check, says, on] of DAMAGES) {
    await t.test(what, async () => {
      const { shop, itemId, lotItemId } = await business();
      assert.deepEqual(await problemsOf(shop), []);
      const damagedId = on === 'lots' ? lotItemId : itemId;
      const [row] = await query<{ id: string }>('select id from inventory_logs where item_id = $1 and seq = 2', [
        itemId,
      ]);
      await query(damage, [damagedId]);
      const problems = await problemsOf(shop);
      const found = problems.find((problem) => problem.check === check && says.test(problem.detail));
      assert.equal(found?.itemId, damagedId, JSON.stringify(problems));
      if (says.source.includes('number 2') && !damage.startsWith('delete')) assert.ok(found.detail.endsWith(row!.id));
    });
  }
});

test('folio verify ends with 1 and names what it found', async () => {
  const { database, query } = await world();
  const { shop, itemId } = await business();
  await query(`${LEVEL} on_hand = 95 where item_id = $1`, [itemId]);
  const { status, stdout } = spawnSync(
    process.execPath,
    ['bin/start.mjs', 'src/cli/folio.ts', 'verify', '--tenant', shop.tenant.id, '--json'],
    {
      cwd: join(import.meta.dirname, '../..'),
      env: { PATH: process.env['PATH'], DATABASE_URL: database.pool.options.connectionString },
      encoding: 'utf8',
    },
  );
  assert.equal(status, 1);
  const { problems } = JSON.parse(stdout) as { problems: (LedgerProblem & { tenantId: string })[] };
  assert.deepEqual(
    problems.map(({ tenantId, check, itemId, detail }) => ({ tenantId, check, itemId, detail })),
    [{ tenantId: shop.tenant.id, check: 'level', itemId, detail: 'on_hand is 95 and should be 94' }],
  );
});
