// What would be sent, and what became of every number: read, and nothing written.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { invoice, invoicedOrder, newClient, newItem, newOrder } from '../support/business.ts';
import { world } from '../support/world.ts';

const PREVIEW = `query ($id: UUID!, $asks: Boolean!) { previewInvoice(orderId: $id, asksPac: $asks) { payload subtotal tax total problems advice } }`;

test('a preview shows what would be sent and uses no number', async () => {
  const { tenant, simulator } = await world();
  const shop = await tenant();
  const itemId = await newItem(shop, { stock: '10' });
  const order = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '2' }]);
  const { previewInvoice } = await shop.get(PREVIEW, { id: order.id, asks: false });
  assert.deepEqual(previewInvoice.problems, []);
  assert.deepEqual([previewInvoice.subtotal, previewInvoice.tax, previewInvoice.total], ['20', '1.4', '21.4']);
  assert.equal(previewInvoice.payload.information.numeration, '0000000000');
  assert.equal(simulator.calls().filter((call) => call.companyId === shop.companyId).length, 0);
  const sent = await invoice(shop, order.id);
  assert.equal(sent.number, 'FAC-0000000001');
  const { information, ...shown } = previewInvoice.payload;
  const { information: sentInformation, ...sentRest } = sent.pacInput;
  assert.deepEqual(shown, sentRest);
  assert.deepEqual(Object.keys(information).toSorted(), Object.keys(sentInformation).toSorted());
});

test('a preview names everything that the PAC would refuse, at once', async () => {
  const { tenant, query } = await world();
  const shop = await tenant();
  const clientId = await newClient(shop, 'Ministerio', { receiverType: 'GOBIERNO', ruc: '8-NT-1-12345' });
  await query(`update clients set ruc = null where id = $1`, [clientId]);
  const lines = [];
  for (const price of ['10', '3']) lines.push({ itemId: await newItem(shop, { stock: '10', price }), quantity: '1' });
  const order = await newOrder(shop, clientId, lines);
  const { previewInvoice } = await shop.get(PREVIEW, { id: order.id, asks: false });
  const named = previewInvoice.problems.join('\n');
  assert.match(named, /has no RUC/);
  assert.equal(named.match(/has no CPBS code/g)?.length, 2);
  const refusal = await shop.refusal('mutation ($id: UUID!) { generateInvoice(orderId: $id) { id } }', {
    id: order.id,
  });
  assert.equal(refusal.code, 'BAD_USER_INPUT');
  const { numberAudit } = await shop.get('{ numberAudit { series reserved } }');
  assert.deepEqual(numberAudit, [], 'a refusal uses no number either');
});

test('a preview says when there is nothing to send it for, and when the order has its invoice', async () => {
  const { tenant } = await world();
  const shop = await tenant({ company: false });
  const { order } = await invoicedOrder(shop, { mode: 'PROFORM' });
  const { previewInvoice } = await shop.get(PREVIEW, { id: order.id, asks: true });
  assert.deepEqual(previewInvoice.problems, [
    'PAC company ID is not configured for this tenant',
    `Order ${order.number} has its invoice already`,
  ]);
});

test('the check digits of a RUC are checked here where they are certain, and by the PAC as advice', async () => {
  const { tenant, simulator, query } = await world();
  const shop = await tenant();
  const clientId = await newClient(shop, 'Istmo, S.A.', { receiverType: 'CONTRIBUYENTE', ruc: '155596713-2-2015' });
  await query("update clients set dv = '12' where id = $1", [clientId]);
  const itemId = await newItem(shop, { stock: '10' });
  const order = await newOrder(shop, clientId, [{ itemId, quantity: '1' }]);
  const { previewInvoice } = await shop.get(PREVIEW, { id: order.id, asks: true });
  assert.deepEqual(previewInvoice.problems, ['The check digit (DV) of the RUC 155596713-2-2015 is 59, not 12']);
  assert.deepEqual(previewInvoice.advice, [
    'The PAC gives the RUC 155596713-2-2015 the check digit (DV) 59, the client has 12',
  ]);
  simulator.nextFault({ name: 'http503', companyId: shop.companyId, operation: 'checkDigit' });
  const again = await shop.get(PREVIEW, { id: order.id, asks: true });
  assert.match(again.previewInvoice.advice[0], /could not be asked/);
});

test('every reserved number is in exactly one class', async () => {
  const { tenant, simulator } = await world();
  const shop = await tenant();
  await invoicedOrder(shop);
  await invoicedOrder(shop, { mode: 'PROFORM' });
  simulator.nextFault({ name: 'lostAnswer', companyId: shop.companyId, operation: 'submit' });
  await invoicedOrder(shop);
  simulator.nextFault({ name: 'pacReject', companyId: shop.companyId, shape: 'error' });
  await invoicedOrder(shop);
  const voided = await invoicedOrder(shop);
  await shop.get(
    'mutation ($id: UUID!) { voidInvoice(invoiceId: $id, reason: "The client gave the order twice") { id } }',
    {
      id: voided.invoice.id,
    },
  );
  const canceled = await invoicedOrder(shop, { mode: 'PROFORM' });
  await shop.get('mutation ($id: UUID!) { cancelInvoice(invoiceId: $id) { id } }', { id: canceled.invoice.id });
  const { numberAudit } = await shop.get('{ numberAudit { series reserved counts { class count } } }');
  assert.deepEqual(numberAudit, [
    {
      series: 'FAC',
      reserved: 6,
      counts: ['CANCELED', 'INTERNAL', 'ISSUED', 'REJECTED', 'UNKNOWN', 'VOIDED'].map((name) => ({
        class: name,
        count: 1,
      })),
    },
  ]);
  const { auditedNumbers } = await shop.get(
    '{ auditedNumbers(series: "FAC", class: VOIDED) { number class documentId reason } }',
  );
  assert.deepEqual(auditedNumbers, [
    {
      number: voided.invoice.number,
      class: 'VOIDED',
      documentId: voided.invoice.id,
      reason: 'The client gave the order twice',
    },
  ]);
});

test('a preview is a question, which a viewer may ask too', async () => {
  const { tenant } = await world();
  const shop = await tenant();
  const itemId = await newItem(shop, { stock: '10' });
  const order = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '1' }]);
  const { previewInvoice } = await shop.get(PREVIEW, { id: order.id, asks: false }, 'viewer');
  assert.deepEqual(previewInvoice.problems, []);
});
