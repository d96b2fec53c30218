// Proformas: numbers of their own, and what becomes of one that is filed after all.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { invoice, invoicedOrder, newSale, readInvoice, stockOf, untilInvoice } from '../support/business.ts';
import { sendNotice, timelineOf } from '../support/notices.ts';
import { newShop, quietWorld, world, type Answer, type TestTenant } from '../support/world.ts';

const CONVERT = `mutation ($id: UUID!, $payment: PaymentTermsInput) { convertInvoiceToDgi(invoiceId: $id, payment: $payment) {
  id number proformaNumber mode legalStatus invoiceStatus submissionState paid balance dueDate rejectionReasons documentId cufe pacInput } }`;

async function convert(shop: TestTenant, id: string, payment?: object): Promise<Answer> {
  return (await shop.get(CONVERT, { id, payment })).convertInvoiceToDgi;
}

const GENERATE = `mutation ($id: UUID!, $mode: GenerationMode!) { generateInvoice(orderId: $id, mode: $mode) { id } }`;
const CREDIT = 'createCredit { id number mode }';
const AUDIT = '{ numberAudit { series reserved counts { class count } } }';

async function auditOf(shop: TestTenant, series: string): Promise<Answer> {
  return (await shop.get(AUDIT)).numberAudit.find((one: Answer) => one.series === series);
}

