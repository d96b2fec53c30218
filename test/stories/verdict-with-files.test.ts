// A verdict whose files can be had at once comes with them, in one transaction; it waits for none that cannot.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { assertEach } from '../support/assert-each.ts';
import { invoicedOrder, readInvoice, untilInvoice } from '../support/business.ts';
import { sendNotice, timelineOf } from '../support/notices.ts';
import { eventually, newShop, quietWorld, type Answer, type TestTenant, type World } from '../support/world.ts';

const VERDICT = ['INTENT', 'CLAIMED', 'ANSWERED', 'LEGAL_STATUS', 'LEGAL_STATUS'];

interface Written {
  /** Transactions of the verdict's row in the timeline, the document's row, its notice and its files, in this order. */
  transactions: string[];
  rows: string[];
  announced: number;
  awaits: boolean;
}

/** Rows as they lie in the tables, without the program. */
async function written({ query }: World, { id }: Answer): Promise<Written> {
  const [row] = await query<Written>(
    `select (select array_agg(xmin::text order by nth) from (
         select 1 as nth, xmin from document_events where document_id = $1 and detail ->> 'to' = 'DGI_AUTHORIZED'
         union all select 2, xmin from fiscal_documents where id = $1
         union all select 3, xmin from pac_notices where document_id = $1
         union all select 4, xmin from files where source_id = $1) one) as transactions,
       (select array_agg(kind order by at, id) from document_events where document_id = $1) as rows,
       (select count(*)::int from stored_bytes where tenant_id = (select tenant_id from fiscal_documents where id = $1)) as announced,
       (select awaits_pdf from fiscal_documents where id = $1) as awaits`,
    [id],
  );
  return row!;
}

const kindsOf = async (shop: TestTenant, { id }: Answer) => (await timelineOf(shop, id)).map(({ kind }) => kind);

const downloads = ({ simulator }: World, { companyId }: TestTenant): number =>
  simulator.calls().filter((one) => one.companyId === companyId && one.operation === 'pdf').length;

const noticeOf = ({ documentId, cufe }: Answer) => ({ id: documentId, cufe, legalStatus: 'DGI_AUTHORIZED' });

/** Decided at the PAC, which is not known here. */
async function decided(here: World, shop: TestTenant): Promise<Answer> {
  const { invoice } = await invoicedOrder(shop);
  await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED', { webhook: false });
  return invoice;
}

const withPdf = (shop: TestTenant, { id }: Answer): Promise<Answer> =>
  untilInvoice(shop, id, (one) => one.pdf !== null);

test('the verdict, its notice and its page are one transaction and one row of the timeline, told as two events', async () => {
  const { here, shop } = await newShop(quietWorld());
  const invoice = await decided(here, shop);
  assert.equal((await sendNotice(here, shop, noticeOf(invoice))).status, 200);

  const { transactions, rows, announced, awaits } = await written(here, invoice);
  assert.equal(awaits, false);
  assert.equal(new Set(transactions).size, 1);
  assert.equal(transactions.length, 4);
  assert.deepEqual(rows, ['INTENT', 'LEGAL_STATUS', 'LEGAL_STATUS']);
  assert.equal(announced, 0);
  assert.equal(downloads(here, shop), 1);

  const now = await readInvoice(shop, invoice.id);
  const response = await fetch(`${here.url}${now.pdf.url}`, {
    headers: { authorization: `Bearer ${await shop.token('viewer')}` },
  });
  const digest = createHash('sha256')
    .update(Buffer.from(await response.arrayBuffer()))
    .digest('hex');
  assert.deepEqual(
    [now.legalStatus, now.pdf.sha256, now.pdf.filename],
    ['DGI_AUTHORIZED', digest, `${invoice.cufe}.pdf`],
  );

  const timeline = await timelineOf(shop, invoice.id);
  assertEach(timeline, ({ kind }) => kind, [...VERDICT, 'PDF_ATTACHED']);
  const [verdict, attached] = timeline.slice(-2);
  assert.deepEqual([verdict!.actor, attached!.actor], ['service:pac-webhook', 'service:pac-webhook']);
  assert.deepEqual(Object.keys(verdict!.detail).toSorted(), ['from', 'noticeId', 'to']);
  assert.deepEqual([attached!.detail.sha256, attached!.detail.fileId], [digest, now.pdf.id]);

  const { events } = await shop.get('{ events(first: 100) { records { type data } } }');
  const told = events.records.filter(({ data }: Answer) => data.id === invoice.id).map(({ type }: Answer) => type);
  assert.deepEqual(told, [
    'invoice.issued',
    'invoice.pac_authorized',
    'invoice.dgi_authorized',
    'document.pdf_attached',
  ]);
});

test('with its XML, which is read in the same transaction', async (t) => {
  const { here, shop } = await newShop(quietWorld());
  here.simulator.setKnobs({ xml: 'address' });
  t.after(() => here.simulator.setKnobs({ xml: 'none' }));
  const invoice = await decided(here, shop);
  await sendNotice(here, shop, noticeOf(invoice));
  const { transactions, announced } = await written(here, invoice);
  assert.deepEqual([new Set(transactions).size, transactions.length, announced], [1, 5, 0]);
  const [read] = await here.query<{ is_same: boolean; differs_by: string[] }>(
    'select xmin::text = $2 as is_same, differs_by from certified_documents where document_id = $1',
    [invoice.id, transactions[0]],
  );
  assert.deepEqual(read, { is_same: true, differs_by: [] });
  assert.deepEqual((await kindsOf(shop, invoice)).toSorted(), [...VERDICT, 'PDF_ATTACHED', 'XML_ATTACHED'].toSorted());
});

