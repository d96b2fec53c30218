// Search: an exact code first, without accents or case; and things that are found by a code or an id of their own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTenant } from '../../src/tenancy/index.ts';
import { skipNumbers } from '../../src/numbers/index.ts';
import { adjust, invoicedOrder, newClient, newItem } from '../support/business.ts';
import { sendNotice } from '../support/notices.ts';
import { newShop, quietWorld, type Answer, type TestTenant } from '../support/world.ts';

async function itemsFound(shop: TestTenant, search: string, page: object = {}): Promise<string[]> {
  const { items } = await shop.get(
    'query ($search: String, $limit: Int! = 25, $offset: Int! = 0) { items(search: $search, limit: $limit, offset: $offset) { totalCount records { sku } } }',
    { search, ...page },
  );
  return items.records.map(({ sku }: Answer) => sku);
}

test('an item whose SKU is what is searched comes first, on the first page', async () => {
  const shop = await (await quietWorld()).tenant();
  for (const [sku, name] of [
    ['AM', 'Lamp'],
    ['BM-1', 'Mug'],
    ['M', 'Manual postage'],
    ['m2', 'Plum'],
    ['%', 'Percent'],
  ]) {
    await shop.call('createItem', { sku, name, unitPrice: '1', taxRate: '7' });
  }
  assert.deepEqual(await itemsFound(shop, 'M', { limit: 2 }), ['M', 'AM']);
  assert.deepEqual(await itemsFound(shop, 'M', { limit: 2, offset: 2 }), ['BM-1', 'm2']);
  assert.equal((await itemsFound(shop, 'm'))[0], 'M');
  assert.equal((await itemsFound(shop, 'M2'))[0], 'm2');
  assert.deepEqual(await itemsFound(shop, '%'), ['%']);
  assert.deepEqual(await itemsFound(shop, '％'), ['%']);
  assert.deepEqual(await itemsFound(shop, '_'), []);
  assert.deepEqual(await itemsFound(shop, '\\'), []);
});

test('a number is found as a page shows it and a person says it, first, and by its index', async () => {
  const { shop } = await newShop(quietWorld());
  const { id: sold } = (await invoicedOrder(shop, { clientName: 'Local 1' })).invoice;
  await invoicedOrder(shop, { clientName: 'FAC 2' });
  const list = async (name: string, search: string): Promise<string[]> =>
    (await shop.get(`query ($search: String) { ${name}(search: $search) { records { id } } }`, { search }))[
      name
    ].records.map(({ id }: Answer) => id);
  const { number } = (await shop.get('query ($id: UUID!) { invoice(id: $id) { number } }', { id: sold })).invoice;
  assert.match(number, /^FAC-0000000001$/);
  for (const search of ['FAC-1', 'fac 1', 'FAC-0000000001', ' fac-01 ']) {
    assert.deepEqual(await list('invoices', search), [sold], search);
    assert.deepEqual(await list('credits', search), [], search);
  }
  assert.equal((await list('invoices', '1'))[0], sold, 'a bare number is the number of the first');
  assert.equal((await list('invoices', 'FAC 2')).length, 1, 'the number, and not the client who is called so');
  assert.equal((await list('invoices', 'local 1'))[0], sold, 'a name that looks like a number');
  await shop.get('mutation ($id: UUID!) { registerPayment(invoiceId: $id, amount: "1") { id } }', { id: sold });
  assert.equal((await list('payments', 'FAC-1')).length, 1);
  assert.equal((await list('payments', 'FAC-2')).length, 0);
  assert.equal((await list('payments', '1')).length, 1, 'a bare number however short is that of the invoice');
  assert.equal((await list('payments', '2')).length, 0);
  const { orders } = await shop.get('{ orders(search: "ped 2") { records { number } } }');
  assert.deepEqual(orders.records, [{ number: 'PED-0000000002' }]);
});

