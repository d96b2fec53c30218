// Price of an item for a client: the price of the order, else that of the client's list, else the item's own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newClient } from '../support/business.ts';
import { world, type Answer, type TestTenant } from '../support/world.ts';

const SET = `mutation ($id: UUID!, $prices: [ListPriceInput!]!) { setPrices(priceListId: $id, prices: $prices) { id } }`;
const LIST = `query ($id: UUID!) { listPrices(priceListId: $id) { totalCount records { item { sku } unit price } } }`;
const ORDER = 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id lines { unitPrice } } }';

async function openShop(): Promise<TestTenant & { listId: string; items: string[] }> {
  const shop = await (await world()).tenant();
  const { createPriceList } = await shop.get('mutation { createPriceList(name: "Hoteles") { id } }');
  const items = [];
  for (const sku of ['A', 'B']) {
    const input = {
      sku,
      name: sku,
      unitPrice: '10',
      allowNegativeStock: true,
      units: [{ unit: 'caja', factor: '12' }],
    };
    const createItem = await shop.call('createItem', input);
    items.push(createItem.id);
  }
  return { ...shop, listId: createPriceList.id, items };
}

test('a client of a list pays its prices, by unit; what the order says goes first', async () => {
  const { listId, items, ...shop } = await openShop();
  const [a, b] = items;
  const prices = [
    { itemId: a, price: '8.5' },
    { itemId: a, unit: 'caja', price: '90' },
  ];
  await shop.get(SET, { id: listId, prices });
  const lines = [
    { itemId: a, quantity: '1' },
    { itemId: a, quantity: '1', unit: 'caja' },
    { itemId: a, quantity: '1', unitPrice: '7' },
    { itemId: b, quantity: '1' },
    { itemId: b, quantity: '1', unit: 'caja' },
  ];
  const pricesOf = async (clientId: string): Promise<string[]> =>
    (await shop.get(ORDER, { input: { clientId, lines } })).createOrder.lines.map((one: Answer) => one.unitPrice);
  const listed = await newClient(shop, 'Hotel', { priceListId: listId });
  const other = await newClient(shop, 'Ana');
  assert.deepEqual(await pricesOf(listed), ['8.5', '90', '7', '10', '120']);
  assert.deepEqual(await pricesOf(other), ['10', '120', '7', '10', '120']);

  const UPDATE = `mutation ($id: UUID!, $input: UpdateClientInput!) { updateClient(clientId: $id, input: $input) { priceList { name } } }`;
  const { updateClient } = await shop.get(UPDATE, { id: other, input: { priceListId: listId } });
  assert.deepEqual(updateClient, { priceList: { name: 'Hoteles' } });
  assert.equal((await pricesOf(other))[0], '8.5');
  await shop.get(UPDATE, { id: other, input: { email: 'ana@example.com' } });
  assert.equal((await pricesOf(other))[0], '8.5');
  await shop.get(UPDATE, { id: other, input: { priceListId: null } });
  assert.equal((await pricesOf(other))[0], '10');
});

test('a list has the price of a box, whatever is in it; one that it does not have follows the factor', async () => {
  const { listId, items, ...shop } = await openShop();
  const [a, b] = items;
  await shop.get(SET, {
    id: listId,
    prices: [
      { itemId: a, unit: 'caja', price: '90' },
      { itemId: b, price: '8' },
    ],
  });
  const clientId = await newClient(shop, 'Hotel', { priceListId: listId });
  for (const itemId of [a, b])
    await shop.call('updateItem', { itemId, input: { units: [{ unit: 'caja', factor: '24' }] } });
  const lines = [a, b].map((itemId) => ({ itemId, quantity: '1', unit: 'caja' }));
  const { createOrder } = await shop.get(ORDER, { input: { clientId, lines } });
  assert.deepEqual(createOrder.lines, [{ unitPrice: '90' }, { unitPrice: String(24 * 8) }]);
});

test('an order that is edited is priced for the client that it has then', async () => {
  const { listId, items, ...shop } = await openShop();
  const [itemId] = items;
  await shop.get(SET, { id: listId, prices: [{ itemId, price: '8' }] });
  const [ana, hotel] = [await newClient(shop, 'Ana'), await newClient(shop, 'Hotel', { priceListId: listId })];
  const lines = [{ itemId, quantity: '1' }];
  const { createOrder } = await shop.get(ORDER, { input: { clientId: ana, lines } });
  const UPDATE = `mutation ($id: UUID!, $input: UpdateOrderInput!) { updateOrder(orderId: $id, input: $input) { lines { unitPrice } } }`;
  const edited = async (input: object) => (await shop.get(UPDATE, { id: createOrder.id, input })).updateOrder.lines;
  assert.deepEqual(await edited({ clientId: hotel }), [{ unitPrice: '10' }], 'lines that stay keep their price');
  assert.deepEqual(await edited({ lines }), [{ unitPrice: '8' }]);
});

