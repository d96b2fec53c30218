// A tenant that moves to another installation: the database lets no process write, whatever it still believes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError } from '../../src/platform/errors.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { newClient, newItem, newOrder } from '../support/business.ts';
import { postGraphql } from '../support/serving.ts';
import { newShop, quietWorld, type Answer, type TestTenant, type World } from '../support/world.ts';

const ITEMS = '{ items(first: 1) { records { sku } } }';
const ADD = `mutation ($sku: String!) { createItem(input: { sku: $sku, name: "A", unit: "und", unitPrice: "1", taxRate: "7" }) { id } }`;

function put(here: World, { tenant }: TestTenant, place: string): Promise<unknown> {
  return here.query('update tenants set place = $2 where id = $1', [tenant.id, place]);
}

async function post(here: World, shop: TestTenant, query: string, variables = {}): Promise<[number, Answer]> {
  const { status, json } = await postGraphql(here.url, { query, variables }, { token: await shop.token('admin') });
  return [status, json];
}

test('a tenant that leaves is read on, one that has gone is not, and neither is written', async () => {
  const { here, shop } = await newShop(quietWorld());
  const other = await here.tenant();
  await put(here, shop, 'LEAVING');
  // The final answer of a mutation may be a transaction of its own.
  const reads = () =>
    inTenant(here.app, shop.tenant, (db) => db.selectFrom('items').select('sku').execute(), { kind: 'one read' });
  assert.deepEqual(await reads(), []);
  for (const place of ['LEAVING', 'GONE', 'ARRIVING']) {
    await put(here, shop, place);
    const [status, { errors }] = await post(here, shop, ADD, { sku: place });
    assert.equal(status, 421, place);
    assert.equal(errors[0].extensions.code, 'SERVICE_UNAVAILABLE');
    assert.equal((await post(here, other, ADD, { sku: place }))[0], 200, 'others work on');
    if (place === 'LEAVING') continue;
    assert.equal((await post(here, shop, ITEMS))[0], 421, place);
    await assert.rejects(reads, DomainError);
  }
  const file = await fetch(`${here.url}/files/${shop.tenant.id}`, {
    headers: { authorization: `Bearer ${await shop.token('viewer')}` },
  });
  assert.deepEqual([file.status, file.headers.get('retry-after')], [421, '1']);
  await put(here, shop, 'HERE');
  assert.equal((await post(here, shop, ADD, { sku: 'back' }))[0], 200);
});

test('of an operation that has done something it is not said that nothing was done', async (t) => {
  const { here, shop } = await newShop(quietWorld());
  // The first mutation itself moves the tenant away.
  await here.query(`
    create or replace function leave() returns trigger language plpgsql security definer as $$ begin
      if new.sku = 'the last' then update tenants set place = 'LEAVING' where id = new.tenant_id; end if; return new; end $$`);
  await here.query('create trigger leave after insert on items for each row execute function leave()');
  t.after(() => here.query('drop trigger leave on items'));
  const two = ADD.replace(/createItem.*\}$/, (one) => `a: ${one.slice(0, -1)} b: ${one.replace('$sku', '"never"')}`);
  const [status, { data, errors }] = await post(here, shop, two, { sku: 'the last' });
  assert.equal(status, 200);
  assert.equal(errors.length, 1);
  assert.equal(errors[0].extensions.code, 'SERVICE_UNAVAILABLE');
  assert.ok(data === null || data.a);
});

test('while it drains it sells, and nothing more is sent from here', async () => {
  const { here, shop } = await newShop();
  const itemId = await newItem(shop, { stock: '10' });
  const order = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '1' }]);
  await put(here, shop, 'DRAINING');
  const sold = await shop.call('generateInvoice { id submissionState legalStatus }', { orderId: order.id });
  assert.deepEqual([sold.submissionState, sold.legalStatus], ['PENDING', null]);
  const claimed = await here.sql`select from pac_requests
    where tenant_id = ${shop.tenant.id} and started_at is not null`;
  assert.equal(claimed.length, 0);
});
