// Attacks on the fences inside: between tenants, and between us and the network.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { inTenant } from '../../src/tenancy/index.ts';
import { invoicedOrder, newSale } from '../support/business.ts';
import { tripsOf } from '../support/trips.ts';
import { WALLS } from '../support/walls.ts';
import { newShop, quietWorld } from '../support/world.ts';

const UNKNOWN_ID = '018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f';

const CALLS_OUT: Record<string, string> = {
  'src/sales/notify.ts': `import { request } from 'undici';`,
  'src/invoicing/graphql.ts': `import axios from 'axios';`,
  'src/certification/jobs.ts': `import { get } from 'node:https';`,
  'src/stock/post.ts': `export const told = await fetch('https://example.com');`,
  'src/jobs/socket.ts': `import { connect } from 'node:net';`,
  'src/analytics/push.ts': `const socket = new WebSocket('wss://example.com');`,
};

for (const [path, text] of Object.entries(CALLS_OUT)) {
  test(`A30: ${path} would not pass with ${text}`, () => {
    const breaches = WALLS.flatMap((wall) => wall.breaches([{ path, text, bytes: text.length }]));
    assert.ok(
      breaches.some((breach) => breach.startsWith(path)),
      'no wall fell',
    );
  });
}

/** Code that steps out of a tenant's transaction, and why it may. */
const EXCEPTIONS: Record<string, string> = {
  'a tenant’s rows are reached only through inTenant': 'await app.db.selectFrom("items").execute();',
  'only the queue steps out of the tenant’s role': `import { asRole } from '../tenancy/index.ts';`,
};

test('A36: only files that a wall names reach rows outside of inTenant', () => {
  for (const [name, text] of Object.entries(EXCEPTIONS)) {
    const wall = WALLS.find((one) => one.name === name);
    assert.ok(wall, name);
    for (const path of ['src/analytics/report.ts', 'src/invoicing/jobs.ts', 'src/catalog/graphql.ts']) {
      assert.equal(wall.breaches([{ path, text, bytes: text.length }]).length, 1, `${name}: ${path}`);
    }
  }
});

test('A37: an id of another tenant is NOT_FOUND after the same work as an id that does not exist', async () => {
  const here = await quietWorld();
  const [shop, stranger] = await Promise.all([here.tenant(), here.tenant()]);
  const { invoice } = await invoicedOrder(shop, { mode: 'PROFORM' });
  const ask = async (id: string): Promise<void> => {
    const refused = await stranger.refuses('invoice { id client { name } lines { id } }', { id });
    assert.deepEqual(refused, { code: 'NOT_FOUND', message: 'Invoice not found' });
  };
  // Knowledge of the caller is held for a few seconds.
  await ask(UNKNOWN_ID);
  const nobodys = await tripsOf(here, () => ask(UNKNOWN_ID));
  assert.ok(nobodys > 0);
  assert.equal(await tripsOf(here, () => ask(invoice.id)), nobodys);
});

test('A41: who the tenant is, is asked once for a query and not once for a row', async () => {
  const { here, shop } = await newShop();
  const tables = await here.query<{ name: string }>(
    `select tablename as name from pg_policies where 'app_tenant' = any (roles) and policyname = 'tenant_isolation'`,
  );
  assert.ok(tables.length > 15);
  await inTenant(here.app, shop.tenant, async (db) => {
    await sql`set local enable_seqscan = off`.execute(db);
    for (const { name } of tables) {
      const { rows } = await sql<Record<string, string>>`explain select from ${sql.table(name)}`.execute(db);
      const plan = rows.map((row) => Object.values(row)[0]).join('\n');
      // The key of an index is computed once; a filter runs for each row.
      assert.match(plan, /Index Cond:.*current_setting/, plan);
      assert.doesNotMatch(plan, /Filter:/, plan);
    }
  });
});

test('A25, A26: whatever the PAC calls a document, its file is an attachment with a harmless name', async () => {
  const { here, shop, invoice } = await newSale(quietWorld());
  await here.rewrite([
    'update fiscal_documents set cufe = $2 where id = $1',
    [invoice.id, '../../etc/x"; filename="a.html\r\nSet-Cookie: a=b'],
  ]);
  // The PAC would name it differently from our expectation, so it names nothing.
  here.simulator.nextFault({ name: 'idWithoutCufe', companyId: shop.companyId, operation: 'get' });
  const { attachPacPdf } = await shop.get(
    'mutation ($id: UUID!) { attachPacPdf(sourceId: $id, sourceType: INVOICE) { filename url } }',
    { id: invoice.id },
  );
  assert.equal(attachPacPdf.filename, 'etcxfilenameahtmlSet-Cookieab.pdf');
  const headers = { authorization: `Bearer ${await shop.token('viewer')}` };
  const response = await fetch(`${here.url}${attachPacPdf.url}`, { headers });
  await response.arrayBuffer();
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('set-cookie'), null);
  assert.equal(response.headers.get('content-disposition'), `attachment; filename="${attachPacPdf.filename}"`);
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
  assert.equal(response.headers.get('content-security-policy'), "default-src 'none';sandbox");
});
