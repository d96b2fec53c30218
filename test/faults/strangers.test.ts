// After a restore: what was certified in the lost interval is at the PAC, and unknown here. Its order is not certified again.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  askAboutStrangers,
  attachPdf,
  dismissStranger,
  pointsAtPac,
  seriesOf,
  strangers,
  submit,
} from '../../src/certification/index.ts';
import { rebuildInvoice } from '../../src/invoicing/index.ts';
import { cufeCheckDigit } from '../../src/fiscal/cufe.ts';
import { assertEach } from '../support/assert-each.ts';
import { invoice, invoicedOrder, newOrder, readInvoice, stockOf } from '../support/business.ts';
import { inTenant, ofTenant } from '../../src/tenancy/index.ts';
import { inboxOf, sendNotice } from '../support/notices.ts';
import { createWorld, PAC_API_KEY, type Answer, type TestTenant, type World } from '../support/world.ts';

let shared: Promise<World> | undefined;
const quietWorld = (): Promise<World> => (shared ??= createWorld({ works: false }));
after(async () => (await shared)?.close());

interface Lost {
  shop: TestTenant;
  order: Answer;
  itemId: string;
  clientId: string;
  /** The invoice of `order`, as only the PAC knows it. */
  atPac: Answer;
}

/** Restored to the moment at which `order` was open: the invoice that it got then is known to the PAC alone, which tells of it. */
async function restored(world: World, information: object = {}, told: { webhook?: boolean } = {}): Promise<Lost> {
  const shop = await world.tenant();
  const { invoice: example, clientId, itemId } = await invoicedOrder(shop);
  const order = await newOrder(shop, clientId, [{ itemId, quantity: '5' }]);
  const atPac = await certifyElsewhere(world, shop, example.pacInput, information, told);
  return { shop, order, itemId, clientId, atPac };
}

async function certifyElsewhere(
  { simulator }: World,
  shop: TestTenant,
  input: Answer,
  information: object,
  told: { webhook?: boolean },
): Promise<Answer> {
  const response = await fetch(`${simulator.url}/pan/v1/invoices?idCompany=${shop.companyId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PAC_API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...input,
      information: { ...input.information, numeration: '0000000004', securityCode: '987654321', ...information },
    }),
  });
  const { document }: Answer = await response.json();
  await simulator.verdict(document.id, 'DGI_AUTHORIZED', told);
  return document;
}

async function voidAtPac({ simulator }: World, shop: TestTenant, { id }: Answer): Promise<void> {
  const answer = await fetch(`${simulator.url}/pan/v1/invoices/${id}?idCompany=${shop.companyId}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${PAC_API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'Voided in the time that is lost' }),
  });
  assert.equal(answer.status, 200);
}

const strangersOf = (world: World, shop: TestTenant) => inTenant(world.app, shop.tenant, (db) => strangers(db));

test('F90: an order that may be certified already is not certified again, by whichever verb', async () => {
  const world = await quietWorld();
  const { shop, order, clientId, itemId, atPac } = await restored(world);
  const sent = () => world.simulator.documents(shop.companyId).length;
  const before = sent();
  const refusal = await shop.refuses('generateInvoice', { orderId: order.id, mode: 'DGI' });
  assert.equal(refusal.code, 'CONFLICT');
  for (const name of [order.number, 'FAC-0000000004', atPac.cufe]) assert.ok(refusal.message.includes(name), name);

  const proforma = await invoice(shop, order.id, 'PROFORM');
  assert.equal((await shop.refuses('convertInvoiceToDgi', { invoiceId: proforma.id })).code, 'CONFLICT');
  assert.equal(sent(), before);

  const later = await newOrder(shop, clientId, [{ itemId, quantity: '1' }]);
  assert.equal((await invoice(shop, later.id)).legalStatus, 'PAC_AUTHORIZED');
});

test('F90: one that was issued in a contingency keeps its type, and needs to know of the contingency', async () => {
  const world = await quietWorld();
  const reason = 'The PAC did not answer all morning';
  const contingency = { startDate: '2026-01-01T00:00:00-05:00', reason };
  const { shop, order, atPac } = await restored(world, { issueType: '02', contingency });
  const wanted = { pacDocumentId: atPac.id, orderNumber: order.number };
  await assert.rejects(rebuildInvoice(ofTenant(world.app, shop.tenant), wanted, 'cli:test'), /issued in a contingency/);
  const START = `mutation ($at: DateTime, $reason: String!) {
    startContingency(startedAt: $at, reason: $reason) { id } end: endContingency { id } }`;
  await shop.get(START, { at: new Date(Date.now() - 3_600_000).toISOString(), reason });
  const rebuilt = await rebuildInvoice(ofTenant(world.app, shop.tenant), wanted, 'cli:test');
  const shown = await readInvoice(shop, rebuilt.id);
  assert.deepEqual([shown.cufe, shown.pacInput.information.issueType], [atPac.cufe, '02']);
  assert.equal(shown.expectedCufe.slice(53, 55), '02');
});

