// Voids at the PAC, and documents whose outcome is unknown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askSince, voidAtPac } from '../../src/certification/index.ts';
import { verifySales } from '../../src/invoicing/index.ts';
import { voidInvoice } from '../../src/invoicing/void-document.ts';
import type { VoidOutcome } from '../../src/pac/index.ts';
import { verifyLedger } from '../../src/stock/index.ts';
import { inTenant, ofTenant } from '../../src/tenancy/index.ts';
import { assertEach } from '../support/assert-each.ts';
import { invoicedOrder, newSale, readInvoice, stockOf } from '../support/business.ts';
import { eventually, newShop, quietWorld, type Answer, type TestTenant, type World } from '../support/world.ts';

const REASON = 'The client gave the order twice';
const VOID = 'voidInvoice { invoiceStatus legalStatus voidState voidReason }';

function kindsOf(shop: TestTenant, id: string): Promise<string[]> {
  return shop
    .get('query ($id: UUID!) { documentTimeline(documentId: $id) { kind } }', { id })
    .then((data) => data.documentTimeline.map((event: { kind: string }) => event.kind));
}

test('a void turns the business status, leaves the legal one, and brings the goods back', async () => {
  const { here, shop } = await newShop();
  const { invoice, itemId } = await invoicedOrder(shop);
  await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED');
  const voidInvoice = await shop.call(VOID, { invoiceId: invoice.id, reason: REASON });
  assert.deepEqual(voidInvoice, {
    invoiceStatus: 'VOID',
    legalStatus: 'DGI_AUTHORIZED',
    voidState: 'DONE',
    voidReason: REASON,
  });
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '100', available: '100' });
  assert.equal((await shop.refuses('voidInvoice', { invoiceId: invoice.id, reason: REASON })).code, 'CONFLICT');
});

test('F44: a void whose answer is lost is settled by asking, and never sent twice', async () => {
  const { here, shop } = await newShop();
  const { invoice } = await invoicedOrder(shop);
  here.simulator.nextFault({ name: 'voidTimeout', companyId: shop.companyId });
  const voidInvoice = await shop.call(VOID, { invoiceId: invoice.id, reason: REASON });
  assert.equal(voidInvoice.invoiceStatus, 'UNPAID');
  assert.equal(voidInvoice.voidState, 'UNKNOWN');
  const payment = await shop.refuses('registerPayment', { invoiceId: invoice.id, amount: '1' });
  assert.equal(payment.code, 'CONFLICT');
  const settled = await eventually(() => readInvoice(shop, invoice.id), { invoiceStatus: 'VOID' });
  assert.equal(settled.legalStatus, 'PAC_AUTHORIZED');
  assert.equal(here.callsOf(shop, 'void').length, 1);
});

test('F19, F44: a late answer leaves the request alone that an operator has asked for meanwhile', async () => {
  // Without a worker, whose job could take the request that the test holds.
  const { here, shop, invoice } = await newSale(quietWorld());
  const asked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const answers = [Promise.withResolvers<VoidOutcome>(), Promise.withResolvers<VoidOutcome>()];
  let calls = 0;
  const voidDocument = (): Promise<VoidOutcome> => {
    const call = calls++;
    asked[call]?.resolve();
    return answers[call]?.promise ?? Promise.resolve({ outcome: 'voided', raw: null });
  };
  const app = { ...here.app, pac: { ...here.app.pac, voidDocument } };

  const frozen = voidInvoice(ofTenant(app, shop.tenant), invoice.id, REASON, 'operator-user');
  await asked[0]!.promise;
  await here.sql`update pac_requests set lease_until = now() where what = 'VOID' and document_id = ${invoice.id}`;
  await voidAtPac(ofTenant(app, shop.tenant), invoice.id);
  const parked = await here.sql`update fiscal_documents set parked_reason = 'unknown'
    where id = ${invoice.id} and void_state = 'UNKNOWN' returning id`;
  assert.equal(parked.length, 1);
  const again = voidInvoice(ofTenant(app, shop.tenant), invoice.id, REASON, 'operator-user');
  await asked[1]!.promise;
  answers[0]!.resolve({ outcome: 'notSent', cause: 'ECONNREFUSED' });
  await frozen;
  // As if the patience were over that follows what was not sent.
  await here.query("update pac_requests set not_before = null where what = 'VOID' and document_id = $1", [invoice.id]);
  await voidAtPac(ofTenant(app, shop.tenant), invoice.id);
  assert.equal(calls, 2);
  answers[1]!.resolve({ outcome: 'voided', raw: null });
  await again;
  assert.equal((await readInvoice(shop, invoice.id)).invoiceStatus, 'VOID');
  assert.ok((await kindsOf(shop, invoice.id)).includes('LATE_ANSWER'));
});