test('a page that is late holds up no verdict, and is fetched once', async () => {
  const { here, shop } = await newShop(quietWorld());
  const invoice = await decided(here, shop);
  here.simulator.nextFault({ name: 'slowAnswer', ms: 4_000, companyId: shop.companyId, operation: 'pdf' });
  const { certification } = here.app;
  const { filesInTimeMs } = certification;
  certification.filesInTimeMs = 50;
  await sendNotice(here, shop, noticeOf(invoice)).finally(() => (certification.filesInTimeMs = filesInTimeMs));
  assert.equal((await readInvoice(shop, invoice.id)).legalStatus, 'DGI_AUTHORIZED');
  await withPdf(shop, invoice);
  const { transactions, rows, announced } = await written(here, invoice);
  assert.notEqual(transactions[0], transactions.at(-1));
  assert.deepEqual(rows, ['INTENT', 'LEGAL_STATUS', 'LEGAL_STATUS', 'PDF_ATTACHED']);
  assert.deepEqual([downloads(here, shop), announced], [1, 0]);
  assert.deepEqual(await kindsOf(shop, invoice), [...VERDICT, 'PDF_ATTACHED']);
});

test('a page that the PAC shows under another status does not come with the verdict', async () => {
  const { here, shop } = await newShop(quietWorld());
  const { invoice } = await invoicedOrder(shop);
  // The PAC sends the notice before its own index knows.
  await sendNotice(here, shop, noticeOf(invoice));
  await withPdf(shop, invoice);
  const { rows, transactions } = await written(here, invoice);
  assert.deepEqual(rows, ['INTENT', 'LEGAL_STATUS', 'LEGAL_STATUS', 'PDF_ATTACHED']);
  assert.notEqual(transactions[0], transactions.at(-1));
});

test('a page of another document is not attached: the verdict is, and a person is called', async () => {
  const { here, shop } = await newShop(quietWorld());
  const [invoice, other] = [await decided(here, shop), await decided(here, shop)];
  const fetchDocument = here.app.pac.fetchDocument;
  here.app.pac.fetchDocument = (kind, companyId, id) =>
    fetchDocument(kind, companyId, id === invoice.documentId ? other.documentId : id);
  try {
    await sendNotice(here, shop, noticeOf(invoice));
    const parked = await untilInvoice(shop, invoice.id, (one) => one.parkedReason !== null);
    assert.deepEqual([parked.legalStatus, parked.pdf, parked.files], ['DGI_AUTHORIZED', null, []]);
  } finally {
    here.app.pac.fetchDocument = fetchDocument;
  }
});

test('a notice that comes several times at once brings one page, and its verdict once', async () => {
  const { here, shop } = await newShop(quietWorld());
  const invoice = await decided(here, shop);
  const answers = await Promise.all([1, 2, 3, 4].map(() => sendNotice(here, shop, noticeOf(invoice))));
  assertEach(answers, ({ status }) => status, [200, 200, 200, 200]);
  const { files } = await withPdf(shop, invoice);
  assert.equal(files.length, 1);
  assert.deepEqual(
    (await kindsOf(shop, invoice)).filter((kind) => kind !== 'SAID_AGAIN'),
    [...VERDICT, 'PDF_ATTACHED'],
  );
  const { events } = await shop.get('{ events(first: 100, types: ["document.*"]) { records { type } } }');
  assert.equal(events.records.length, 1);
});

test('a page that an operator attaches meanwhile is not attached again', async () => {
  const { here, shop } = await newShop(quietWorld());
  const invoice = await decided(here, shop);
  const fetchDocument = here.app.pac.fetchDocument;
  here.app.pac.fetchDocument = async (kind, companyId, id) => {
    here.app.pac.fetchDocument = fetchDocument;
    await shop.call('attachPacPdf', { sourceId: invoice.id, sourceType: 'INVOICE' });
    return fetchDocument(kind, companyId, id);
  };
  await sendNotice(here, shop, noticeOf(invoice));
  await eventually(
    () => written(here, invoice),
    ({ awaits }) => !awaits,
  );
  const { files } = await readInvoice(shop, invoice.id);
  assert.equal(files.length, 1);
  const attached = (await timelineOf(shop, invoice.id)).filter(({ kind }) => kind === 'PDF_ATTACHED');
  assertEach(attached, ({ detail }) => detail.fileId, [files[0].id]);
});

test('a PAC that has no page yet, or cannot be reached, holds up no verdict', async () => {
  const { here, shop } = await newShop(quietWorld());
  for (const fault of [{ name: 'pdfNotReady' }, { name: 'http500', operation: 'get' }] as const) {
    const invoice = await decided(here, shop);
    here.simulator.nextFault({ ...fault, companyId: shop.companyId });
    await sendNotice(here, shop, noticeOf(invoice));
    assert.equal((await readInvoice(shop, invoice.id)).legalStatus, 'DGI_AUTHORIZED');
    assert.deepEqual((await kindsOf(shop, invoice)).slice(0, 5), VERDICT);
  }
});

test('a note of credit or debit has its page with its verdict as well', async () => {
  const { here, shop } = await newShop(quietWorld());
  const invoice = await decided(here, shop);
  await sendNotice(here, shop, noticeOf(invoice));
  const credit = await shop.call('createCredit { id documentId cufe }', { invoiceId: invoice.id, reason: 'Returned' });
  await here.simulator.verdict(credit.documentId, 'DGI_AUTHORIZED', { webhook: false });
  await sendNotice(here, shop, noticeOf(credit));
  const { transactions } = await written(here, credit);
  assert.deepEqual([new Set(transactions).size, transactions.length], [1, 4]);
});
