// Wrong entries are corrected: of a client, a supplier and an item; documents issued with them stay as they were.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '../../src/catalog/index.ts';
import { inTenant } from '../../src/tenancy/index.ts';
import { invoice, newClient, newItem, newOrder, newSale, readInvoice } from '../support/business.ts';
import { eventually, newShop, world, type Answer, type TestTenant } from '../support/world.ts';

const CLIENT = 'id name receiverType ruc dv email';
const UPDATE = `mutation ($id: UUID!, $input: UpdateClientInput!) { updateClient(clientId: $id, input: $input) { ${CLIENT} } }`;
const UPDATE_ITEM = `mutation ($id: UUID!, $input: UpdateItemInput!) {
  updateItem(itemId: $id, input: $input) { id sku name unit unitPrice taxRate cpbs } }`;
const UPDATE_SUPPLIER = `mutation ($id: UUID!, $name: String, $ruc: String) {
  updateSupplier(supplierId: $id, name: $name, ruc: $ruc) { id name ruc } }`;

const COMPANY = {
  name: 'Comercial Istmo',
  receiverType: 'CONTRIBUYENTE',
  ruc: '155587169-2-2014',
  email: 'a@istmo.example',
};

async function company(shop: TestTenant): Promise<Answer> {
  return await shop.call(`createClient { ${CLIENT} }`, COMPANY);
}

test('a client that the verb creates, as a script does, has its check digits', async () => {
  const { here, shop } = await newShop();
  const created = await inTenant(here.app, shop.tenant, (db) =>
    createClient(db, { name: 'Comercial Istmo', receiverType: 'CONTRIBUYENTE', ruc: '155596713-2-2015' }),
  );
  assert.deepEqual([created.ruc, created.dv], ['155596713-2-2015', '59']);
});

const CHANGES: [string, object, object][] = [
  ['its name', { name: ' Comercial del Istmo, S.A. ' }, { name: 'Comercial del Istmo, S.A.' }],
  ['its RUC, with new check digits', { ruc: '155596713-2-2015' }, { ruc: '155596713-2-2015', dv: '59' }],
  ['its email, away', { email: null }, { email: null }],
  [
    'the kind of receiver, and its RUC away',
    { receiverType: 'CONSUMIDOR_FINAL', ruc: null },
    { receiverType: 'CONSUMIDOR_FINAL', ruc: null, dv: null },
  ],
  ['nothing', {}, {}],
  ['nothing that can be none', { name: null, receiverType: null }, {}],
];

for (const [what, input, expected] of CHANGES) {
  test(`a client is changed: ${what}`, async () => {
    const shop = await (await world()).tenant();
    const client = await company(shop);
    const { updateClient } = await shop.get(UPDATE, { id: client.id, input });
    assert.deepEqual(updateClient, { ...client, ...expected });
    const { clients } = await shop.get(`{ clients { records { ${CLIENT} } } }`);
    assert.deepEqual(clients.records, [updateClient]);
  });
}

const REFUSALS: [string, object, RegExp][] = [
  ['an empty name', { name: ' ' }, /name/],
  ['the RUC of a CONTRIBUYENTE away', { ruc: null }, /CONTRIBUYENTE needs a ruc/],
  ['a RUC that can be none', { ruc: 'none at all' }, /ruc must be made of/],
  ['an email that is none', { email: 'istmo' }, /email must be/],
];

for (const [what, input, message] of REFUSALS) {
  test(`a client is not changed to ${what}`, async () => {
    const shop = await (await world()).tenant();
    const client = await company(shop);
    const refusal = await shop.refusal(UPDATE, { id: client.id, input });
    assert.equal(refusal.code, 'BAD_USER_INPUT');
    assert.match(refusal.message, message);
    const { clients } = await shop.get(`{ clients { records { ${CLIENT} } } }`);
    assert.deepEqual(clients.records, [client]);
  });
}

