// The month's filing: what counts, to the cent, and every number explained.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertEach } from '../support/assert-each.ts';
import { invoice, newClient, newItem, newOrder, readInvoice } from '../support/business.ts';
import { eventually, newShop, quietWorld, type Answer, type TestTenant } from '../support/world.ts';

const AMOUNTS = 'base itbms isc otherTaxes total retention';
const MONTH = `query ($year: Int!, $month: Int!) { fiscalMonth(year: $year, month: $month) {
  from to net { ${AMOUNTS} } documents { documentType kind state count ${AMOUNTS} } rates { rate base itbms }
  voids { number issueDay voidedDay total } retentions { code amount }
  series { series first last count exceptions { number class reason documentId } } } }`;

const thisMonth = () => {
  const [year, month] = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Panama' }).format().split('-');
  return { year: Number(year), month: Number(month) };
};

async function sell(shop: TestTenant, price: string, taxRate: string, mode = 'DGI'): Promise<Answer> {
  const itemId = await newItem(shop, { negative: true, price, taxRate });
  const order = await newOrder(shop, await newClient(shop), [{ itemId, quantity: '3' }]);
  return invoice(shop, order.id, mode);
}

async function monthOf(shop: TestTenant): Promise<Answer> {
  return (await shop.get(MONTH, thisMonth())).fiscalMonth;
}

test('what was certified counts by rate, less credit notes and voids; what was not certified is named', async () => {
  const { here, shop } = await newShop(quietWorld());
  const sold = [await sell(shop, '1.005', '7'), await sell(shop, '2', '10'), await sell(shop, '3', '0')];
  const voided = await sell(shop, '100', '7');
  await shop.call('voidInvoice', { invoiceId: voided.id, reason: 'Made out to the wrong client' });
  here.simulator.nextFault({ name: 'pacReject', companyId: shop.companyId });
  const rejected = await sell(shop, '50', '7');
  here.simulator.nextFault({ name: 'lostAnswer', companyId: shop.companyId, operation: 'submit' });
  const unknown = await sell(shop, '40', '7');
  await sell(shop, '1000', '7', 'PROFORM');

  const month = await monthOf(shop);
  const subtotal = sold.reduce((sum, one) => sum + Number(one.subtotal) * 100, 0);
  const total = sold.reduce((sum, one) => sum + Number(one.total) * 100, 0);
  assert.equal(Math.round(Number(month.net.base) * 100), Math.round(subtotal));
  assert.equal(Math.round(Number(month.net.total) * 100), Math.round(total));
  assert.deepEqual(month.rates, [
    { rate: '0', base: '9', itbms: '0' },
    { rate: '7', base: '3.02', itbms: '0.21' },
    { rate: '10', base: '6', itbms: '0.6' },
  ]);
  assertEach(
    month.documents,
    ({ documentType, kind, state, count, total }) => [documentType, kind, state, count, total],
    [
      ['01', 'INVOICE', 'COUNTED', 3, '18.83'],
      ['01', 'INVOICE', 'OPEN', 1, unknown.total],
      ['01', 'INVOICE', 'REJECTED', 1, rejected.total],
      ['01', 'INVOICE', 'VOIDED', 1, voided.total],
    ],
  );
  assertEach(month.voids, ({ number, total }) => [number, total], [[voided.number, voided.total]]);
  const [{ series, first, last, count, exceptions }] = month.series;
  assert.deepEqual([series, first, last, count], ['FAC', sold[0]!.number, unknown.number, 6]);
  assertEach(exceptions, ({ number, class: why }) => [number, why], [
    [voided.number, 'VOIDED'],
    [rejected.number, 'REJECTED'],
    [unknown.number, 'UNKNOWN'],
  ]);
});

test('credit notes lower base and tax of the rate that the goods were sold at', async () => {
  const { here, shop } = await newShop();
  const { id, lines, documentId } = await sell(shop, '10', '7');
  await here.simulator.verdict(documentId, 'DGI_AUTHORIZED');
  await eventually(() => readInvoice(shop, id), { legalStatus: 'DGI_AUTHORIZED' });
  const input = { invoiceId: id, reason: 'Came back', lines: [{ invoiceLineId: lines[0].id, quantity: '1' }] };
  const createCredit = await shop.call('createCredit { total }', input);
  assert.equal(createCredit.total, '10.7');
  const month = await monthOf(shop);
  assert.deepEqual(month.rates, [{ rate: '7', base: '20', itbms: '1.4' }]);
  assertEach(month.documents, ({ documentType, count, total }) => [documentType, count, total], [
    ['01', 1, '32.1'],
    ['04', 1, '10.7'],
  ]);
  assert.equal(month.net.total, '21.4');
});

test('a number without a document is a gap of its month, also before the first one of it', async () => {
  const { here, shop } = await newShop();
  await sell(shop, '1', '7');
  await here.sql`update document_numbers set last_number = 4 where tenant_id = ${shop.tenant.id} and series = 'FAC'`;
  await here.query(
    `update invoices set issue_day = issue_day - interval '1 month', issued_at = issued_at - interval '1 month' where tenant_id = $1`,
    [shop.tenant.id],
  );
  await sell(shop, '1', '7');
  const [{ first, exceptions }] = (await monthOf(shop)).series;
  assert.equal(first, 'FAC-0000000005');
  assert.deepEqual(
    exceptions.map(({ number, class: why, documentId }: Answer) => [number, why, documentId]),
    ['2', '3', '4'].map((digit) => [`FAC-000000000${digit}`, 'UNUSED', null]),
  );
});

test('a document belongs to the month of the tenant’s day, and an empty month is empty', async () => {
  const { here, shop } = await newShop();
  const { id } = await sell(shop, '1', '7');
  // The last hour of January in Panama is February by UTC.
  await here.sql`update invoices set issued_at = '2026-02-01T04:30:00Z', issue_day = '2026-01-31' where id = ${id}`;
  const { fiscalMonth: january } = await shop.get(MONTH, { year: 2026, month: 1 });
  const { fiscalMonth: february } = await shop.get(MONTH, { year: 2026, month: 2 });
  assert.deepEqual([january.to, january.documents.length], ['2026-01-31', 1]);
  assert.deepEqual([february.to, february.documents, february.net.total], ['2026-02-28', [], '0']);
  assert.equal((await shop.refusal(MONTH, { year: 2026, month: 13 })).code, 'BAD_USER_INPUT');
});