describe('proformas', () => {
  test('an order that has a proforma yields no filed invoice in silence, nor the other way round', async () => {
    const { here, shop, order, invoice: proforma } = await newSale(quietWorld(), { mode: 'PROFORM' });
    assert.equal((await invoice(shop, order.id, 'PROFORM')).id, proforma.id);
    const refused = await shop.refusal(GENERATE, { id: order.id, mode: 'DGI' });
    assert.equal(refused.code, 'CONFLICT');
    assert.match(refused.message, new RegExp(`${proforma.number}.*convertInvoiceToDgi.*${proforma.id}`));
    assert.deepEqual(here.simulator.documents(shop.companyId), []);
    const filed = await invoicedOrder(shop);
    assert.equal((await invoice(shop, filed.order.id)).id, filed.invoice.id);
    assert.equal((await shop.refusal(GENERATE, { id: filed.order.id, mode: 'PROFORM' })).code, 'CONFLICT');
  });

  test('fiscal series have no holes: proformas are numbered in series of their own', async () => {
    const { here, shop } = await newShop(quietWorld());
    const numbers = [];
    for (const mode of ['DGI', 'PROFORM', 'DGI', 'PROFORM']) {
      const { invoice: made } = await invoicedOrder(shop, { mode });
      numbers.push(made.number);
      if (mode === 'DGI') await here.simulator.verdict(made.documentId, 'DGI_AUTHORIZED', { webhook: false });
      if (mode === 'DGI') await sendNotice(here, shop, { id: made.documentId, legalStatus: 'DGI_AUTHORIZED' });
      const createCredit = await shop.call(CREDIT, { invoiceId: made.id, reason: 'Returned', mode });
      numbers.push(createCredit.number);
    }
    assert.deepEqual(
      numbers.map((number: string) => number.replace('-000000000', '')),
      ['FAC1', 'NC1', 'PRO1', 'PNC1', 'FAC2', 'NC2', 'PRO2', 'PNC2'],
    );
    assert.deepEqual((await auditOf(shop, 'PRO')).counts, [{ class: 'INTERNAL', count: 2 }]);
    assert.deepEqual((await auditOf(shop, 'FAC')).counts, [{ class: 'ISSUED', count: 2 }]);
  });

  test('a proforma is filed once under the next fiscal number; goods, sales and payments stay', async () => {
    const { here, shop, invoice: proforma, itemId } = await newSale(quietWorld(), { mode: 'PROFORM' });
    await shop.call('registerPayment', { invoiceId: proforma.id, amount: '10.50' });
    const answers = await Promise.all(Array.from({ length: 4 }, () => convert(shop, proforma.id)));
    assert.ok(answers.every(({ id }) => id === proforma.id));
    const filed = await convert(shop, proforma.id);
    assert.deepEqual(
      [filed.number, filed.proformaNumber, filed.mode, filed.legalStatus, filed.paid],
      ['FAC-0000000001', 'PRO-0000000001', 'DGI', 'PAC_AUTHORIZED', '10.5'],
    );
    const [accepted, ...more] = here.simulator.documents(shop.companyId);
    assert.deepEqual(more, []);
    assert.equal(accepted!.numeration, '0000000001');
    assert.equal(accepted!.id, filed.documentId);
    assert.deepEqual(await stockOf(shop, itemId), { onHand: '95', available: '95' });
    const itemStockMetrics = await shop.call('itemStockMetrics { unitsSoldInWindow }', { itemId });
    assert.equal(itemStockMetrics.unitsSoldInWindow, '5');
    assert.equal((await timelineOf(shop, proforma.id)).filter(({ kind }) => kind === 'CLAIMED').length, 1);
    assert.deepEqual(await auditOf(shop, 'PRO'), {
      series: 'PRO',
      reserved: 1,
      counts: [{ class: 'CONVERTED', count: 1 }],
    });
    for (const asked of [{}, { class: 'CONVERTED' }]) {
      const { auditedNumbers } = await shop.get(
        `query ($class: NumberClass) { auditedNumbers(series: "PRO", class: $class) { number class documentId reason } }`,
        asked,
      );
      const reason = 'FAC-0000000001';
      assert.deepEqual(auditedNumbers, [
        { number: 'PRO-0000000001', class: 'CONVERTED', documentId: proforma.id, reason },
      ]);
    }
    const unused = await shop.get('{ auditedNumbers(series: "PRO", class: UNUSED) { number } }');
    assert.deepEqual(unused.auditedNumbers, []);
  });

  test('instalments that are told when it is filed are those of the invoice', async () => {
    const { shop, invoice: proforma } = await newSale(quietWorld(), { mode: 'PROFORM' });
    const bad = await shop.refusal(CONVERT, {
      id: proforma.id,
      payment: { instalments: [{ dueDate: '2030-01-01', amount: '999' }] },
    });
    assert.equal(bad.code, 'BAD_USER_INPUT');
    const filed = await convert(shop, proforma.id, { instalments: [{ dueDate: '2030-01-01', amount: '53.50' }] });
    assert.equal(filed.dueDate, '2030-01-01');
  });

  test('what the PAC rejects comes back to the shelf, and the order is free for a new invoice', async () => {
    const { here, shop, invoice: proforma, itemId, order } = await newSale(world(), { mode: 'PROFORM' });
    here.simulator.nextFault({ name: 'pacReject', companyId: shop.companyId });
    const rejected = await convert(shop, proforma.id);
    assert.deepEqual([rejected.legalStatus, rejected.number], ['PAC_REJECTED', 'FAC-0000000001']);
    assert.deepEqual(await stockOf(shop, itemId), { onHand: '100', available: '100' });
    assert.equal((await shop.refusal(CONVERT, { id: proforma.id })).code, 'CONFLICT');
    assert.equal((await invoice(shop, order.id)).number, 'FAC-0000000002');
  });

  test('a lost answer leaves it UNKNOWN under its fiscal number, and a notice settles it', async () => {
    const { here, shop, invoice: proforma } = await newSale(world(), { mode: 'PROFORM' });
    here.simulator.nextFault({ name: 'lostAnswer', companyId: shop.companyId, operation: 'submit' });
    assert.equal((await convert(shop, proforma.id)).submissionState, 'UNKNOWN');
    assert.equal((await convert(shop, proforma.id)).submissionState, 'UNKNOWN');
    const [accepted, ...more] = here.simulator.documents(shop.companyId);
    assert.deepEqual(more, []);
    await here.simulator.verdict(accepted!.id, 'DGI_AUTHORIZED');
    const settled = await untilInvoice(shop, proforma.id, (one) => one.legalStatus !== null);
    assert.deepEqual([settled.legalStatus, settled.number], ['DGI_AUTHORIZED', 'FAC-0000000001']);
  });

  test('what is canceled, has credits or was never a proforma is not filed', async () => {
    const { here, shop } = await newShop(quietWorld());
    const made = async (): Promise<Answer> => (await invoicedOrder(shop, { mode: 'PROFORM' })).invoice;
    const [canceled, credited] = [await made(), await made()];
    await shop.get('mutation ($id: UUID!) { cancelInvoice(invoiceId: $id) { id } }', { id: canceled.id });
    const createCredit = await shop.call(CREDIT, { invoiceId: credited.id, reason: 'Returned', mode: 'PROFORM' });
    assert.match((await shop.refusal(CONVERT, { id: canceled.id })).message, /CANCELED/);
    assert.match((await shop.refusal(CONVERT, { id: credited.id })).message, new RegExp(createCredit.number));
    assert.equal((await shop.refusal(CONVERT, { id: createCredit.id })).code, 'NOT_FOUND');
    assert.equal((await shop.refusal(CONVERT, { id: '018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f' })).code, 'NOT_FOUND');
    await shop.get('mutation ($id: UUID!) { cancelCredit(creditId: $id) { id } }', { id: createCredit.id });
    const marked = await here.sql`select from fiscal_documents
      where is_canceled and id in (${canceled.id}, ${createCredit.id})`;
    assert.equal(marked.length, 2);
    assert.equal((await convert(shop, credited.id)).legalStatus, 'PAC_AUTHORIZED');
    const poor = await here.tenant({ company: false });
    const { invoice: homeless } = await invoicedOrder(poor, { mode: 'PROFORM' });
    assert.equal((await poor.refusal(CONVERT, { id: homeless.id })).code, 'PAC_COMPANY_NOT_CONFIGURED');
    assert.equal((await readInvoice(poor, homeless.id)).mode, 'PROFORM');
  });

  test('a number that release 1.8.0 gave to a proforma stays when it is filed', async () => {
    const { here, shop, invoice: proforma } = await newSale(quietWorld(), { mode: 'PROFORM' });
    await here.query(`update fiscal_documents set number = 'FAC-0000000001' where id = $1`, [proforma.id]);
    await here.sql`insert into document_numbers (tenant_id, series, last_number) values (${shop.tenant.id}, 'FAC', 1)`;
    const filed = await convert(shop, proforma.id);
    assert.deepEqual([filed.number, filed.proformaNumber], ['FAC-0000000001', null]);
    assert.equal((await invoicedOrder(shop)).invoice.number, 'FAC-0000000002');
  });

  test('the time to void it, and the day that its credit note names, count from the day it was filed', async () => {
    const { here, shop, invoice: proforma } = await newSale(quietWorld(), { mode: 'PROFORM' });
    const old = `update invoices set issued_at = issued_at - interval '30 days' where id = $1`;
    await here.query(old, [proforma.id]);
    await here.sql`update fiscal_documents set created_at = created_at - interval '30 days' where id = ${proforma.id}`;
    const filed = await convert(shop, proforma.id);
    await sendNotice(here, shop, { id: filed.documentId, legalStatus: 'DGI_AUTHORIZED' });
    const createCredit = await shop.call('createCredit { id pacInput }', {
      invoiceId: proforma.id,
      reason: 'Returned',
    });
    assert.ok(JSON.stringify(createCredit.pacInput).includes(filed.pacInput.information.issueDate.slice(0, 19)));
    const { invoice: another } = await invoicedOrder(shop, { mode: 'PROFORM' });
    await here.query(old, [another.id]);
    await convert(shop, another.id);
    const { voidInvoice } = await shop.get(
      'mutation ($id: UUID!) { voidInvoice(invoiceId: $id, reason: "The client gave the order twice") { invoiceStatus } }',
      { id: another.id },
    );
    assert.equal(voidInvoice.invoiceStatus, 'VOID');
  });
});