test('F90: an invoice that only the PAC knows is written again, and nothing is sent', async () => {
  const world = await quietWorld();
  const { shop, order, itemId, clientId, atPac } = await restored(world);
  const wanted = { pacDocumentId: atPac.id, orderNumber: order.number };
  const sent = () => world.simulator.calls().filter(({ operation }) => operation === 'submit').length;
  const before = sent();
  const rebuilt = await rebuildInvoice(ofTenant(world.app, shop.tenant), wanted, 'cli:test');
  const shown = await readInvoice(shop, rebuilt.id);
  assert.deepEqual(
    [shown.number, shown.documentId, shown.cufe, shown.legalStatus, shown.submissionState, shown.orderId],
    ['FAC-0000000004', atPac.id, atPac.cufe, 'DGI_AUTHORIZED', 'DONE', order.id],
  );
  assert.equal((await stockOf(shop, itemId)).onHand, '90');
  assert.deepEqual(await strangersOf(world, shop), []);
  assertEach(await inboxOf(world, shop), ({ state, document_id: id }) => [state, id], [['APPLIED', rebuilt.id]]);
  await submit(ofTenant(world.app, shop.tenant), rebuilt.id);
  await attachPdf(ofTenant(world.app, shop.tenant), rebuilt.id, 'cli:test');
  assert.notEqual((await readInvoice(shop, rebuilt.id)).pdf, null);
  // The order has it now, and neither another order nor a second try gets it.
  assert.equal((await invoice(shop, order.id)).id, rebuilt.id);
  assert.equal(sent(), before);
  await assert.rejects(rebuildInvoice(ofTenant(world.app, shop.tenant), wanted, 'cli:test'), { code: 'CONFLICT' });
  const other = await newOrder(shop, clientId, [{ itemId, quantity: '1' }]);
  await assert.rejects(
    rebuildInvoice(ofTenant(world.app, shop.tenant), { ...wanted, orderNumber: other.number }, 'cli:test'),
  );
  assert.equal((await invoice(shop, other.id)).number, 'FAC-0000000005');
});

test('F90: a document that an operator says is not ours holds nothing any more, whatever the PAC tells of it', async () => {
  const world = await quietWorld();
  const { shop, order, atPac } = await restored(world);
  const dismissed = await inTenant(world.app, shop.tenant, (db) =>
    dismissStranger(world.app, db, atPac.id, 'It was entered by the other branch'),
  );
  assert.equal(dismissed, 1);
  await sendNotice(world, shop, { id: atPac.id, cufe: atPac.cufe, legalStatus: 'DGI_AUTHORIZED', message: 'again' });
  assert.deepEqual(await strangersOf(world, shop), []);
  assert.equal((await invoice(shop, order.id)).legalStatus, 'PAC_AUTHORIZED');
});

test('F90: asked about, a stranger without a CUFE holds its order, and one that is void holds none', async () => {
  const world = await quietWorld();
  const { shop, order, atPac } = await restored(world, {}, { webhook: false });
  assert.equal((await sendNotice(world, shop, { id: atPac.id, legalStatus: 'DGI_AUTHORIZED' })).status, 200);
  await askAboutStrangers(ofTenant(world.app, shop.tenant), new Date(0));
  assert.match((await shop.refuses('generateInvoice', { orderId: order.id, mode: 'DGI' })).message, /FAC-0000000004/);
  await voidAtPac(world, shop, atPac);
  await askAboutStrangers(ofTenant(world.app, shop.tenant), new Date(0));
  assert.deepEqual(await strangersOf(world, shop), []);
  assert.equal((await invoice(shop, order.id)).legalStatus, 'PAC_AUTHORIZED');
});

test('F90: what is of another billing point, or voided at the PAC, is not written again', async () => {
  const world = await quietWorld();
  const foreign = await restored(world, { billingPoint: '777' });
  const voided = await restored(world);
  await voidAtPac(world, voided.shop, voided.atPac);
  for (const { shop, order, atPac } of [foreign, voided]) {
    const wanted = { pacDocumentId: atPac.id, orderNumber: order.number };
    await assert.rejects(rebuildInvoice(ofTenant(world.app, shop.tenant), wanted, 'cli:test'), { code: 'CONFLICT' });
  }
});

test('F90: an invoice that may be credited already is not credited at the PAC again', async () => {
  const world = await quietWorld();
  const shop = await world.tenant();
  const { invoice: sold } = await invoicedOrder(shop);
  await world.simulator.verdict(sold.documentId, 'DGI_AUTHORIZED');
  const credit = (mode: string) => ({ invoiceId: sold.id, mode, reason: 'The client brought all of it back' });
  const issueDay = sold.cufe.slice(32, 40);
  const cufe = `FE04${sold.cufe.slice(4, 32)}${issueDay}0000000003${sold.cufe.slice(50, 56)}987654321`;
  const notice = { id: '01LOSTCREDIT', cufe: `${cufe}${cufeCheckDigit(cufe.slice(2))}`, legalStatus: 'DGI_AUTHORIZED' };
  assert.equal((await sendNotice(world, shop, notice)).status, 200);
  assert.match((await shop.refuses('createCredit', credit('DGI'))).message, /NC-0000000003/);
  const internal = await shop.call('createCredit', credit('PROFORM'));
  assert.match((await shop.refuses('convertCreditToDgi', { creditId: internal.id })).message, /NC-0000000003/);
});

