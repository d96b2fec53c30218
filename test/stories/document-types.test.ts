// Invoices of each type: what is sent, what is refused before a number is used, what goods do, and what their notes take over.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCufe } from '../../src/fiscal/cufe.ts';
import { generateInvoice } from '../../src/invoicing/index.ts';
import { assertEach } from '../support/assert-each.ts';
import { newClient, newItem, newOrder, refuseDocumented, stockOf, untilPrinted } from '../support/business.ts';
import { world, type Answer, type TestTenant, type World } from '../support/world.ts';
import { ofTenant } from '../../src/tenancy/index.ts';

const FIELDS = `id number documentType legalStatus documentId cufe total balance pacInput rejectionReasons pdf { byteSize }
  export { incoterm currency exchangeRate amount port } lines { id }`;
const GENERATE = `mutation ($id: UUID!, $type: DocumentType, $export: ExportInput, $mode: GenerationMode = DGI) {
  generateInvoice(orderId: $id, documentType: $type, export: $export, mode: $mode) { ${FIELDS} } }`;
const PREVIEW = 'previewInvoice { payload problems findings { severity field message } }';
const EURO = { incoterm: 'FOB', currency: 'EUR', exchangeRate: '0.9215', port: 'Balboa' };

interface Sale {
  shop: TestTenant;
  itemId: string;
  order: Answer;
}

async function ordered(here: World, client: object, item: { kind?: string; taxRate?: string } = {}): Promise<Sale> {
  const shop = await here.tenant();
  const { kind = 'GOODS', taxRate = '0' } = item;
  const isService = kind === 'SERVICE';
  const itemId = isService ? await service(shop, taxRate) : await newItem(shop, { stock: '100', taxRate });
  const order = await newOrder(shop, await newClient(shop, 'Acme', client), [{ itemId, quantity: '3' }]);
  return { shop, itemId, order };
}

async function service(shop: TestTenant, taxRate: string): Promise<string> {
  const input = { sku: 'FEE', name: 'Fee', unitPrice: '10', taxRate, kind: 'SERVICE' };
  return (await shop.call('createItem', input)).id;
}

const FOREIGN = { receiverType: 'EXTRANJERO', ruc: 'X-1', country: 'ES' };

async function issue({ shop, order }: Sale, type: string, more: object = {}): Promise<Answer> {
  return (await shop.get(GENERATE, { id: order.id, type, ...more })).generateInvoice;
}

test('an export in euros is filed abroad, with its total in euros, and its goods leave', async () => {
  const here = await world();
  const sale = await ordered(here, FOREIGN);
  const { shop } = sale;
  const sold = await issue(sale, 'EXPORT', { export: EURO });
  assert.deepEqual([sold.number, sold.documentType, sold.legalStatus], ['FEX-0000000001', 'EXPORT', 'PAC_AUTHORIZED']);
  assert.deepEqual(sold.rejectionReasons, []);
  assert.deepEqual([sold.total, sold.balance], ['30', '30']);
  assert.deepEqual(sold.export, { ...EURO, amount: '27.65' });
  const { information, exportation, receiver } = sold.pacInput;
  assert.partialDeepStrictEqual(information, { documentType: '03', nature: '02', destination: 2, saleType: 1 });
  assert.deepEqual(exportation, {
    incoterm: 'FOB',
    currency: 'EUR',
    exchangeRate: 0.9215,
    amount: 27.65,
    port: 'Balboa',
  });
  assert.deepEqual([receiver.type, receiver.country], ['04', 'ES']);
  assert.equal(parseCufe(sold.cufe)?.documentType, '03');
  assert.deepEqual(await stockOf(shop, sale.itemId), { onHand: '97', available: '97' });

  await here.simulator.verdict(sold.documentId, 'DGI_AUTHORIZED');
  await untilPrinted(here, shop);
  assert.ok((await shop.call(`invoice { ${FIELDS} }`, { id: sold.id })).pdf.byteSize > 1000);
  const credit = await shop.call('createCredit { legalStatus rejectionReasons pacInput }', {
    invoiceId: sold.id,
    reason: 'One came back',
    lines: [{ invoiceLineId: sold.lines[0].id, quantity: '1' }],
  });
  assert.deepEqual([credit.legalStatus, credit.rejectionReasons], ['PAC_AUTHORIZED', []]);
  assert.deepEqual([credit.pacInput.information.documentType, credit.pacInput.information.destination], ['04', 2]);
  assert.deepEqual(credit.pacInput.exportation, { ...exportation, amount: 9.22 });
});