test('after a rejection for the client’s RUC it is put right, and the order is invoiced again with the new one', async () => {
  const { here, shop } = await newShop();
  const client = await company(shop);
  const itemId = await newItem(shop, { stock: '10' });
  const order = await newOrder(shop, client.id, [{ itemId, quantity: '1' }]);
  here.simulator.nextFault({ name: 'dgiReject', companyId: shop.companyId, operation: 'submit' });
  const first = await invoice(shop, order.id);
  await here.simulator.verdict(first.documentId, 'DGI_REJECTED');
  await eventually(() => readInvoice(shop, first.id), { legalStatus: 'DGI_REJECTED' });
  await shop.get(UPDATE, { id: client.id, input: { ruc: '155596713-2-2015' } });
  const second = await invoice(shop, order.id);
  assert.notEqual(second.id, first.id);
  assert.equal(second.pacInput.receiver.ruc.ruc, '155596713-2-2015');
  assert.equal((await readInvoice(shop, first.id)).pacInput.receiver.ruc.ruc, '155587169-2-2014');
});

test('a credit note names whom its invoice named, however the client is called by now', async () => {
  const { here, shop, invoice: sold, clientId } = await newSale();
  await here.simulator.verdict(sold.documentId, 'DGI_AUTHORIZED');
  await shop.get(UPDATE, { id: clientId, input: { name: 'Another name', email: 'new@example.com' } });
  const { createCredit } = await shop.get(
    `mutation ($input: CreateCreditInput!) { createCredit(input: $input) { pacInput legalStatus } }`,
    { input: { invoiceId: sold.id, reason: 'Returned' } },
  );
  assert.equal(createCredit.legalStatus, 'PAC_AUTHORIZED');
  assert.deepEqual(createCredit.pacInput.receiver, sold.pacInput.receiver);
});

test('an item is changed; orders that are there keep their price, and the ledger’s words cannot be changed', async () => {
  const shop = await (await world()).tenant();
  const itemId = await newItem(shop, { stock: '10' });
  const clientId = await newClient(shop);
  const before = await newOrder(shop, clientId, [{ itemId, quantity: '1' }]);
  const input = { name: 'Coffee, ground', unitPrice: '12.5', taxRate: '0', cpbs: '1234' };
  const { updateItem } = await shop.get(UPDATE_ITEM, { id: itemId, input });
  assert.deepEqual({ ...updateItem, ...input }, updateItem);
  const after = await newOrder(shop, clientId, [{ itemId, quantity: '1' }]);
  assert.equal(after.total, '12.5');
  const { order } = await shop.get('query ($id: UUID!) { order(id: $id) { total } }', { id: before.id });
  assert.equal(order.total, before.total);
  assert.notEqual(before.total, after.total);
  const none = await shop.get(UPDATE_ITEM, { id: itemId, input: { cpbs: null } });
  assert.deepEqual(none.updateItem, { ...updateItem, cpbs: null });
  for (const [wrong, message] of [
    [{ unitPrice: '-1' }, /unitPrice must not be below 0/],
    [{ taxRate: '8' }, /taxRate must be one of 0, 7, 10, 15/],
    [{ name: '' }, /name/],
  ] as const) {
    const refusal = await shop.refusal(UPDATE_ITEM, { id: itemId, input: wrong });
    assert.equal(refusal.code, 'BAD_USER_INPUT');
    assert.match(refusal.message, message);
  }
});

test('a supplier is changed, and a RUC taken away', async () => {
  const shop = await (await world()).tenant();
  const { createSupplier } = await shop.get('mutation { createSupplier(name: "Café", ruc: "8-442-445") { id } }');
  const { id } = createSupplier;
  const named = await shop.get(UPDATE_SUPPLIER, { id, name: 'Café de Boquete' });
  assert.deepEqual(named.updateSupplier, { id, name: 'Café de Boquete', ruc: '8-442-445' });
  const unnumbered = await shop.get(UPDATE_SUPPLIER, { id, ruc: null });
  assert.deepEqual(unnumbered.updateSupplier, { id, name: 'Café de Boquete', ruc: null });
});
