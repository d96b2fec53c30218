// Findings of a document: refused before it is filed where the company wants it, and told in the answer where it does not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertEach } from '../support/assert-each.ts';
import { invoice, newClient, newItem, newOrder, refuseDocumented } from '../support/business.ts';
import { newShop, world, type Answer, type TestTenant } from '../support/world.ts';

const FINDINGS = 'findings { severity field message mark }';
const GENERATE = `mutation ($id: UUID!, $type: DocumentType, $export: ExportInput, $mode: GenerationMode = DGI, $key: String) {
  generateInvoice(orderId: $id, documentType: $type, export: $export, mode: $mode, idempotencyKey: $key) {
    id number legalStatus documentId ${FINDINGS} } }`;
const PREVIEW = `query ($id: UUID!, $type: DocumentType, $export: ExportInput) {
  previewInvoice(orderId: $id, documentType: $type, export: $export) { problems ${FINDINGS} } }`;
const FOB = { incoterm: 'FOB' };
const NOWHERE = { receiverType: 'EXTRANJERO', ruc: 'X-1' };

async function ordered(shop: TestTenant, client: object, taxRate = '0'): Promise<string> {
  const itemId = await newItem(shop, { stock: '10', taxRate });
  return (await newOrder(shop, await newClient(shop, 'Acme', client), [{ itemId, quantity: '1' }])).id;
}

/** Details of each problem of a refusal. */
async function problemsOf(shop: TestTenant, query: string, variables: object): Promise<string[]> {
  const { errors, data } = await shop.ask(query, variables);
  assert.equal(errors?.length, 1, JSON.stringify(data));
  const { code, problems } = errors[0]!.extensions as unknown as { code: string; problems: Answer[] };
  assert.equal(code, 'BAD_USER_INPUT');
  return problems.map((one: Answer) => `${one.field} ${JSON.stringify(one.params)}`);
}

const of = (findings: readonly Answer[], mark: string): string[] =>
  findings.filter((one) => one.mark === mark).map(({ severity, field }) => `${severity} ${field}`);

// [what, whom it is for, what is asked, the fields that one good source objects to]
const DOCUMENTED: [what: string, client: object, taxRate: string, asked: object, fields: string[]][] = [
  ['a sale in Panama with data of an export', {}, '0', { type: 'INTERNAL', export: FOB }, ['export']],
  [
    'an export to a foreigner in Panama, with ITBMS',
    { ...NOWHERE, country: 'PA' },
    '7',
    { type: 'EXPORT', export: FOB },
    ['client.country', 'lines'],
  ],
  [
    'a free zone that sells abroad without data of an export',
    { ...NOWHERE, country: 'ES' },
    '0',
    { type: 'FREE_ZONE' },
    ['export'],
  ],
  ['a foreigner without a country', NOWHERE, '0', {}, ['client.country']],
];

for (const [what, client, taxRate, asked, fields] of DOCUMENTED) {
  test(`${what}: refused for a new company, and told to one that chose otherwise`, async () => {
    const { here, shop } = await newShop();
    assert.equal((await shop.get('{ tenant { refusesDocumented } }')).tenant.refusesDocumented, true);
    const id = await ordered(shop, client, taxRate);
    const preview = async () => (await shop.get(PREVIEW, { id, ...asked })).previewInvoice;
    const before = await preview();
    assert.deepEqual(
      of(before.findings, 'DOCUMENTED'),
      fields.map((field) => `REFUSED ${field}`),
    );
    assert.equal(before.problems.length, fields.length);
    const refused = await problemsOf(shop, GENERATE, { id, ...asked });
    assertEach(refused, (one) => one.split(' ')[0], fields);
    for (const one of refused) assert.match(one, / \{"(type|name|allowed)":/);
    assert.deepEqual(await shop.call('numberAudit { series reserved }'), [], 'no number is used');

    await refuseDocumented(here, shop, false);
    const after = await preview();
    assert.deepEqual(after.problems, []);
    const { generateInvoice: filed } = await shop.get(GENERATE, { id, ...asked, key: `key-${id}` });
    assert.equal(filed.number.slice(-10), '0000000001');
    assert.deepEqual(
      of(filed.findings, 'DOCUMENTED'),
      fields.map((field) => `WARNED ${field}`),
    );
    assert.deepEqual(filed.findings, after.findings);
    const again = await shop.get(GENERATE, { id, ...asked, key: `key-${id}` });
    assert.deepEqual(again.generateInvoice, filed, 'a repeated request is told the same');
  });
}

test('a proforma is refused only once it is filed, and a generic note before it is', async () => {
  const shop = await (await world()).tenant();
  const id = await ordered(shop, NOWHERE);
  const { generateInvoice: proforma } = await shop.get(GENERATE, { id, mode: 'PROFORM' });
  assert.deepEqual(proforma.findings, []);
  const FILE = `mutation ($id: UUID!) { convertInvoiceToDgi(invoiceId: $id) { number ${FINDINGS} } }`;
  assert.deepEqual(await problemsOf(shop, FILE, { id: proforma.id }), [
    'client.country {"name":"Acme","unknown":"ZZ","field":"client.country"}',
  ]);
  const clientId = await newClient(shop, 'Acme', NOWHERE);
  const lines = [{ description: 'Rebate', unitPrice: '5', taxRate: '0' }];
  const input = { clientId, reference: { number: 'A-1', date: '2020-01-02' }, reason: 'Agreed', lines };
  for (const verb of ['createGenericCredit', 'createGenericDebitNote']) {
    const query = `mutation ($input: GenericNoteInput!) { ${verb}(input: $input) { id } }`;
    assert.equal((await problemsOf(shop, query, { input })).length, 1, verb);
  }
  assert.deepEqual(await shop.call('numberAudit { series reserved }'), [{ series: 'PRO', reserved: 1 }]);
});

test('notes and a filed proforma tell what was found of them', async () => {
  const { here, shop } = await newShop();
  const sold = await invoice(shop, await ordered(shop, {}));
  await here.simulator.verdict(sold.documentId, 'DGI_AUTHORIZED');
  const input = { invoiceId: sold.id, reason: 'Agreed' };
  const told = async (query: string, variables: object) =>
    Object.values<Answer>(await shop.get(query, variables))[0].findings.map((one: Answer) => one.field);
  const OFFICE = ['office.pacOfficeId'];
  const CREDIT = `mutation ($input: CreateCreditInput!) { createCredit(input: $input) { ${FINDINGS} } }`;
  const DEBIT = `mutation ($input: CreateDebitNoteInput!) { createDebitNote(input: $input) { ${FINDINGS} } }`;
  const lines = [{ description: 'Freight', unitPrice: '5', taxRate: '0' }];
  assert.deepEqual(await told(DEBIT, { input: { ...input, lines } }), OFFICE);
  assert.deepEqual(await told(CREDIT, { input }), OFFICE);
  const { generateInvoice: proforma } = await shop.get(GENERATE, { id: await ordered(shop, {}), mode: 'PROFORM' });
  const FILE = `mutation ($id: UUID!) { convertInvoiceToDgi(invoiceId: $id) { ${FINDINGS} } }`;
  assert.deepEqual(await told(FILE, { id: proforma.id }), OFFICE);
});
