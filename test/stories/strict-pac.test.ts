// A PAC that refuses what is only assumed as well: what Folio sends of a business that is fully set up passes there.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertEach } from '../support/assert-each.ts';
import { invoice, newClient, newItem, newOrder } from '../support/business.ts';
import { createWorld, type Answer, type TestTenant } from '../support/world.ts';

const place = { line: 'Vía España 100', corregimientoCode: '8-8-7' };
const TAXPAYER = { receiverType: 'CONTRIBUYENTE', ruc: '155596713-2-2015', address: place, telephone: '223-4567' };

async function strictWorld() {
  const { tenant, simulator } = await createWorld();
  simulator.setKnobs({ strictness: 'assumed' });
  return { shop: await tenant(), simulator };
}

async function orderFor(shop: TestTenant, client: object): Promise<string> {
  const itemId = await newItem(shop, { stock: '10', price: '9.99' });
  const clientId = await newClient(shop, 'Hotel Mirador', client);
  return (await newOrder(shop, clientId, [{ itemId, quantity: '3' }])).id;
}

const ON_CREDIT = `mutation ($id: UUID!) { generateInvoice(orderId: $id, payment: { method: CASH, instalments: [
  { dueDate: "2099-01-31", amount: "10" }, { dueDate: "2099-02-28", amount: "10" } ] }) { legalStatus pacInput } }`;

test('sales at once and on credit, a foreigner and a final consumer pass', async () => {
  const { shop } = await strictWorld();
  const foreigner = { receiverType: 'EXTRANJERO', ruc: 'AB-123456', country: 'CO' };
  for (const client of [TAXPAYER, foreigner, {}]) {
    const { legalStatus, pacResponse } = await invoice(shop, await orderFor(shop, client));
    assert.equal(legalStatus, 'PAC_AUTHORIZED', JSON.stringify(pacResponse));
  }
  const { generateInvoice } = await shop.get(ON_CREDIT, { id: await orderFor(shop, TAXPAYER) });
  assert.equal(generateInvoice.legalStatus, 'PAC_AUTHORIZED');
});

test('notes on an invoice pass, once the DGI has authorized it', async () => {
  const { shop, simulator } = await strictWorld();
  const { id: invoiceId, documentId } = await invoice(shop, await orderFor(shop, TAXPAYER));
  await simulator.verdict(documentId, 'DGI_AUTHORIZED');
  const debit = { invoiceId, reason: 'Delivery', lines: [{ description: 'Delivery', unitPrice: '5', taxRate: '7' }] };
  const createDebitNote = await shop.call('createDebitNote { legalStatus pacResponse }', debit);
  const createCredit = await shop.call('createCredit { legalStatus pacResponse }', { invoiceId, reason: 'Returned' });
  for (const { legalStatus, pacResponse } of [createDebitNote, createCredit]) {
    assert.equal(legalStatus, 'PAC_AUTHORIZED', JSON.stringify(pacResponse));
  }
});

test('a taxpayer without an address is refused there, as the preview has warned', async () => {
  const { shop } = await strictWorld();
  const orderId = await orderFor(shop, { ...TAXPAYER, address: null });
  const previewInvoice = await shop.call('previewInvoice { problems findings { severity field } }', { orderId });
  assert.deepEqual(previewInvoice.problems, []);
  const warned = previewInvoice.findings.map(({ field }: Answer) => field);
  assert.ok(warned.includes('client.address.line') && warned.includes('client.address.corregimientoCode'));
  const { legalStatus, pacResponse } = await invoice(shop, orderId);
  assert.equal(legalStatus, 'PAC_REJECTED');
  assertEach(pacResponse.errors, ({ field }) => field, ['receiver.address', 'receiver.location']);
});