test('an export in dollars says no rate and no amount, and can be void', async () => {
  const here = await world();
  const sale = await ordered(here, FOREIGN);
  const sold = await issue(sale, 'EXPORT', { export: { incoterm: 'EXW' } });
  assert.deepEqual(sold.rejectionReasons, []);
  assert.deepEqual(sold.pacInput.exportation, { incoterm: 'EXW', currency: 'USD' });
  const { voidInvoice } = await sale.shop.get(
    `mutation ($id: UUID!) { voidInvoice(invoiceId: $id, reason: "The ship never left the port") { invoiceStatus } }`,
    { id: sold.id },
  );
  assert.equal(voidInvoice.invoiceStatus, 'VOID');
});

test('what an export lacks is refused before a number is used, and what one source doubts is only warned of', async () => {
  const here = await world();
  const sale = await ordered(here, FOREIGN, { taxRate: '7' });
  const { shop, order } = sale;
  const refused = async (variables: object) =>
    (await shop.refusal(GENERATE, { id: order.id, type: 'EXPORT', ...variables })).message;
  assert.match(await refused({}), /needs the data of the export/);
  assert.match(await refused({ export: { ...EURO, currency: 'euro' } }), /ISO 4217/);
  assert.match(
    await refused({ export: { ...EURO, exchangeRate: null } }),
    /exchangeRate is needed for the currency EUR/,
  );
  assert.match(await refused({ export: { ...EURO, currency: 'USD' } }), /exchangeRate is for a currency other than/);
  assert.match(await refused({ type: 'DEBIT_NOTE' }), /must be a type of invoice/);
  await refuseDocumented(here, shop, false);
  const previewInvoice = await shop.call(PREVIEW, { orderId: order.id, documentType: 'EXPORT', export: EURO });
  assert.deepEqual(previewInvoice.problems, []);
  assert.ok(
    previewInvoice.findings.some(
      ({ severity, message }: Answer) => severity === 'WARNED' && /bears ITBMS of 0 % alone/.test(message),
    ),
  );
  assert.equal(previewInvoice.payload.information.documentType, '03');
  const { numberAudit } = await shop.get('{ numberAudit { series } }');
  assert.deepEqual(numberAudit, []);
});

test('an operation abroad is filed as one, under numbers of its own, and its notes go abroad too', async () => {
  const here = await world();
  const sale = await ordered(here, FOREIGN);
  const sold = await issue(sale, 'OPERATION_ABROAD');
  assert.deepEqual([sold.number, sold.documentType, sold.rejectionReasons], ['FOE-0000000001', 'OPERATION_ABROAD', []]);
  const { information, exportation } = sold.pacInput;
  assert.deepEqual([information.documentType, information.destination, exportation], ['10', 2, undefined]);
  assert.equal(parseCufe(sold.cufe)?.documentType, '10');
  assert.deepEqual(await stockOf(sale.shop, sale.itemId), { onHand: '97', available: '97' });
  const found = await sale.shop.get('{ invoices(documentType: "10") { records { id } } }');
  assert.deepEqual(found.invoices.records, [{ id: sold.id }]);
  const today = new Date(Date.now() - 5 * 3_600_000);
  await here.simulator.verdict(sold.documentId, 'DGI_AUTHORIZED');
  await untilPrinted(here, sale.shop);
  const { fiscalMonth } = await sale.shop.get(
    'query ($year: Int!, $month: Int!) { fiscalMonth(year: $year, month: $month) { documents { documentType count total } } }',
    { year: today.getUTCFullYear(), month: today.getUTCMonth() + 1 },
  );
  assert.deepEqual(fiscalMonth.documents, [{ documentType: '10', count: 1, total: sold.total }]);
  const input = { invoiceId: sold.id, reason: 'It came back', mode: 'DGI' };
  const createCredit = await sale.shop.call('createCredit { rejectionReasons pacInput }', input);
  assert.deepEqual([createCredit.rejectionReasons, createCredit.pacInput.information.destination], [[], 2]);
});

test('a sale of a free zone stays or goes abroad with its receiver', async () => {
  const here = await world();
  const local = await issue(
    await ordered(here, { receiverType: 'CONTRIBUYENTE', ruc: '155596713-2-2015' }),
    'FREE_ZONE',
  );
  assert.deepEqual([local.number, local.rejectionReasons], ['FZF-0000000001', []]);
  assert.equal(local.pacInput.information.destination, 1);
  const abroad = await issue(await ordered(here, FOREIGN), 'FREE_ZONE', { export: { incoterm: 'FCA' } });
  assert.deepEqual([abroad.legalStatus, abroad.rejectionReasons], ['PAC_AUTHORIZED', []]);
  assert.deepEqual([abroad.pacInput.information.destination, abroad.pacInput.receiver.country], [2, 'ES']);
});