test('F90: documents of another system at the same company hold nothing', async () => {
  const world = await quietWorld();
  const others = [
    { billingPoint: '777' },
    { numeration: '0000000001', billingPoint: '002' },
    { numeration: '0009000000' },
  ];
  for (const information of others) {
    const { shop, order } = await restored(world, information);
    assert.equal((await invoice(shop, order.id)).legalStatus, 'PAC_AUTHORIZED', JSON.stringify(information));
  }
});

test('F90: a notice of a document of ours that waits to be applied holds no other order', async () => {
  const world = await quietWorld();
  const shop = await world.tenant();
  const { clientId, itemId } = await invoicedOrder(shop);
  const earlier = await newOrder(shop, clientId, [{ itemId, quantity: '1' }]);
  world.simulator.nextFault({ name: 'lostAnswer', companyId: shop.companyId, operation: 'submit' });
  const { invoice: open } = await invoicedOrder(shop);
  assert.equal(open.submissionState, 'UNKNOWN');
  await world.sql`insert into pac_notices (tenant_id, id, digest, body, pac_document_id, cufe, legal_status, state)
     values (${shop.tenant.id}, gen_random_uuid(), 'stored, and not applied yet', '{}', '01OURS', ${open.expectedCufe}, 'DGI_AUTHORIZED', 'WAITING')`;
  assert.equal((await invoice(shop, earlier.id)).legalStatus, 'PAC_AUTHORIZED');
});

test('F90: a document that was rejected, or that came before the order, holds nothing', async () => {
  const world = await quietWorld();
  const { shop, order, atPac, clientId, itemId } = await restored(world);
  const late = await newOrder(shop, clientId, [{ itemId, quantity: '1' }]);
  // A further notice of it does not make it younger.
  await world.sql`insert into pac_notices (tenant_id, id, digest, body, pac_document_id, cufe, legal_status, state)
     select tenant_id, gen_random_uuid(), 'another', body, pac_document_id, cufe, legal_status, state from pac_notices where cufe = ${atPac.cufe} and tenant_id = ${shop.tenant.id}`;
  assert.equal((await invoice(shop, late.id)).legalStatus, 'PAC_AUTHORIZED');
  await world.query(`update pac_notices set legal_status = 'DGI_REJECTED' where tenant_id = $1`, [shop.tenant.id]);
  assert.equal((await invoice(shop, order.id)).legalStatus, 'PAC_AUTHORIZED');
});

test('F90: one of another till is rebuilt under the numbers of that till, which are passed over there alone', async () => {
  const world = await quietWorld();
  const shop = await world.tenant();
  const office = await shop.call('createOffice', { code: '0001', name: 'David', pacOfficeId: 'david' });
  await shop.get('mutation ($id: UUID!) { createBillingPoint(officeId: $id, code: "002") { id } }', { id: office.id });
  const offices = [
    { id: 'head', branchCode: '0000' },
    { id: 'david', branchCode: '0001' },
  ];
  world.simulator.setCompany({ companyId: shop.companyId, ruc: '155596713-2-2015', dv: '59', rucType: 2, offices });
  await shop.get('mutation ($id: UUID!) { updateOffice(officeId: $id, input: { pacOfficeId: "head" }) { id } }', {
    id: (await shop.get('{ offices { id } }')).offices[0].id,
  });
  const { invoice: example, clientId, itemId } = await invoicedOrder(shop);
  const order = await newOrder(shop, clientId, [{ itemId, quantity: '5' }]);
  const input = { ...example.pacInput, idOffice: 'david' };
  const atPac = await certifyElsewhere(world, shop, input, { billingPoint: '002' }, {});

  const { message } = await shop.refuses('generateInvoice', { orderId: order.id, mode: 'DGI' });
  assert.ok(message.includes('FAC-0001-002-0000000004'), message);
  const points = await inTenant(world.app, shop.tenant, pointsAtPac);
  const [stranger] = await strangersOf(world, shop);
  assert.deepEqual(seriesOf(stranger!, points), ['FAC-0001-002']);
  const rebuilt = await rebuildInvoice(
    ofTenant(world.app, shop.tenant),
    { pacDocumentId: atPac.id, orderNumber: order.number },
    'cli:test',
  );
  assert.equal(rebuilt.number, 'FAC-0001-002-0000000004');
  const { numberAudit } = await shop.get('{ numberAudit { series reserved } }');
  assert.deepEqual(numberAudit, [
    { series: 'FAC', reserved: 1 },
    { series: 'FAC-0001-002', reserved: 4 },
  ]);
});
