// An order becomes an invoice: what the PAC says, or fails to say, is in the answer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  invoice,
  invoicedOrder,
  newClient,
  newItem,
  newOrder,
  readInvoice,
  stockOf,
  untilInvoice,
} from '../support/business.ts';
import { newShop, world } from '../support/world.ts';

test('an accepted invoice is PAC_AUTHORIZED, numbered, and took the goods', async () => {
  const { here, shop } = await newShop();
  const { invoice, itemId, order } = await invoicedOrder(shop);
  assert.equal(invoice.legalStatus, 'PAC_AUTHORIZED');
  assert.equal(invoice.submissionState, 'DONE');
  assert.match(invoice.number, /^FAC-\d{10}$/);
  assert.equal(invoice.total, '53.5');
  assert.equal(invoice.invoiceStatus, 'UNPAID');
  assert.equal(invoice.orderId, order.id);
  assert.ok(invoice.documentId);
  assert.match(invoice.cufe, /^FE/);
  assert.deepEqual(invoice.rejectionReasons, []);
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '95', available: '95' });
  const [call] = here.callsOf(shop);
  assert.equal(call?.hasAuthorization, true);
  assert.equal(here.simulator.acceptances(shop.companyId, 'INVOICE', invoice.number.slice(4)).acceptances, 1);
});

test('F17: an order yields one invoice, however often and however fast it is asked for', async () => {
  const { here, shop } = await newShop();
  const itemId = await newItem(shop, { stock: '10' });
  const order = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '1' }]);
  const invoices = await Promise.all(Array.from({ length: 8 }, () => invoice(shop, order.id)));
  assert.equal(new Set(invoices.map((one) => one.id)).size, 1);
  assert.equal(here.simulator.documents(shop.companyId).length, 1);
});

for (const shape of [
  'errorsArray',
  'codeMessage',
  'codeMessageList',
  'error',
  'response',
  'governmentResponse',
  'rejectedDocument',
] as const) {
  test(`F8: a rejection in the shape ${shape} ends in PAC_REJECTED with reasons, and the goods are back`, async () => {
    const { here, shop } = await newShop();
    here.simulator.nextFault({ name: 'pacReject', companyId: shop.companyId, shape });
    const { invoice, itemId } = await invoicedOrder(shop);
    assert.equal(invoice.legalStatus, 'PAC_REJECTED');
    assert.equal(invoice.submissionState, 'DONE');
    assert.ok(invoice.rejectionReasons.length > 0);
    assert.ok(invoice.pacInput.information);
    assert.ok(invoice.pacResponse);
    assert.deepEqual(await stockOf(shop, itemId), { onHand: '100', available: '100' });
  });
}

test('a lost answer is made good by a webhook that brings nothing but the CUFE', async () => {
  const { here, shop } = await newShop();
  here.simulator.nextFault({ name: 'lostAnswer', companyId: shop.companyId, operation: 'submit' });
  const { invoice } = await invoicedOrder(shop);
  const [accepted] = here.simulator.documents(shop.companyId);
  assert.ok(accepted);
  assert.equal(invoice.cufe, null, 'the PAC has told none');
  assert.equal(accepted.cufe, invoice.expectedCufe, 'the CUFE was known before the answer was lost');
  await here.simulator.deliverWebhook(accepted.id, { legalStatus: 'PAC_AUTHORIZED', omit: ['id'] });
  const settled = await readInvoice(shop, invoice.id);
  assert.equal(settled.legalStatus, 'PAC_AUTHORIZED');
  assert.equal(settled.submissionState, 'DONE');
});

test('F24: a tenant without a PAC company is refused before anything is written', async () => {
  const { tenant, query } = await world();
  const shop = await tenant({ company: false });
  const itemId = await newItem(shop, { stock: '10' });
  const order = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '1' }]);
  const refusal = await shop.refuses('generateInvoice', { orderId: order.id });
  assert.deepEqual(refusal, {
    code: 'PAC_COMPANY_NOT_CONFIGURED',
    message: 'PAC company ID is not configured for this tenant',
  });
  assert.deepEqual(await query('select id from invoices where tenant_id = $1', [shop.tenant.id]), []);
});

test('a webhook that is lost is made good by the poll, and one that comes late brings nothing more', async () => {
  const { here, shop } = await newShop();
  const { invoice } = await invoicedOrder(shop);
  await here.simulator.verdict(invoice.documentId, 'DGI_AUTHORIZED', { webhook: false });
  const polled = await untilInvoice(
    shop,
    invoice.id,
    (one) => one.legalStatus === 'DGI_AUTHORIZED' && one.pdf !== null,
  );
  assert.deepEqual([polled.files.length, polled.pdf.filename], [1, `${invoice.cufe}.pdf`]);
  await here.simulator.deliverWebhook(invoice.documentId);
  assert.deepEqual(await readInvoice(shop, invoice.id), polled);
});

test('a rejected order is open again and reserves nothing: a new invoice takes what is there, or is refused without a number', async () => {
  const { here, shop } = await newShop();
  here.simulator.nextFault({ name: 'pacReject', companyId: shop.companyId, shape: 'errorsArray' });
  const { invoice: rejected, order, itemId, clientId } = await invoicedOrder(shop);
  assert.equal(rejected.legalStatus, 'PAC_REJECTED');
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '100', available: '100' });
  const all = await newOrder(shop, clientId, [{ itemId, quantity: '98' }]);
  assert.equal((await shop.refuses('generateInvoice', { orderId: order.id })).code, 'INSUFFICIENT_STOCK');
  await shop.get('mutation ($id: UUID!) { cancelOrder(orderId: $id) { id } }', { id: all.id });
  const second = await invoice(shop, order.id);
  assert.deepEqual([second.legalStatus, second.number], ['PAC_AUTHORIZED', 'FAC-0000000002']);
  assert.equal((await readInvoice(shop, rejected.id)).legalStatus, 'PAC_REJECTED');
  assert.deepEqual(await stockOf(shop, itemId), { onHand: '95', available: '95' });
});

test('an invoice is found by its number, also by the one that it had as a proforma', async () => {
  const { tenant } = await world();
  const [shop, other] = [await tenant(), await tenant()];
  const { invoice: sold } = await invoicedOrder(shop, { mode: 'PROFORM' });
  const filed = await shop.call('convertInvoiceToDgi { number }', { invoiceId: sold.id });
  for (const number of [sold.number, filed.number, ` ${filed.number} `]) {
    assert.equal((await shop.call('invoiceByNumber', { number })).id, sold.id);
    assert.equal((await other.refuses('invoiceByNumber', { number })).code, 'NOT_FOUND');
  }
});
