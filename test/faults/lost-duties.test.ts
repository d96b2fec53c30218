// Lost jobs: what is to be done is derived from the rows and enqueued again.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { jobsOf } from '../../src/wiring/app.ts';
import { createLookAgain } from '../../src/certification/index.ts';
import { findLostDuties, findLostOf } from '../../src/certification/watch/find-lost-duties.ts';
import { invoicedOrder, readInvoice } from '../support/business.ts';
import { sendNotice } from '../support/notices.ts';
import { statementsOf } from '../support/statements.ts';
import { createWorld, eventually } from '../support/world.ts';

const world = await createWorld({ works: false, env: { PAC_POLL_INTERVAL_MS: '300' } });
after(() => world.close());

test('F87: a document whose job is gone has one again: submission, verdict, PDF, void and notice', async () => {
  const shop = await world.tenant();
  const fault = { companyId: shop.companyId, operation: 'submit' as const };
  world.simulator.nextFault({ name: 'http401', ...fault });
  const { invoice: pending } = await invoicedOrder(shop);
  assert.equal(pending.submissionState, 'PENDING');
  const { invoice: voided } = await invoicedOrder(shop);
  const { invoice: awaited } = await invoicedOrder(shop);
  world.simulator.nextFault({ name: 'lostAnswer', companyId: shop.companyId, operation: 'void' });
  await shop.call('voidInvoice', { invoiceId: voided.id, reason: 'The wrong goods were sold' });
  await world.simulator.verdict(awaited.documentId, 'DGI_AUTHORIZED', { webhook: false });
  await sendNotice(world, shop, { id: '01HZZZZZZZZZZZZZZZZZZZZZZ0', legalStatus: 'PAC_AUTHORIZED' });

  // The look at what a sale left behind, shortly after it, is over.
  await eventually(
    () => world.query("select from pgboss.job where name = 'poll-legal-status' and group_id = $1", [shop.tenant.id]),
    ({ length }) => length >= 2,
  );
  // As after a restore without the queue's schema.
  await world.query('delete from pgboss.job where group_id = $1', [shop.tenant.id]);
  await world.sql`update fiscal_documents set created_at = created_at - interval '1 hour'
    where tenant_id = ${shop.tenant.id}`;
  await world.query('update pac_requests set not_before = null where tenant_id = $1', [shop.tenant.id]);
  await world.sql`update pac_notices set received_at = received_at - interval '1 hour'
    where tenant_id = ${shop.tenant.id}`;
  await findLostOf(world.app, shop.tenant);
  const names = async () =>
    await world.sql<{ name: string; count: number }>`select name, count(*)::int as count from pgboss.job
      where group_id = ${shop.tenant.id} group by name order by name`;
  const jobs = await names();
  for (const name of ['submit', 'poll-legal-status', 'void-at-pac', 'process-notice', 'attach-pdf']) {
    assert.ok(
      jobs.some((one) => one.name === name),
      `no ${name}`,
    );
  }
  assert.equal(await findLostOf(world.app, shop.tenant), 0, 'found once');
  assert.deepEqual(await names(), jobs);

  await world.app.jobs.work(
    jobsOf(world.app).filter(({ everyMs, cron }) => everyMs === undefined && cron === undefined),
  );
  await eventually(
    async () => [
      (await readInvoice(shop, pending.id)).legalStatus,
      (await readInvoice(shop, voided.id)).invoiceStatus,
      (await readInvoice(shop, awaited.id)).legalStatus,
    ],
    ([submitted, canceled, decided]) =>
      submitted === 'PAC_AUTHORIZED' && canceled === 'VOID' && decided === 'DGI_AUTHORIZED',
  );
});

test('F87: a company whose rows cannot be read ends the look for no other', async () => {
  const [broken, well] = [await world.tenant(), await world.tenant()];
  const polls = () =>
    world.query("select from pgboss.job where name = 'poll-legal-status' and group_id = $1", [well.tenant.id]);
  await invoicedOrder(broken);
  await invoicedOrder(well);
  // The look at what the sale left behind, shortly after it, is over.
  await eventually(polls, ({ length }) => length > 0);
  await world.query('delete from pgboss.job where group_id = $1', [well.tenant.id]);
  await world.sql`update fiscal_documents set created_at = created_at - interval '1 hour'
    where tenant_id in (${broken.tenant.id}, ${well.tenant.id})`;
  const { jobs } = world.app;
  const withoutJob: typeof jobs.withoutJob = (db, ...asked) =>
    db.tenant.id === broken.tenant.id ? Promise.reject(new Error('no rows')) : jobs.withoutJob(db, ...asked);
  await findLostDuties({ ...world.app, jobs: { ...jobs, withoutJob } }, new Map());
  assert.ok((await polls()).length > 0);
});

test('lost duties of one kind are written by one statement, however many they are', async () => {
  const shop = await world.tenant();
  const ids = ['01HZZZZZZZZZZZZZZZZZZZZZZ1', '01HZZZZZZZZZZZZZZZZZZZZZZ2', '01HZZZZZZZZZZZZZZZZZZZZZZ3'];
  for (const id of ids) await sendNotice(world, shop, { id, legalStatus: 'PAC_AUTHORIZED' });
  await world.query('delete from pgboss.job where group_id = $1', [shop.tenant.id]);
  await world.sql`update pac_notices set received_at = received_at - interval '1 hour'
    where tenant_id = ${shop.tenant.id}`;
  const transactions = await statementsOf(world, () => findLostOf(world.app, shop.tenant));
  const writing = transactions.flat().filter(({ text }) => /insert into pgboss/i.test(text));
  assert.equal(writing.length, 1);
  const jobs = await world.query("select from pgboss.job where name = 'process-notice' and group_id = $1", [
    shop.tenant.id,
  ]);
  assert.equal(jobs.length, ids.length);
});

test('a look that is asked for while the document is looked at is not forgotten with it', async (t) => {
  const shop = await world.tenant();
  const { invoice: sold } = await invoicedOrder(shop);
  const { jobs } = world.app;
  let looks = 0;
  const withoutJob: typeof jobs.withoutJob = (...asked) => {
    looks += 1;
    if (looks === 1) lookAgain(shop.tenant, sold.id, 100);
    return jobs.withoutJob(...asked);
  };
  const lookAgain = createLookAgain({ ...world.app, jobs: { ...jobs, withoutJob } });
  t.after(() => lookAgain.stop());
  lookAgain(shop.tenant, sold.id, 0);
  await eventually(
    async () => looks,
    (times) => times > 1,
  );
});

test('F88: an authorized document that the PAC does not have, asked again and again, waits for an operator', async () => {
  const shop = await world.tenant();
  const { invoice: sold } = await invoicedOrder(shop);
  const gone = { name: 'notFoundAtFirst' as const, companyId: shop.companyId, operation: 'get' as const };
  world.simulator.setKnobs({ standingFaults: [gone] });
  const [open] = await eventually(
    async () => (await shop.get('{ openDocuments { documentId nextAction parkedReason } }')).openDocuments,
    ([one]) => one?.nextAction === 'OPERATOR',
  );
  assert.equal(open.documentId, sold.id);
  assert.match(open.parkedReason, /has no such document/);
  world.simulator.setKnobs({ standingFaults: [] });
  await world.simulator.verdict(sold.documentId, 'DGI_AUTHORIZED', { webhook: false });
  await eventually(() => readInvoice(shop, sold.id), { legalStatus: 'DGI_AUTHORIZED' });
});