test('F44: a PAC that says it is void already has voided it, and the goods are back', async () => {
  const here = await quietWorld();
  const shop = await here.tenant();
  const { invoice, itemId } = await invoicedOrder(shop);
  const outcomes: VoidOutcome[] = [];
  const voidDocument: typeof here.app.pac.voidDocument = async (...call) => {
    for (let time = 1; time <= 2; time++) outcomes.push(await here.app.pac.voidDocument(...call));
    return outcomes.at(-1)!;
  };
  await voidInvoice(
    ofTenant({ ...here.app, pac: { ...here.app.pac, voidDocument } }, shop.tenant),
    invoice.id,
    REASON,
    'user:a',
  );
  assertEach(outcomes, ({ outcome }) => outcome, ['voided', 'refused']);
  assert.equal((await readInvoice(shop, invoice.id)).invoiceStatus, 'VOID');
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '100', available: '100' });
});

/** Credit note of two of the five pieces of a sale that the DGI has authorized. */
async function noteOfTwo(restock: boolean): Promise<{ here: World; shop: TestTenant; note: Answer } & Sold> {
  const { here, shop, invoice, itemId } = await newSale(quietWorld());
  await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED');
  await here.simulator.deliverWebhook(invoice.documentId, { legalStatus: 'DGI_AUTHORIZED' });
  const lines = [{ invoiceLineId: invoice.lines[0].id, quantity: '2' }];
  const input = { invoiceId: invoice.id, mode: 'DGI', reason: REASON, restock, lines };
  return { here, shop, invoice, itemId, note: await shop.call('createCredit { id documentId }', input) };
}

type Sold = Pick<Awaited<ReturnType<typeof newSale>>, 'invoice' | 'itemId'>;

/** At the PAC, by another program than Folio, which learns of it by asking. */
async function voidElsewhere({ app, query }: World, { tenant }: TestTenant, id: string): Promise<void> {
  const [document] = await query<{ kind: 'INVOICE' | 'CREDIT_NOTE'; company: string; atPac: string }>(
    'select kind, pac_company_id as company, document_id as "atPac" from fiscal_documents where id = $1',
    [id],
  );
  const { kind, company, atPac } = document!;
  assert.equal((await app.pac.voidDocument(kind, company, atPac, REASON, () => false)).outcome, 'voided');
  await askSince(ofTenant(app, tenant), new Date(0), 'cli:test');
}

/** Pieces on the shelf, and sold by item and by client; then all that `folio verify` finds. */
async function piecesOf({ app, query }: World, shop: TestTenant, itemId: string): Promise<unknown[]> {
  const found = await inTenant(app, shop.tenant, async (db) => [await verifyLedger(db), await verifySales(db)]);
  const ofSales = ['item_sales', 'client_sales'].map((table) =>
    query<{ units: number }>(`select sum(units)::int as units from ${table} where item_id = $1 and grain = 'D'`, [
      itemId,
    ]),
  );
  const units = (await Promise.all(ofSales)).map(([row]) => row!.units);
  return [(await stockOf(shop, itemId)).onHand, ...units, ...found.flatMap(({ problems }) => problems)];
}

