// What comes too late: a process that slept between its mark and the send, and a notice that an earlier release could not read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settleSubmission, submit, voidAtPac } from '../../src/certification/index.ts';
import { generateInvoice } from '../../src/invoicing/generate-invoice.ts';
import { invoicedOrder, newClient, newItem, newOrder, readInvoice } from '../support/business.ts';
import { inboxOf, sendNotice, timelineOf } from '../support/notices.ts';
import { quietWorld, type TestTenant, type World } from '../support/world.ts';

function callsOf({ simulator }: World, shop: TestTenant, operation: string): number {
  return simulator.calls().filter((one) => one.operation === operation && one.companyId === shop.companyId).length;
}

test('F73: a process that slept past the grace of its lease sends nothing, and what a later look took for lost is sent once', async (t) => {
  const here = await quietWorld();
  const shop = await here.tenant();
  const itemId = await newItem(shop, { stock: '10' });
  const { id: orderId } = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '1' }]);
  const sleeping: World['app']['pac']['submit'] = async (...call) => {
    const wakesAt = performance.now() + 3_600_000;
    t.mock.method(performance, 'now', () => wakesAt);
    // Another process has looked meanwhile, and has found the lease to be over.
    await here.query(`update pac_requests set lease_until = now() - interval '1 second' where tenant_id = $1`, [
      shop.tenant.id,
    ]);
    const [row] = await here.query<{ id: string }>('select id from fiscal_documents where tenant_id = $1', [
      shop.tenant.id,
    ]);
    await submit(here.app, shop.tenant, row!.id);
    const outcome = await here.app.pac.submit(...call);
    t.mock.restoreAll();
    assert.equal(outcome.outcome, 'notSent');
    return outcome;
  };
  const app = { ...here.app, pac: { ...here.app.pac, submit: sleeping } };
  const { id } = await generateInvoice(app, shop.tenant, { orderId, mode: 'DGI' }, 'user:operator');
  assert.equal(callsOf(here, shop, 'submit'), 0);
  assert.equal((await readInvoice(shop, id)).submissionState, 'PENDING');
  assert.ok((await timelineOf(shop, id)).some(({ kind }) => kind === 'NOT_SENT'));
  await here.query('update pac_requests set not_before = null where document_id = $1', [id]);
  await submit(here.app, shop.tenant, id);
  assert.equal((await readInvoice(shop, id)).legalStatus, 'PAC_AUTHORIZED');
  assert.equal(callsOf(here, shop, 'submit'), 1);
});

test('F73: a request to void that slept past the grace of its lease is not sent either', async (t) => {
  const here = await quietWorld();
  const shop = await here.tenant();
  const { invoice: sold } = await invoicedOrder(shop);
  await here.query(
    `insert into pac_requests (tenant_id, document_id, what, state, reason, asked_by)
     select tenant_id, id, 'VOID', 'PENDING', 'The client gave it back', 'user:a' from fiscal_documents where id = $1`,
    [sold.id],
  );
  const sleeping: World['app']['pac']['voidDocument'] = async (...call) => {
    const wakesAt = performance.now() + 3_600_000;
    t.mock.method(performance, 'now', () => wakesAt);
    const outcome = await here.app.pac.voidDocument(...call);
    t.mock.restoreAll();
    return outcome;
  };
  await voidAtPac({ ...here.app, pac: { ...here.app.pac, voidDocument: sleeping } }, shop.tenant, sold.id);
  assert.equal(callsOf(here, shop, 'void'), 0);
  const { invoice } = await shop.get('query ($id: UUID!) { invoice(id: $id) { voidState } }', { id: sold.id });
  assert.equal(invoice.voidState, 'ASKED');
});

const LATE_ANSWERS = [
  ['refusal', 'pacReject', 'rejected', 'PAC_AUTHORIZED'],
  ['missing answer', 'http500', 'unknown', 'PAC_AUTHORIZED'],
  // The PAC has it, under the id that was told: the second is a duplicate, and no more is filed.
  ['half answer', 'idWithoutCufe', 'incomplete', null],
] as const;

for (const [what, fault, outcome, legalStatus] of LATE_ANSWERS) {
  test(`a ${what} that comes after another attempt has begun does not give that one up`, () =>
    comesLate(fault, outcome, legalStatus));
}

async function comesLate(
  fault: (typeof LATE_ANSWERS)[number][1],
  outcome: string,
  legalStatus: string | null,
): Promise<void> {
  const here = await quietWorld();
  const shop = await here.tenant();
  const itemId = await newItem(shop, { stock: '10' });
  const { id: orderId } = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '1' }]);
  const marked = Promise.withResolvers<void>();
  const recorded = Promise.withResolvers<void>();
  let again: Promise<unknown> | undefined;
  const sayNotReceived = (app: World['app'], documentId: string) =>
    settleSubmission(
      app,
      shop.tenant,
      { documentId, notReceivedReason: 'The PAC says that it never came' },
      'user:operator',
    );
  const { pac } = here.app;
  const second: World['app']['pac']['submit'] = async (...call) => {
    marked.resolve();
    await recorded.promise;
    return pac.submit(...call);
  };
  const first: World['app']['pac']['submit'] = async (...call) => {
    here.simulator.nextFault({ name: fault, companyId: shop.companyId });
    const late = await pac.submit(...call);
    const [row] = await here.query<{ id: string }>(
      `update pac_requests set lease_until = now() - interval '1 second' where tenant_id = $1 returning document_id as id`,
      [shop.tenant.id],
    );
    await submit(here.app, shop.tenant, row!.id);
    again = sayNotReceived({ ...here.app, pac: { ...pac, submit: second } }, row!.id);
    await marked.promise;
    assert.equal(late.outcome, outcome);
    return late;
  };
  const app = { ...here.app, pac: { ...pac, submit: first } };
  const { id } = await generateInvoice(app, shop.tenant, { orderId, mode: 'DGI' }, 'user:operator');
  assert.equal((await readInvoice(shop, id)).submissionState, 'PENDING');
  await assert.rejects(sayNotReceived(here.app, id), { code: 'CONFLICT' });
  recorded.resolve();
  await again;
  const settled = await readInvoice(shop, id);
  assert.deepEqual([settled.legalStatus, settled.documentId !== null], [legalStatus, true]);
  assert.equal(callsOf(here, shop, 'submit'), 2);
}

test('F75: what an earlier release refused or did not believe is applied when it comes again and makes sense', async () => {
  const here = await quietWorld();
  const shop = await here.tenant();
  for (const state of ['REFUSED', 'PARKED']) {
    const { invoice: sold } = await invoicedOrder(shop);
    const notice = { id: sold.documentId, cufe: sold.cufe, legalStatus: 'PAC_AUTHORIZED', message: state };
    await sendNotice(here, shop, notice);
    await here.query(
      `update pac_notices set state = $2, legal_status = null, pac_document_id = null, cufe = null, document_id = null
       where tenant_id = $1 and body->>'message' = $2`,
      [shop.tenant.id, state],
    );
    await sendNotice(here, shop, notice);
    const [kept] = (await inboxOf(here, shop)).filter(({ body }) => body.message === state);
    assert.deepEqual([kept!.state, kept!.document_id, kept!.deliveries], ['STALE', sold.id, 2]);
  }
});
