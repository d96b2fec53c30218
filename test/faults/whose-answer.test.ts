// Answers of the PAC that belong to another document: none is adopted, by whichever path it comes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processNotice } from '../../src/certification/notices/process-notice.ts';
import { receiveNotice } from '../support/receive-notice.ts';
import { parseNotice } from '../../src/pac/alanube/wire.ts';
import { pollLegalStatus } from '../../src/certification/verdict/poll-legal-status.ts';
import { voidAtPac } from '../../src/certification/index.ts';
import type { FaultName } from '../../simulator/server.ts';
import { invoicedOrder, newSale, readInvoice } from '../support/business.ts';
import { inboxOf, sendNotice, timelineOf } from '../support/notices.ts';
import { newShop, quietWorld, type Answer, type TestTenant, type World } from '../support/world.ts';
import { ofTenant } from '../../src/tenancy/index.ts';

// Lines and tabs of a text are no harm.
const UNPRINTABLE = /(?![\t\n\r])[\p{Cc}\p{Cf}]/u;
const SETTLE =
  'mutation ($id: UUID!, $pac: String!) { settleSubmission(documentId: $id, pacDocumentId: $pac) { legalStatus submissionState documentId cufe } }';

async function openOf(shop: TestTenant, { id }: Answer): Promise<Answer> {
  const { openDocuments } = await shop.get('{ openDocuments { documentId nextAction parkedReason } }');
  return openDocuments.find((one: Answer) => one.documentId === id);
}

/** The simulator's document of ours, whatever it has answered. */
function truthOf({ simulator }: World, shop: TestTenant, { number }: Answer): { id: string; cufe: string } {
  return simulator.documents(shop.companyId).find(({ numeration }) => number.endsWith(numeration))!;
}

const STRANGE: [name: FaultName, because: RegExp][] = [
  ['crossTalk', /another document: .*security code 918273645, ours \d{9}/],
  ['staleAnswer', /another document: .* is FAC-0000000001/],
  ['forgedCufe', /another document: .*security code 918273645, ours \d{9}/],
];

for (const [name, because] of STRANGE) {
  test(`F65: the answer to a submission (${name}) is not believed: UNKNOWN, parked with the difference, settled by the true notice`, async () => {
    const { here, shop } = await newShop(quietWorld());
    await invoicedOrder(shop);
    here.simulator.nextFault({ name, companyId: shop.companyId, operation: 'submit' });
    const { invoice: sold } = await invoicedOrder(shop);
    assert.deepEqual(
      [sold.legalStatus, sold.submissionState, sold.documentId, sold.cufe],
      [null, 'UNKNOWN', null, null],
    );
    const open = await openOf(shop, sold);
    assert.equal(open.nextAction, 'OPERATOR');
    assert.match(open.parkedReason, because);
    const own = truthOf(here, shop, sold);
    await here.simulator.deliverWebhook(own.id);
    const settled = await readInvoice(shop, sold.id);
    assert.deepEqual([settled.legalStatus, settled.documentId, settled.cufe], ['PAC_AUTHORIZED', own.id, own.cufe]);
  });

  test(`F66: what the PAC shows when it is asked (${name}) is not believed, and believed again once it is ours`, async () => {
    const { here, shop } = await newShop(quietWorld());
    await invoicedOrder(shop);
    const { invoice: sold } = await invoicedOrder(shop);
    await here.simulator.verdict(sold.documentId, 'DGI_REJECTED', { webhook: false });
    here.simulator.nextFault({ name, companyId: shop.companyId, operation: 'get' });
    await pollLegalStatus(ofTenant(here.app, shop.tenant), sold.id, 0);
    const doubted = await readInvoice(shop, sold.id);
    assert.deepEqual(
      [doubted.legalStatus, doubted.documentId, doubted.cufe],
      ['PAC_AUTHORIZED', sold.documentId, sold.cufe],
    );
    assert.match((await openOf(shop, sold)).parkedReason, /shows another document/);
    await pollLegalStatus(ofTenant(here.app, shop.tenant), sold.id, 1);
    assert.equal((await readInvoice(shop, sold.id)).legalStatus, 'DGI_REJECTED');
    assert.equal(await openOf(shop, sold), undefined);
  });

  test(`F67: an operator who settles by an id hears of the difference when the PAC shows another document (${name})`, async () => {
    const { here, shop } = await newShop(quietWorld());
    await invoicedOrder(shop);
    here.simulator.nextFault({ name: 'lostAnswer', companyId: shop.companyId, operation: 'submit' });
    const { invoice: sold } = await invoicedOrder(shop);
    const own = truthOf(here, shop, sold);
    here.simulator.nextFault({ name, companyId: shop.companyId, operation: 'get' });
    const refusal = await shop.refusal(SETTLE, { id: sold.id, pac: own.id });
    assert.equal(refusal.code, 'CONFLICT');
    assert.equal((await readInvoice(shop, sold.id)).submissionState, 'UNKNOWN');
    const { settleSubmission } = await shop.get(SETTLE, { id: sold.id, pac: own.id });
    assert.deepEqual(settleSubmission, {
      legalStatus: 'PAC_AUTHORIZED',
      submissionState: 'DONE',
      documentId: own.id,
      cufe: own.cufe,
    });
  });
}