test('a company reads which types of invoice its PAC takes, and what each needs', async () => {
  const { shop } = await ordered(await world(), {});
  const { viewer } = await shop.get('{ viewer { tenant { invoiceTypes { type exportData movesGoods } } } }');
  assertEach(viewer.tenant.invoiceTypes, (one) => [one.type, one.exportData, one.movesGoods], [
    ['INTERNAL', 'NEVER', true],
    ['IMPORT', 'NEVER', false],
    ['EXPORT', 'REQUIRED', true],
    ['FREE_ZONE', 'WHERE_ABROAD', true],
    ['REIMBURSEMENT', 'NEVER', false],
    ['OPERATION_ABROAD', 'NEVER', true],
  ]);
});

for (const [type, series, code] of [
  ['REIMBURSEMENT', 'REE', '09'],
  ['IMPORT', 'FIM', '02'],
] as const) {
  test(`${type} is for services alone, since it moves no goods`, async () => {
    const here = await world();
    const goods = await ordered(here, {});
    const refusal = await goods.shop.refusal(GENERATE, { id: goods.order.id, type });
    assert.match(refusal.message, /moves no goods, and SKU-\w+ is no service/);
    const { problems, findings } = await goods.shop.call(PREVIEW, { orderId: goods.order.id, documentType: type });
    assert.deepEqual(problems, [refusal.message]);
    assert.equal(findings[0].field, 'documentType');
    const sold = await issue(await ordered(here, {}, { kind: 'SERVICE' }), type);
    assert.deepEqual(
      [sold.number, sold.legalStatus, sold.rejectionReasons],
      [`${series}-0000000001`, 'PAC_AUTHORIZED', []],
    );
    assert.equal(sold.pacInput.information.documentType, code);
    assert.equal(parseCufe(sold.cufe)?.documentType, code);
    assert.equal(sold.balance, type === 'IMPORT' ? '0' : sold.total);
  });
}

test('an import warns where it names another than the importer', async () => {
  const here = await world();
  const { shop, order } = await ordered(here, { ruc: '8-442-445' }, { kind: 'SERVICE' });
  const previewInvoice = await shop.call(PREVIEW, { orderId: order.id, documentType: 'IMPORT' });
  assert.ok(previewInvoice.findings.some(({ message }: Answer) => /names the importer itself/.test(message)));
});

test('nothing is owed on an import: it takes no payment and no debit note', async () => {
  const here = await world();
  const sale = await ordered(here, {}, { kind: 'SERVICE' });
  const { id } = await issue(sale, 'IMPORT', { mode: 'PROFORM' });
  const pay = 'mutation ($id: UUID!) { registerPayment(invoiceId: $id, amount: "1") { id } }';
  assert.match((await sale.shop.refusal(pay, { id })).message, /Nothing is owed on PRO-0000000001/);
  const { receivables } = await sale.shop.get('{ receivables { owed } }');
  assert.equal(receivables.owed, '0');
});

test('a proforma keeps its type and the data of its export until it is filed', async () => {
  const here = await world();
  const sale = await ordered(here, FOREIGN);
  const proforma = await issue(sale, 'EXPORT', { export: EURO, mode: 'PROFORM' });
  assert.deepEqual([proforma.number, proforma.documentType], ['PRO-0000000001', 'EXPORT']);
  const filed = await sale.shop.call(`convertInvoiceToDgi { ${FIELDS} }`, { invoiceId: proforma.id });
  assert.deepEqual([filed.number, filed.legalStatus, filed.rejectionReasons], ['FEX-0000000001', 'PAC_AUTHORIZED', []]);
  assert.equal(filed.pacInput.exportation.amount, 27.65);
});

test('an order whose invoice is of another type is not invoiced again', async () => {
  const here = await world();
  const sale = await ordered(here, FOREIGN);
  const sold = await issue(sale, 'EXPORT', { export: EURO });
  assert.match((await sale.shop.refusal(GENERATE, { id: sale.order.id, type: 'INTERNAL' })).message, /is of type 03/);
  assert.equal((await sale.shop.get(GENERATE, { id: sale.order.id })).generateInvoice.id, sold.id);
});

test('a type that the PAC does not take is refused before a number is used', async () => {
  const here = await world();
  const { shop, order } = await ordered(here, {}, { kind: 'SERVICE' });
  const profile = { ...here.app.pac.profileOf(null), takes: (type: string) => type !== '09' };
  const app = { ...here.app, pac: { ...here.app.pac, profileOf: () => profile } };
  const request = { orderId: order.id, mode: 'DGI', documentType: '09' } as const;
  await assert.rejects(
    generateInvoice(ofTenant(app, shop.tenant), request, 'ana'),
    /takes no documents of the type 09/,
  );
  const { numberAudit } = await shop.get('{ numberAudit { series } }');
  assert.deepEqual(numberAudit, []);
});