test('a bare number of three digits and more is the document of that number, of whatever series, and else what contains it', async () => {
  const { here, shop } = await newShop(quietWorld());
  const found = async (name: string, search: string): Promise<string[]> =>
    (await shop.get(`query ($search: String) { ${name}(search: $search) { records { id } } }`, { search }))[
      name
    ].records.map(({ id }: Answer) => id);
  await inTenant(here.app, shop.tenant, (db) => skipNumbers(db, 'FAC', 1216));
  const sold = (await invoicedOrder(shop, { clientName: 'Finca 1218' })).invoice;
  const other = (await invoicedOrder(shop, { clientName: 'Finca 1217' })).invoice;
  assert.deepEqual([sold.number, other.number], ['FAC-0000001217', 'FAC-0000001218']);
  for (const search of ['1217', '0000001217', 'FAC-1217', 'fac 1217', 'FAC-0000001217'])
    assert.deepEqual(await found('invoices', search), [sold.id], search);
  assert.deepEqual(await found('invoices', '121'), [other.id, sold.id], 'no document has this number');
  assert.deepEqual(await found('credits', '1217'), []);
  await shop.get(
    'mutation ($id: UUID!) { registerPayment(invoiceId: $id, amount: "1", method: BANK_TRANSFER, reference: "Check 1217") { id } }',
    { id: other.id },
  );
  await shop.get('mutation ($id: UUID!) { registerPayment(invoiceId: $id, amount: "1") { id } }', { id: sold.id });
  assert.equal((await found('payments', '1217')).length, 2, 'of the invoice, and by its own reference');
  assert.equal((await found('payments', 'FAC-1217')).length, 1);
  const createCredit = await shop.call('createCredit', { invoiceId: sold.id, reason: 'Returned', mode: 'PROFORM' });
  assert.deepEqual(await found('credits', 'PNC-1'), [createCredit.id]);
});

test('itemBySku finds the item of this SKU, as SKUs are stored, and no other', async () => {
  const here = await quietWorld();
  const [shop, other] = [await here.tenant(), await here.tenant()];
  const createItem = await shop.call('createItem', { sku: 'CAFÉ-1', name: 'Coffee', unitPrice: '1', taxRate: '7' });
  const BY_SKU = 'query ($sku: String!) { itemBySku(sku: $sku) { id } }';
  for (const sku of ['CAFÉ-1', '  CAFÉ-1 ', 'CAFE\u0301-1', 'ＣＡＦÉ-1']) {
    assert.deepEqual((await shop.get(BY_SKU, { sku })).itemBySku, createItem, sku);
  }
  for (const [who, sku] of [
    [shop, 'CAFÉ'],
    [other, 'CAFÉ-1'],
  ] as const) {
    assert.deepEqual(await who.refusal(BY_SKU, { sku }), { code: 'NOT_FOUND', message: 'Item not found' });
  }
  assert.equal((await shop.ask(BY_SKU, { sku: 'X' })).data.itemBySku, null);
});

test('accents and case do not matter, in either direction, of items, clients and suppliers', async () => {
  const shop = await (await quietWorld()).tenant();
  await shop.call('createItem', { sku: 'C1', name: 'Café molido', unitPrice: '1', taxRate: '7' });
  await shop.call('createItem', { sku: 'C2', name: 'CAFE instantaneo', unitPrice: '1', taxRate: '7' });
  await shop.call('createItem', { sku: 'N1', name: 'Piñata Ñandú', unitPrice: '1', taxRate: '7' });
  await shop.call('createItem', { sku: 'W1', name: 'ﷺ'.repeat(200), unitPrice: '1', taxRate: '7' });
  for (const search of ['cafe', 'CAFÉ', 'Cafe\u0301', 'ｃａｆｅ'])
    assert.deepEqual(await itemsFound(shop, search), ['C1', 'C2'], search);
  assert.deepEqual(await itemsFound(shop, 'pinata nandu'), ['N1']);
  await newClient(shop, 'Panadería Ávila');
  await newClient(shop, 'Another', { receiverType: 'CONTRIBUYENTE', ruc: '155596713-2-2015' });
  const names = async (list: string, search: string): Promise<string[]> => {
    const found = await shop.get(`query ($search: String) { ${list}(search: $search) { records { name } } }`, {
      search,
    });
    return found[list].records.map(({ name }: Answer) => name);
  };
  assert.deepEqual(await names('clients', 'panaderia avila'), ['Panadería Ávila']);
  await newClient(shop, 'A friend of 155596713-2-2015');
  assert.deepEqual(await names('clients', '155596713-2-2015'), ['Another', 'A friend of 155596713-2-2015']);
  await shop.get('mutation { createSupplier(name: "Distribuidora Colón") { id } }');
  assert.deepEqual(await names('suppliers', 'COLON'), ['Distribuidora Colón']);
});