test('F65: an id of another document beside our own CUFE is given up when the PAC shows whose it is', async () => {
  const { here, shop } = await newShop(quietWorld());
  const { invoice: other } = await invoicedOrder(await here.tenant());
  here.simulator.nextFault({ name: 'lostAnswer', companyId: shop.companyId, operation: 'submit' });
  const { invoice: sold } = await invoicedOrder(shop);
  await sendNotice(here, shop, {
    id: other.documentId,
    cufe: truthOf(here, shop, sold).cufe,
    legalStatus: 'PAC_AUTHORIZED',
  });
  const open = await openOf(shop, sold);
  assert.equal((await readInvoice(shop, sold.id)).documentId, null, open?.parkedReason);
});

for (const legalStatus of ['DGI_AUTHORIZED', 'PAC_AUTHORIZED'] as const) {
  test(`F68: our CUFE was told under a stranger's id; of both ids that is taken under which the PAC shows it (${legalStatus})`, async () => {
    const { here, shop } = await newShop(quietWorld());
    const { sold, own } = await misnamed(here, shop);
    if (legalStatus === 'DGI_AUTHORIZED') await here.simulator.verdict(own.id, legalStatus, { webhook: false });
    await sendNotice(here, shop, { ...own, legalStatus });
    const { documentId, cufe, legalStatus: status } = await readInvoice(shop, sold.id);
    assert.deepEqual({ documentId, cufe, status }, { documentId: own.id, cufe: own.cufe, status: legalStatus });
    assert.notEqual((await openOf(shop, sold))?.nextAction, 'OPERATOR');
    assert.ok((await timelineOf(shop, sold.id)).some(({ kind }) => kind === 'DISOWNED'));
    assert.equal((await inboxOf(here, shop))[0]!.state, 'APPLIED');
  });
}

test("F68: a stranger's id beside our CUFE is not taken where the PAC shows our CUFE under the id that we have", async () => {
  const { here, shop, invoice: sold } = await newSale(quietWorld());
  const { invoice: other } = await invoicedOrder(await here.tenant());
  await sendNotice(here, shop, { id: other.documentId, cufe: sold.cufe, legalStatus: 'DGI_AUTHORIZED' });
  const kept = await readInvoice(shop, sold.id);
  assert.deepEqual([kept.documentId, kept.legalStatus], [sold.documentId, 'PAC_AUTHORIZED']);
  assert.equal((await openOf(shop, sold)).nextAction, 'OPERATOR');
});