test('prices are set, changed and taken off by many at once', async () => {
  const { listId, items, ...shop } = await openShop();
  const [a, b] = items;
  const list = async (): Promise<Answer> => (await shop.get(LIST, { id: listId })).listPrices;
  const set = (...prices: object[]): Promise<Answer> => shop.get(SET, { id: listId, prices });
  await set({ itemId: b, price: '2' }, { itemId: a, unit: 'und', price: '1' }, { itemId: a, unit: 'caja', price: '0' });
  await set({ itemId: b, price: '3.25' }, { itemId: a, price: null });
  assert.deepEqual(await list(), {
    totalCount: 2,
    records: [
      { item: { sku: 'A' }, unit: 'caja', price: '0' },
      { item: { sku: 'B' }, unit: 'und', price: '3.25' },
    ],
  });
  for (const [prices, message] of [
    [[{ itemId: a, unit: 'docena', price: '1' }], /has no unit docena/],
    [[{ itemId: a, price: '-1' }], /price must not be below 0/],
    [[{ itemId: listId, price: '1' }], /Item not found/],
    [
      [
        { itemId: a, price: '1' },
        { itemId: a, unit: 'und', price: '2' },
      ],
      /must not name a unit of an item twice/,
    ],
  ] as const) {
    assert.match((await shop.refusal(SET, { id: listId, prices })).message, message);
  }
  assert.equal((await list()).totalCount, 2);
  const OF = LIST.replace('($id: UUID!)', '($id: UUID!, $of: [UUID!])').replace('$id)', '$id, itemIds: $of)');
  const named = async (of: unknown[]): Promise<Answer> => (await shop.get(OF, { id: listId, of })).listPrices;
  assert.deepEqual(await named([b]), { totalCount: 1, records: [{ item: { sku: 'B' }, unit: 'und', price: '3.25' }] });
  assert.equal((await named([])).totalCount, 0);
  const { code } = await shop.refusal('mutation { createPriceList(name: " Hoteles ") { id } }');
  assert.equal(code, 'CONFLICT');
  assert.deepEqual((await shop.get('{ priceLists { name } }')).priceLists, [{ name: 'Hoteles' }]);
});

test('the own unit of an item is renamed, and its listed price stays', async () => {
  const { listId, ...shop } = await openShop();
  const { id } = await shop.call('createItem', { sku: 'C', name: 'C', unitPrice: '10', unit: 'und', kind: 'SERVICE' });
  await shop.get(SET, { id: listId, prices: [{ itemId: id, price: '8' }] });
  const update = 'mutation ($id: UUID!, $unit: String!) { updateItem(itemId: $id, input: { unit: $unit }) { unit } }';
  for (const unit of ['lb', 'und', 'kg']) await shop.get(update, { id, unit });
  const clientId = await newClient(shop, 'Hotel', { priceListId: listId });
  const { createOrder } = await shop.get(ORDER, { input: { clientId, lines: [{ itemId: id, quantity: '1' }] } });
  assert.deepEqual(createOrder.lines, [{ unitPrice: '8' }]);
  const { listPrices } = await shop.get(LIST, { id: listId });
  assert.deepEqual(listPrices.records, [{ item: { sku: 'C' }, unit: 'kg', price: '8' }]);
});

test('an item is among the changed ones where a price of it on a list has changed, and nothing else is told of it', async () => {
  const { listId, items, ...shop } = await openShop();
  const [a, b] = items;
  const set = (...prices: object[]): Promise<Answer> => shop.get(SET, { id: listId, prices });
  await set({ itemId: a, price: '8' }, { itemId: b, price: '9' });
  const changed = async (updatedSince: string): Promise<string[]> =>
    (await shop.call('items { records { id updatedAt } }', { updatedSince })).records
      .filter((one: Answer) => one.updatedAt > updatedSince)
      .map((one: Answer) => one.id);
  const first = (await shop.call('items { records { updatedAt } }')).records
    .map((one: Answer) => one.updatedAt)
    .toSorted()
    .at(-1);
  await set({ itemId: a, price: '8' }, { itemId: b, price: '9.5' });
  assert.deepEqual(await changed(first), [b], 'the price of the other is what it was');
  await set({ itemId: a, price: null });
  assert.deepEqual(await changed(first), [b, a]);
  await set({ itemId: a, unit: 'caja', price: '90' });
  assert.deepEqual(await changed(first), [b, a]);
  assert.deepEqual((await shop.call('events { records { type } }', { types: ['item.updated'] })).records, []);
});