for (const restock of [true, false]) {
  const goods = restock ? 'with its goods' : 'without goods';
  test(`an invoice is void at the PAC and then its note, which came ${goods}: all is back once, and nothing sold`, async () => {
    const { here, shop, invoice, itemId, note } = await noteOfTwo(restock);
    const sold = restock ? 3 : 5;
    assert.deepEqual(await piecesOf(here, shop, itemId), [String(100 - sold), sold, sold]);
    await voidElsewhere(here, shop, invoice.id);
    assert.equal((await readInvoice(shop, invoice.id)).invoiceStatus, 'VOID');
    assert.deepEqual(await piecesOf(here, shop, itemId), ['100', 0, 0]);
    await voidElsewhere(here, shop, note.id);
    assert.equal((await shop.call('credit { creditStatus }', { id: note.id })).creditStatus, 'VOID');
    assert.deepEqual(await piecesOf(here, shop, itemId), ['100', 0, 0]);
  });

  test(`a note that came ${goods} is void at the PAC and then its invoice: all is back once, and nothing sold`, async () => {
    const { here, shop, invoice, itemId, note } = await noteOfTwo(restock);
    await voidElsewhere(here, shop, note.id);
    assert.deepEqual(await piecesOf(here, shop, itemId), ['95', 5, 5]);
    await voidElsewhere(here, shop, invoice.id);
    assert.equal((await readInvoice(shop, invoice.id)).invoiceStatus, 'VOID');
    assert.deepEqual(await piecesOf(here, shop, itemId), ['100', 0, 0]);
  });

  test(`a note that came ${goods} is rejected after its invoice is void at the PAC: all is back once, and nothing sold`, async () => {
    const { here, shop, invoice, itemId, note } = await noteOfTwo(restock);
    await voidElsewhere(here, shop, invoice.id);
    await here.simulator.deliverWebhook(note.documentId, { legalStatus: 'DGI_REJECTED' });
    await eventually(() => shop.call('credit { legalStatus }', { id: note.id }), { legalStatus: 'DGI_REJECTED' });
    assert.deepEqual(await piecesOf(here, shop, itemId), ['100', 0, 0]);
  });
}

test('the note of a return is certified after its invoice is void at the PAC: the verdict is kept, and nothing applied', async () => {
  const { here, shop, invoice, itemId } = await newSale(quietWorld());
  await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED');
  await here.simulator.deliverWebhook(invoice.documentId, { legalStatus: 'DGI_AUTHORIZED' });
  here.simulator.nextFault({ name: 'lostAnswer', companyId: shop.companyId, operation: 'submit' });
  const lines = [{ invoiceLineId: invoice.lines[0].id, quantity: '2' }];
  const { credit } = await shop.call('returnSale { credit { id legalStatus } }', {
    ...{ invoiceId: invoice.id, reason: REASON, lines },
  });
  assert.equal(credit.legalStatus, null);
  await voidElsewhere(here, shop, invoice.id);
  assert.equal((await readInvoice(shop, invoice.id)).invoiceStatus, 'VOID');
  const { id } = here.simulator.documents(shop.companyId).find((one) => one.id !== invoice.documentId)!;
  await here.simulator.deliverWebhook(id, { legalStatus: 'PAC_AUTHORIZED' });
  const note = await shop.call('credit { legalStatus creditStatus }', { id: credit.id });
  assert.deepEqual(note, { legalStatus: 'PAC_AUTHORIZED', creditStatus: 'UNAPPLIED' });
  assert.deepEqual(await piecesOf(here, shop, itemId), ['100', 0, 0]);
});

test('F45: outside the void window it is refused before any call, and the way out is named', async () => {
  const { here, shop } = await newShop();
  const { invoice } = await invoicedOrder(shop);
  await here.query("update invoices set issued_at = issued_at - interval '183 hours' where id = $1", [invoice.id]);
  const refusal = await shop.refuses('voidInvoice', { invoiceId: invoice.id, reason: REASON });
  assert.equal(refusal.code, 'VOID_WINDOW_EXPIRED');
  assert.match(refusal.message, /credit note/);
  assert.equal(here.callsOf(shop, 'void').length, 0);
});