test('invoices and credits are found by number, CUFE and document id, the exact one first, and by the client', async () => {
  const { here, shop } = await newShop(quietWorld());
  const first = (await invoicedOrder(shop, { clientName: 'Panadería Ávila' })).invoice;
  await sendNotice(here, shop, { id: first.documentId, legalStatus: 'DGI_AUTHORIZED' });
  await invoicedOrder(shop, { clientName: `After ${first.number}` });
  const found = async (list: string, search: string): Promise<string[]> => {
    const { [list]: page } = await shop.get(
      `query ($search: String) { ${list}(search: $search) { records { number } } }`,
      { search },
    );
    return page.records.map(({ number }: Answer) => number);
  };
  assert.deepEqual((await found('invoices', first.number))[0], first.number);
  // The end of a CUFE is read from a slip.
  for (const search of [
    first.cufe,
    first.cufe.slice(-24),
    first.documentId,
    first.documentId.toLowerCase(),
    'panaderia avila',
  ]) {
    assert.deepEqual(await found('invoices', search), [first.number], search);
  }
  const { createCredit } = await shop.get(
    'mutation ($id: UUID!) { createCredit(input: { invoiceId: $id, reason: "Returned" }) { number cufe documentId } }',
    { id: first.id },
  );
  for (const search of [createCredit.number, createCredit.cufe, createCredit.documentId, 'AVILA']) {
    assert.deepEqual(await found('credits', search), [createCredit.number], search);
  }
  const { orders } = await shop.get('{ orders { records { number } } }');
  assert.deepEqual(await found('orders', orders.records[1].number), [orders.records[1].number]);
  assert.deepEqual(await found('orders', 'avila'), [orders.records[1].number]);
});

const ADJUSTMENT = `query ($id: UUID!) { adjustment(id: $id) { id reason createdBy createdAt quantityChange item { id }
  movements { id itemId locationId quantityChange newQuantity sourceId sourceType } } }`;

test('an adjustment is read by the id that the ledger tells', async () => {
  const here = await quietWorld();
  const [shop, other] = [await here.tenant(), await here.tenant()];
  const itemId = await newItem(shop);
  await adjust(shop, itemId, '12.5');
  const itemMovements = await shop.call('itemMovements { records { id sourceId quantityChange balanceAfter } }', {
    itemId,
  });
  const [row] = itemMovements.records;
  const { adjustment } = await shop.get(ADJUSTMENT, { id: row.sourceId });
  assert.equal(adjustment.id, row.sourceId);
  assert.deepEqual(
    [adjustment.reason, adjustment.createdBy, adjustment.item],
    ['Counted', 'admin-user', { id: itemId }],
  );
  assert.equal(adjustment.quantityChange, '12.5');
  assert.deepEqual(
    adjustment.movements.map(({ id, newQuantity }: Answer) => ({ id, newQuantity })),
    [{ id: row.id, newQuantity: '12.5' }],
  );
  const { createLocation } = await shop.get('mutation { createLocation(name: "Back", code: "BACK") { id } }');
  const { locations } = await shop.get('{ locations { id } }');
  const from = locations.find(({ id }: Answer) => id !== createLocation.id).id;
  await shop.call('transferStock', { itemId, fromLocationId: from, toLocationId: createLocation.id, quantity: '2' });
  const newest = await shop.get('query ($id: UUID!) { itemMovements(itemId: $id) { records { sourceId } } }', {
    id: itemId,
  });
  const moved = (await shop.get(ADJUSTMENT, { id: newest.itemMovements.records[0].sourceId })).adjustment;
  assert.deepEqual([moved.quantityChange, moved.movements.length], ['0', 2]);
  const { invoice } = await invoicedOrder(shop);
  for (const [who, id] of [
    [other, row.sourceId],
    [shop, invoice.id],
  ] as const) {
    assert.deepEqual(await who.refusal(ADJUSTMENT, { id }), { code: 'NOT_FOUND', message: 'Adjustment not found' });
  }
});
