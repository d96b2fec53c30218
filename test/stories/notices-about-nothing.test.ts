// A sender with the webhook's secret cannot fill the inbox with notices about nothing, and no notice that matters is lost.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { forgetNotices } from '../../src/certification/notices/notices-about-nothing.ts';
import { applyNotice, storeNotices } from '../../src/certification/notices/receive-notice.ts';
import { findLostOf } from '../../src/certification/watch/find-lost-duties.ts';
import { newSale, readInvoice } from '../support/business.ts';
import { newShop, PAC_WEBHOOK_SECRET, quietWorld, type TestTenant, type World } from '../support/world.ts';
import { ofTenant } from '../../src/tenancy/index.ts';

async function notify(here: World, shop: TestTenant, notice: object): Promise<number> {
  const body = JSON.stringify(notice);
  const signature = createHmac('sha256', PAC_WEBHOOK_SECRET).update(body).digest('hex');
  const answer = await fetch(`${here.url}/webhooks/pac/${shop.companyId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-pac-signature': signature },
    body,
  });
  await answer.text();
  return answer.status;
}

const kept = async (here: World, shop: TestTenant): Promise<number> =>
  (await here.sql<{ count: number }>`select count(*) as count from pac_notices where tenant_id = ${shop.tenant.id}`)[0]!
    .count;

async function fill(here: World, shop: TestTenant, state: string, count: number, receivedAt = 'now()'): Promise<void> {
  await here.query(
    `insert into pac_notices (tenant_id, id, digest, body, pac_document_id, cufe, legal_status, state, received_at)
     select $1, gen_random_uuid(), 'old ' || $2 || n, '{}', 'x' || n, case when n % 10 = 0 then 'FE0120000155596713-2-2015-59' || n end,
       'DGI_AUTHORIZED', $2, ${receivedAt} from generate_series(1, $3::int) as n`,
    [shop.tenant.id, state, count],
  );
}

async function dutiesOf(here: World, shop: TestTenant) {
  const [row] = await here.query<{ state: string; deliveries: number; duties: number }>(
    `select state, deliveries, (select count(*)::int from pgboss.job where name = 'process-notice' and state < 'completed'
       and data->>'noticeId' = n.id::text) as duties
     from pac_notices n where tenant_id = $1`,
    [shop.tenant.id],
  );
  return row;
}

test('when too many wait for documents that never come, one more is sent back to be repeated; one that matters is not', async () => {
  const { here, shop, invoice } = await newSale(quietWorld());
  await fill(here, shop, 'WAITING', 4_999);
  assert.equal(await notify(here, shop, { id: 'about-nothing-1', legalStatus: 'DGI_AUTHORIZED' }), 200);
  assert.equal(await notify(here, shop, { id: 'about-nothing-2', legalStatus: 'DGI_AUTHORIZED' }), 503);
  assert.equal(
    await notify(here, shop, { id: 'about-nothing-1', legalStatus: 'DGI_AUTHORIZED' }),
    200,
    'known already',
  );
  assert.equal(await notify(here, shop, { cufe: invoice.cufe, legalStatus: 'DGI_AUTHORIZED' }), 200);
  assert.equal((await readInvoice(shop, invoice.id)).legalStatus, 'DGI_AUTHORIZED');
  const before = await kept(here, shop);
  const statuses = await Promise.all(
    Array.from({ length: 20 }, (_, at) => notify(here, shop, { id: `flood-${at}`, legalStatus: 'DGI_AUTHORIZED' })),
  );
  assert.deepEqual(new Set(statuses), new Set([503]));
  assert.equal(await kept(here, shop), before);
});

test('a crowd about nothing fills what is free and no more, and a crowd about our own document is taken beside it', async () => {
  const { here, shop, invoice } = await newSale(quietWorld());
  await fill(here, shop, 'WAITING', 4_800);
  const own = await kept(here, shop);
  for (let wave = 0; wave < 5; wave += 1) {
    const told = Array.from({ length: 60 }, (_, at) => ({ id: `flood-${wave}-${at}`, legalStatus: 'PAC_AUTHORIZED' }));
    const statuses = await Promise.all(told.map((notice) => notify(here, shop, notice)));
    assert.ok(statuses.every((status) => status === 200 || status === 503));
  }
  // At the bound each is tried alone, and as many as there are connections are counted beside each other.
  const [free, connections] = [5_000 - 4_800, 10];
  const taken = (await kept(here, shop)) - own;
  assert.ok(taken <= free + connections && taken > free - 60, `${taken} were taken`);
  const ours = Array.from({ length: 40 }, (_, at) => ({
    cufe: invoice.cufe,
    legalStatus: 'PAC_AUTHORIZED',
    message: `${at}`,
  }));
  const statuses = await Promise.all(ours.map((notice) => notify(here, shop, notice)));
  assert.deepEqual(new Set(statuses), new Set([200]));
});

test('one that was given up and is told anew, and then again and again, has one duty', async () => {
  const { here, shop } = await newShop(quietWorld());
  const notice = { id: 'never-came', legalStatus: 'PAC_AUTHORIZED' };
  assert.equal(await notify(here, shop, notice), 200);
  await here.sql`update pac_notices set state = 'EXPIRED', processed_at = now() where tenant_id = ${shop.tenant.id}`;
  await here.query(`delete from pgboss.job where name = 'process-notice' and data->>'tenantId' = $1`, [shop.tenant.id]);
  for (let time = 0; time < 4; time += 1) assert.equal(await notify(here, shop, notice), 200);
  assert.deepEqual(await dutiesOf(here, shop), { state: 'WAITING', deliveries: 5, duties: 1 });
});

test('one that had to wait for its turn longer than the search for lost duties does has one duty', async () => {
  const { here, shop } = await newShop(quietWorld());
  const said = { id: 'long-queue', legalStatus: 'PAC_AUTHORIZED' } as const;
  const notice = {
    outcome: 'ok',
    documentId: said.id,
    cufe: null,
    legalStatus: said.legalStatus,
    message: null,
  } as const;
  const rawBody = Buffer.from(JSON.stringify(said));
  const [stored] = await storeNotices(ofTenant(here.app, shop.tenant), [{ rawBody, body: said, notice }]);
  await here.sql`update pac_notices set received_at = now() - interval '2 minutes' where tenant_id = ${shop.tenant.id}`;
  await findLostOf(here.app, shop.tenant);
  await applyNotice(ofTenant(here.app, shop.tenant), stored!);
  assert.deepEqual(await dutiesOf(here, shop), { state: 'WAITING', deliveries: 1, duties: 1 });
});

test('what makes no sense is kept a thousand times, and refused as before afterwards', async () => {
  const { here, shop } = await newShop(quietWorld());
  await fill(here, shop, 'REFUSED', 999);
  for (let at = 0; at < 3; at += 1) {
    assert.equal(await notify(here, shop, { id: `x${at}`, legalStatus: 'NONSENSE' }), 422);
  }
  assert.equal(await kept(here, shop), 1_000);
});

test('after ninety days what is about nothing is forgotten, and what may be a document of ours is not', async () => {
  const { here, shop, invoice } = await newSale(quietWorld());
  await notify(here, shop, { cufe: invoice.cufe, legalStatus: 'DGI_AUTHORIZED' });
  const old = "now() - interval '91 days'";
  await here.query(`update pac_notices set received_at = ${old} where tenant_id = $1`, [shop.tenant.id]);
  await fill(here, shop, 'REFUSED', 30, old);
  await fill(here, shop, 'EXPIRED', 100, old);
  await fill(here, shop, 'WAITING', 7, old);
  await here.sql`insert into pac_notices (tenant_id, id, digest, body, state)
    values (${shop.tenant.id}, gen_random_uuid(), 'young', '{}', 'EXPIRED')`;
  await forgetNotices(here.app);
  // The one of the invoice, ten that name our RUC, those that wait, and the young one.
  assert.equal(await kept(here, shop), 1 + 10 + 7 + 1);
  await assert.rejects(
    here.query('delete from pac_notices where tenant_id = $1 and document_id is not null', [shop.tenant.id]),
    /not removed/,
  );
});