test('F46: a document that the PAC does not know is parked, and its business status stays', async () => {
  const { here, shop } = await newShop();
  const { invoice } = await invoicedOrder(shop);
  here.simulator.nextFault({ name: 'void404', companyId: shop.companyId });
  assert.equal((await shop.refuses('voidInvoice', { invoiceId: invoice.id, reason: REASON })).code, 'CONFLICT');
  assert.equal((await readInvoice(shop, invoice.id)).invoiceStatus, 'UNPAID');
  const { openDocuments } = await shop.get('{ openDocuments { documentId nextAction parkedReason } }');
  assert.equal(openDocuments[0].nextAction, 'OPERATOR');
});

test('F47: a void asked for while the submission is unknown waits until that is known', async () => {
  const { here, shop } = await newShop();
  here.simulator.nextFault({ name: 'lostAnswer', companyId: shop.companyId, operation: 'submit' });
  const { invoice } = await invoicedOrder(shop);
  const voidInvoice = await shop.call(VOID, { invoiceId: invoice.id, reason: REASON });
  assert.equal(voidInvoice.voidState, 'ASKED');
  assert.equal(here.callsOf(shop, 'void').length, 0);
  const [accepted] = here.simulator.documents(shop.companyId);
  await here.simulator.deliverWebhook(accepted!.id, { legalStatus: 'PAC_AUTHORIZED' });
  await eventually(() => readInvoice(shop, invoice.id), { invoiceStatus: 'VOID' });
});

for (const reason of ['too short', 'x'.repeat(1001), '               a     ']) {
  test(`a reason of ${reason.trim().length} characters is refused before any call`, async () => {
    const { shop } = await newShop();
    const { invoice } = await invoicedOrder(shop);
    assert.equal((await shop.refuses('voidInvoice', { invoiceId: invoice.id, reason })).code, 'BAD_USER_INPUT');
  });
}

test('F16: an operator settles an unknown submission with the id of the PAC, which is verified', async () => {
  const { here, shop } = await newShop(quietWorld());
  here.simulator.nextFault({ name: 'lostAnswer', companyId: shop.companyId, operation: 'submit' });
  const { invoice } = await invoicedOrder(shop);
  const other = await invoicedOrder(shop);
  const settle =
    'mutation ($id: UUID!, $pac: String) { settleSubmission(documentId: $id, pacDocumentId: $pac) { legalStatus submissionState documentId } }';
  const stranger = await shop.refusal(settle, { id: invoice.id, pac: other.invoice.documentId });
  assert.equal(stranger.code, 'CONFLICT');
  assert.match(stranger.message, /another one/);
  const lost = here.simulator.documents(shop.companyId).find((one) => one.id !== other.invoice.documentId)!;
  const { settleSubmission } = await shop.get(settle, { id: invoice.id, pac: lost.id });
  assert.deepEqual(settleSubmission, { legalStatus: 'PAC_AUTHORIZED', submissionState: 'DONE', documentId: lost.id });
  assert.deepEqual(await kindsOf(shop, invoice.id), [
    'INTENT',
    'CLAIMED',
    'UNKNOWN',
    'PARKED',
    'SETTLED',
    'LEGAL_STATUS',
  ]);
});

test('F16: an operator declares it not received, which allows one new attempt under the same number', async () => {
  const { here, shop } = await newShop();
  here.simulator.nextFault({ name: 'resetBeforeAccept', companyId: shop.companyId, operation: 'submit' });
  const { invoice } = await invoicedOrder(shop);
  const { settleSubmission } = await shop.get(
    'mutation ($id: UUID!) { settleSubmission(documentId: $id, notReceivedReason: "The PAC confirmed it by telephone") { number legalStatus } }',
    { id: invoice.id },
  );
  assert.deepEqual(settleSubmission, { number: invoice.number, legalStatus: 'PAC_AUTHORIZED' });
  assert.equal(here.simulator.acceptances(shop.companyId, 'INVOICE', invoice.number.slice(4)).acceptances, 1);
});