test('F68: while the PAC cannot be asked about one of two ids, the true notice waits, and is applied once it can', async () => {
  for (const answered of [0, 1]) {
    const { here, shop } = await newShop(quietWorld());
    const { sold, own } = await misnamed(here, shop);
    let asked = 0;
    const fetchDocument: World['app']['pac']['fetchDocument'] = async (...call) =>
      asked++ === answered
        ? { outcome: 'unavailable', cause: 'HTTP 503', retryAfterSeconds: null, raw: null }
        : here.app.pac.fetchDocument(...call);
    const app = { ...here.app, pac: { ...here.app.pac, fetchDocument } };
    const body = { ...own, legalStatus: 'PAC_AUTHORIZED' };
    const notice = parseNotice(body);
    assert.ok(notice.outcome === 'ok');
    await receiveNotice(app, shop.tenant, { rawBody: Buffer.from(JSON.stringify(body)), body, notice });
    assert.notEqual((await readInvoice(shop, sold.id)).documentId, own.id);
    const [waiting] = await here.sql<{ id: string; state: string }>`select id, state from pac_notices
      where tenant_id = ${shop.tenant.id}`;
    assert.equal(waiting!.state, 'WAITING');
    await processNotice(ofTenant(here.app, shop.tenant), waiting!.id);
    assert.equal((await readInvoice(shop, sold.id)).documentId, own.id);
  }
});

/** Our CUFE beside the id of a document of another company, as a PAC that mixes up its answers tells it. */
async function misnamed(here: World, shop: TestTenant): Promise<{ sold: Answer; own: { id: string; cufe: string } }> {
  const { invoice: sold } = await invoicedOrder(shop);
  const own = { id: sold.documentId, cufe: sold.cufe };
  const { invoice: other } = await invoicedOrder(await here.tenant());
  await here.rewrite(['update fiscal_documents set document_id = $2 where id = $1', [sold.id, other.documentId]]);
  return { sold, own };
}

test('F68: a notice that names our CUFE and another id parks its document', async () => {
  const { here, shop, invoice: sold } = await newSale(quietWorld());
  await sendNotice(here, shop, { id: '01KSOMEBODYELSES0000000000', cufe: sold.cufe, legalStatus: 'DGI_REJECTED' });
  assert.equal((await inboxOf(here, shop))[0]!.state, 'PARKED');
  const open = await openOf(shop, sold);
  assert.deepEqual(open.nextAction, 'OPERATOR');
  assert.match(open.parkedReason, /01KSOMEBODYELSES/);
});

/** As release 1.8 left it after a cross-talk. */
async function adoptedWrongly(
  here: World,
  shop: TestTenant,
): Promise<{ sold: Answer; own: { id: string; cufe: string } }> {
  const { invoice: sold } = await invoicedOrder(shop);
  const own = { id: sold.documentId, cufe: sold.cufe };
  const { invoice: other } = await invoicedOrder(await here.tenant());
  await here.rewrite([
    'update fiscal_documents set document_id = $2, cufe = $3 where id = $1',
    [sold.id, other.documentId, other.cufe],
  ]);
  return { sold, own };
}

test('F69: what an earlier release adopted wrongly is corrected by an operator', async () => {
  const { here, shop } = await newShop(quietWorld());
  const { sold, own } = await adoptedWrongly(here, shop);
  const { settleSubmission } = await shop.get(SETTLE, { id: sold.id, pac: own.id });
  assert.deepEqual([settleSubmission.documentId, settleSubmission.cufe], [own.id, own.cufe]);
  assert.equal((await openOf(shop, sold)).parkedReason, null);
  assert.ok((await timelineOf(shop, sold.id)).some(({ kind }) => kind === 'DISOWNED'));
});

test('F69: what an earlier release adopted wrongly is corrected by the true notice', async () => {
  const { here, shop } = await newShop(quietWorld());
  const { sold, own } = await adoptedWrongly(here, shop);
  await here.simulator.verdict(own.id, 'DGI_AUTHORIZED');
  const settled = await readInvoice(shop, sold.id);
  assert.deepEqual([settled.legalStatus, settled.documentId, settled.cufe], ['DGI_AUTHORIZED', own.id, own.cufe]);
});

test('F69: what an earlier release adopted wrongly is not voided under the other id, and is parked when it is asked for', async () => {
  const { here, shop } = await newShop(quietWorld());
  const { sold } = await adoptedWrongly(here, shop);
  await shop.call('voidInvoice', { invoiceId: sold.id, reason: 'The client gave it back' });
  const voids = here.callsOf(shop, 'void');
  assert.deepEqual(voids, []);
  assert.equal((await openOf(shop, sold)).nextAction, 'OPERATOR');
});

