// The verdict of the DGI: polled until it is there, applied once, whichever path brings it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdTenants, ofTenant } from '../../src/tenancy/index.ts';
import { jobsOf } from '../../src/wiring/app.ts';
import { pollLegalStatus } from '../../src/certification/verdict/poll-legal-status.ts';
import { onPool } from '../../src/wiring/open-database.ts';
import { openPool } from '../../src/platform/postgres.ts';
import { buildServer } from '../../src/wiring/server.ts';
import { invoice, invoicedOrder, newSale, readInvoice, stockOf, untilInvoice } from '../support/business.ts';
import { sendNotice, timelineOf } from '../support/notices.ts';
import { createWorld, eventually, graphql, JWT_SECRET, newShop, quietWorld } from '../support/world.ts';
import type { Answer, TestTenant, World } from '../support/world.ts';

async function pollCount({ query }: World, invoice: Answer): Promise<number> {
  const [row] = await query<{ poll_count: number }>('select poll_count from fiscal_documents where id = $1', [
    invoice.id,
  ]);
  return row!.poll_count;
}

/** Makes polls of which the next one's time has not come, one after the other, until so many were made. */
async function pollUntil(here: World, shop: TestTenant, invoice: Answer, polls: number): Promise<void> {
  for (;;) {
    const made = await pollCount(here, invoice);
    if (made >= polls) return;
    await pollLegalStatus(ofTenant(here.app, shop.tenant), invoice.id, made);
  }
}

async function movesOf(shop: TestTenant, invoice: Answer): Promise<string[]> {
  const timeline = await timelineOf(shop, invoice.id);
  return timeline.filter((event) => event.kind === 'LEGAL_STATUS').map((event) => event.detail.to);
}

test('F36: each poll writes the next: at a fixed interval first, then ever more rarely', async () => {
  const { here, shop, invoice } = await newSale(quietWorld());
  await pollUntil(here, shop, invoice, 6);
  const jobs = await here.query<{ attempt: number; seconds: string }>(
    `select (data->>'attempt')::int as attempt, round(extract(epoch from start_after - created_on), 1)::text as seconds
     from pgboss.job where name = 'poll-legal-status' and data->>'documentId' = $1 order by 1`,
    [invoice.id],
  );
  const delays = new Map(jobs.map((job) => [job.attempt, Number(job.seconds)]));
  // The interval of these tests is 0.2 s, for three polls. The first has no job before its time has come.
  assert.deepEqual([...delays].filter(([attempt]) => attempt > 0).slice(0, 6), [
    [1, 0.2],
    [2, 0.2],
    [3, 0.4],
    [4, 0.8],
    [5, 1.6],
    [6, 3.2],
  ]);
  assert.equal(jobs.length, delays.size, 'no poll has two successors');
});

test('F36: a verdict ends the polls', async () => {
  const { here, shop, invoice } = await newSale(quietWorld());
  await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED', { webhook: false });
  await pollUntil(here, shop, invoice, 1);
  assert.equal((await readInvoice(shop, invoice.id)).legalStatus, 'DGI_AUTHORIZED');
  const made = await pollCount(here, invoice);
  await pollLegalStatus(ofTenant(here.app, shop.tenant), invoice.id, made);
  assert.equal(await pollCount(here, invoice), made);
  const timeline = await timelineOf(shop, invoice.id);
  assert.equal(timeline.find((event) => event.detail.to === 'DGI_AUTHORIZED')?.actor, 'service:pac-poll');
});

test('F36: polls survive the end of the worker that made them', async (t) => {
  const here = await createWorld();
  t.after(() => here.close());
  const shop = await here.tenant();
  const { invoice } = await invoicedOrder(shop);
  await eventually(
    () => pollCount(here, invoice),
    (polls) => polls > 0,
  );
  await here.app.jobs.stop();
  await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED', { webhook: false });
  assert.equal((await readInvoice(shop, invoice.id)).legalStatus, 'PAC_AUTHORIZED');
  const successor = await here.anotherApp();
  await successor.jobs.work(jobsOf(successor));
  const settled = await untilInvoice(
    shop,
    invoice.id,
    (one) => one.legalStatus !== 'PAC_AUTHORIZED' && one.pdf !== null,
  );
  assert.equal(settled.legalStatus, 'DGI_AUTHORIZED');
});

for (const name of [
  'http503',
  'http500',
  'timeoutBeforeAccept',
  'resetBeforeAccept',
  'html200',
  'http401',
  'http429',
  'notFoundAtFirst',
] as const) {
  test(`${name} at a poll is no verdict; the next one is made all the same`, async () => {
    const { here, shop, invoice } = await newSale(quietWorld());
    here.simulator.nextFault({ name, companyId: shop.companyId, operation: 'get' });
    await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED', { webhook: false });
    await pollUntil(here, shop, invoice, 1);
    assert.equal((await readInvoice(shop, invoice.id)).legalStatus, 'PAC_AUTHORIZED');
    const settled = await eventually(
      async () => {
        await pollUntil(here, shop, invoice, (await pollCount(here, invoice)) + 1);
        return readInvoice(shop, invoice.id);
      },
      (one) => one.legalStatus !== 'PAC_AUTHORIZED',
    );
    assert.equal(settled.legalStatus, 'DGI_AUTHORIZED');
    assert.deepEqual(settled.rejectionReasons, [], 'what the DGI remarks on what it authorizes is no objection');
  });
}