for (const name of ['crossTalk', 'staleAnswer'] as const) {
  test(`F70: an answer to a void (${name}) that names another document is not believed; the PAC is asked`, async () => {
    const { here, shop } = await newShop(quietWorld());
    await invoicedOrder(shop);
    const { invoice: sold } = await invoicedOrder(shop);
    here.simulator.nextFault({ name, companyId: shop.companyId, operation: 'void' });
    const { voidInvoice } = await shop.get(
      'mutation ($id: UUID!) { voidInvoice(invoiceId: $id, reason: "The client gave it back") { invoiceStatus voidState } }',
      { id: sold.id },
    );
    assert.equal(voidInvoice.voidState, 'UNKNOWN');
    await here.query("update pac_requests set not_before = null where what = 'VOID' and document_id = $1", [sold.id]);
    await voidAtPac(ofTenant(here.app, shop.tenant), sold.id);
    const { invoice } = await shop.get('query ($id: UUID!) { invoice(id: $id) { invoiceStatus } }', { id: sold.id });
    assert.equal(invoice.invoiceStatus, 'VOID');
  });
}

for (const operation of ['submit', 'get'] as const) {
  test(`F71: nothing unprintable that the PAC answers to a ${operation} is believed or stored`, async () => {
    const { here, shop } = await newShop(quietWorld());
    here.simulator.nextFault({ name: 'unprintable', companyId: shop.companyId, operation });
    const { invoice: sold } = await invoicedOrder(shop);
    if (operation === 'get') await pollLegalStatus(ofTenant(here.app, shop.tenant), sold.id, 0);
    const [row] = await here.sql<{ document_id: string | null; cufe: string | null }>`select * from fiscal_documents
      where id = ${sold.id}`;
    assert.deepEqual([row!.document_id, row!.cufe], operation === 'get' ? [sold.documentId, sold.cufe] : [null, null]);
    assert.doesNotMatch(printed(row), UNPRINTABLE);
    assert.doesNotMatch(printed(await timelineOf(shop, sold.id)), UNPRINTABLE);
    assert.match((await openOf(shop, sold)).parkedReason, /<img src=x>/);
  });
}

test('F71: nothing unprintable of a notice is stored', async () => {
  const { here, shop } = await newShop(quietWorld());
  const id = 'x\u001b]0;owned\u0007\u001b[2J\u202e';
  await sendNotice(here, shop, { id, cufe: `FE${id}`, legalStatus: 'DGI_AUTHORIZED', message: id, [id]: id });
  const rows = await here.query('select * from pac_notices where tenant_id = $1', [shop.tenant.id]);
  assert.equal(rows.length, 1);
  assert.doesNotMatch(printed(rows), UNPRINTABLE);
});

/** Every text in it, as a terminal would get it. */
function printed(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([key, entry]) => `${key} ${printed(entry)}`)
    .join(' ');
}

test('F72: a notice with an id alone about a document whose answer was lost asks the PAC, and settles it', async () => {
  const { here, shop } = await newShop(quietWorld());
  here.simulator.nextFault({ name: 'lostAnswer', companyId: shop.companyId, operation: 'submit' });
  const { invoice: sold } = await invoicedOrder(shop);
  const own = truthOf(here, shop, sold);
  await sendNotice(here, shop, { id: own.id, legalStatus: 'PAC_AUTHORIZED' });
  const settled = await readInvoice(shop, sold.id);
  assert.deepEqual([settled.legalStatus, settled.documentId, settled.cufe], ['PAC_AUTHORIZED', own.id, own.cufe]);
});

test('F72: notices with an id alone about documents of others are asked about once each, and not at all while nothing is lost', async () => {
  const { here, shop } = await newShop(quietWorld());
  const { invoice: other } = await invoicedOrder(await here.tenant());
  const asked = () => here.callsOf(shop, 'get').length;
  await sendNotice(here, shop, { id: other.documentId, legalStatus: 'PAC_AUTHORIZED' });
  assert.equal(asked(), 0);
  here.simulator.nextFault({ name: 'lostAnswer', companyId: shop.companyId, operation: 'submit' });
  await invoicedOrder(shop);
  const notice = { id: '01KSOMEBODYELSES0000000000', legalStatus: 'PAC_AUTHORIZED' };
  for (let time = 0; time < 5; time += 1) await sendNotice(here, shop, notice);
  assert.equal(asked(), 1);
});