test('F32: webhook and polls at the same moment are one transition and one PDF', async () => {
  const { here, shop } = await newShop();
  for (let run = 0; run < 5; run += 1) {
    const { invoice } = await invoicedOrder(shop);
    await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED', { webhook: false });
    const polls = await pollCount(here, invoice);
    await Promise.all([
      sendNotice(here, shop, { id: invoice.documentId, cufe: invoice.cufe, legalStatus: 'DGI_AUTHORIZED' }),
      pollLegalStatus(ofTenant(here.app, shop.tenant), invoice.id, polls),
      pollLegalStatus(ofTenant(here.app, shop.tenant), invoice.id, polls),
    ]);
    const settled = await untilInvoice(shop, invoice.id, (one) => one.pdf !== null);
    assert.equal(settled.files.length, 1);
    assert.deepEqual(await movesOf(shop, invoice), ['PAC_AUTHORIZED', 'DGI_AUTHORIZED']);
  }
});

for (const isPolled of [false, true]) {
  test(`DGI_REJECTED by ${isPolled ? 'poll' : 'webhook'} keeps the reasons, brings the goods back and gives the order free`, async () => {
    const { here, shop, invoice: rejected, itemId, order } = await newSale(quietWorld());
    await here.simulator.verdict(rejected.documentId, 'DGI_REJECTED', { webhook: !isPolled });
    if (isPolled) await pollUntil(here, shop, rejected, 1);
    const told = await readInvoice(shop, rejected.id);
    assert.equal(told.legalStatus, 'DGI_REJECTED');
    const reasons = told.rejectionReasons.join('; ');
    assert.ok(here.simulator.document(rejected.documentId)!.reasons.every((reason) => reasons.includes(reason)));
    assert.deepEqual(await stockOf(shop, itemId), { onHand: '100', available: '100' });
    const freed = await shop.call('order { status invoice { id } }', { id: order.id });
    assert.deepEqual(freed, { status: 'OPEN', invoice: { id: rejected.id } });
    const second = await invoice(shop, order.id);
    assert.notEqual(second.number, rejected.number);
    assert.equal(second.legalStatus, 'PAC_AUTHORIZED');
    assert.deepEqual(await stockOf(shop, itemId), { onHand: '95', available: '95' });
    assert.equal((await readInvoice(shop, rejected.id)).files.length, 0);
  });
}

test('an order whose invoice was rejected can be canceled', async () => {
  const { here, shop, invoice: rejected, itemId, order } = await newSale();
  await here.simulator.verdict(rejected.documentId, 'DGI_REJECTED');
  const cancelOrder = await shop.call('cancelOrder { status }', { orderId: order.id });
  assert.equal(cancelOrder.status, 'CANCELED');
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '100', available: '100' });
});

test('F34: a PDF that cannot be fetched holds up neither the status nor the 200, and the queue fetches it', async () => {
  const { here, shop, invoice } = await newSale();
  here.simulator.nextFault({ name: 'http500', companyId: shop.companyId, operation: 'pdf' });
  const notice = { id: invoice.documentId, legalStatus: 'DGI_AUTHORIZED' };
  await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED', { webhook: false });
  assert.equal((await sendNotice(here, shop, notice)).status, 200);
  assert.equal((await readInvoice(shop, invoice.id)).legalStatus, 'DGI_AUTHORIZED');
  await untilInvoice(shop, invoice.id, (one) => one.pdf !== null);
});

test('F35: while the database cannot be reached a webhook is 503, and nothing pretends to be ready', async (t) => {
  const { here, shop } = await newShop();
  const away = onPool(openPool({ url: 'postgres://user@127.0.0.1:1/nothing' }));
  const app = { ...here.app, db: away.db, tenants: holdTenants({ db: away.db, clock: here.clock }) };
  const server = await buildServer({
    app,
    verification: { secret: JWT_SECRET },
    serves: true,
    settings: here.settings,
  });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  t.after(() => server.close().then(() => away.close()));
  const answer = await sendNotice({ ...here, url }, shop, { id: 'X', legalStatus: 'DGI_AUTHORIZED' });
  assert.equal(answer.status, 503);
  assert.equal((await fetch(`${url}/readyz`)).status, 503);
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
  const { errors } = await graphql(url, '{ viewer { userName } }', {}, await shop.token('viewer'));
  assert.equal(errors?.[0]?.extensions.code, 'SERVICE_UNAVAILABLE');
});
