// Archived items, clients, suppliers, locations, price lists and billing points: out of the lists, in everything that names them, and back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertEach } from '../support/assert-each.ts';
import { invoice, newClient, newItem, newOrder } from '../support/business.ts';
import { world, type Answer, type TestTenant } from '../support/world.ts';

interface Shop extends TestTenant {
  item: string;
  other: string;
  client: string;
  supplier: string;
  office: string;
}

async function openShop(): Promise<Shop> {
  const shop = await (await world()).tenant();
  const [item, other] = [await newItem(shop, { stock: '50' }), await newItem(shop, { stock: '50' })];
  const { createSupplier } = await shop.get('mutation { createSupplier(name: "Molino") { id } }');
  const { offices } = await shop.get('{ offices { id } }', {}, 'admin');
  return {
    ...shop,
    item,
    other,
    client: await newClient(shop, 'Hotel Central'),
    supplier: createSupplier.id,
    office: offices[0].id,
  };
}

interface Kind {
  /** Makes one and returns its id. */
  make(shop: Shop): Promise<string>;
  /** Archives or restores it. */
  set: string;
  /** Ids in its list. */
  list: string;
  /** The record by its id, wherever it is asked for. */
  read?: string;
  /** Something new that names it, and the field of the refusal. */
  use(shop: Shop, id: string): [query: string, variables: object, field: string];
}

const ORDER = 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }';
const PURCHASE = 'mutation ($input: CreatePurchaseOrderInput!) { createPurchaseOrder(input: $input) { id } }';
const GIVE_LIST =
  'mutation ($id: UUID!, $list: UUID!) { updateClient(clientId: $id, input: { priceListId: $list }) { id } }';

const line = (itemId: string, more: object = {}) => ({ itemId, quantity: '1', ...more });
const orderOf = ({ client, item }: Shop, more: object, lineMore: object = {}) => ({
  input: { clientId: client, lines: [line(item, lineMore)], ...more },
});

const KINDS: Record<string, Kind> = {
  items: {
    make: (shop) => newItem(shop, { stock: '5' }),
    set: 'mutation ($id: UUID!, $archived: Boolean) { done: updateItem(itemId: $id, input: { archived: $archived }) { archivedAt } }',
    list: '($archived: Boolean = false) { listed: items(archived: $archived, limit: 100) { records { id } totalCount } }',
    read: 'query ($id: UUID!) { one: getItemById(id: $id) { archivedAt } }',
    use: (shop, id) => [
      ORDER,
      { input: { clientId: shop.client, lines: [line(shop.item), line(id)] } },
      'lines[1].itemId',
    ],
  },
  clients: {
    make: (shop) => newClient(shop, 'Ana'),
    set: 'mutation ($id: UUID!, $archived: Boolean) { done: updateClient(clientId: $id, input: { archived: $archived }) { archivedAt } }',
    list: '($archived: Boolean = false) { listed: clients(archived: $archived, limit: 100) { records { id } totalCount } }',
    read: 'query ($id: UUID!) { one: client(id: $id) { archivedAt } }',
    use: (shop, clientId) => [ORDER, orderOf(shop, { clientId }), 'clientId'],
  },
  suppliers: {
    make: async (shop) => (await shop.get('mutation { made: createSupplier(name: "Otro") { id } }')).made.id,
    set: 'mutation ($id: UUID!, $archived: Boolean) { done: updateSupplier(supplierId: $id, archived: $archived) { archivedAt } }',
    list: '($archived: Boolean = false) { listed: suppliers(archived: $archived, limit: 100) { records { id } totalCount } }',
    read: 'query ($id: UUID!) { one: supplier(id: $id) { archivedAt } }',
    use: ({ item }, supplierId) => [
      PURCHASE,
      { input: { supplierId, lines: [line(item, { unitCost: '1' })] } },
      'supplierId',
    ],
  },
  locations: {
    make: async (shop) => (await shop.call('createLocation', { name: 'Patio', code: 'PAT' })).id,
    set: 'mutation ($id: UUID!, $archived: Boolean) { done: updateLocation(locationId: $id, archived: $archived) { archivedAt } }',
    list: '($archived: Boolean = false) { listed: locations(archived: $archived) { id } offices { locations(archived: $archived) { id } } }',
    use: ({ supplier, item }, locationId) => [
      PURCHASE,
      { input: { supplierId: supplier, lines: [line(item, { unitCost: '1', locationId })] } },
      'lines[0].locationId',
    ],
  },
  'price lists': {
    make: async (shop) => (await shop.get('mutation { made: createPriceList(name: "Hoteles") { id } }')).made.id,
    set: 'mutation ($id: UUID!, $archived: Boolean) { done: updatePriceList(priceListId: $id, input: { archived: $archived }) { archivedAt } }',
    list: '($archived: Boolean = false) { listed: priceLists(archived: $archived) { id } }',
    use: ({ client }, list) => [GIVE_LIST, { id: client, list }, 'priceListId'],
  },
  'billing points': {
    make: async (shop) => (await shop.call('createBillingPoint', { officeId: shop.office, code: '007' }, 'admin')).id,
    set: 'mutation ($id: UUID!, $archived: Boolean) { done: updateBillingPoint(billingPointId: $id, archived: $archived) { archivedAt } }',
    list: '($archived: Boolean = false) { offices { billingPoints(archived: $archived) { id } } }',
    use: (shop, billingPointId) => [ORDER, orderOf(shop, { billingPointId }), 'billingPointId'],
  },
};

/** All ids in an answer, wherever they stand. */
const idsIn = (answer: Answer): Set<string> =>
  new Set(JSON.stringify(answer).match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? []);

for (const [name, { make, set, list, read, use }] of Object.entries(KINDS)) {
  test(`${name}: archived, it leaves its list and nothing new may name it; restored, all is as before`, async () => {
    const shop = await openShop();
    const id = await make(shop);
    const change = async (archived: boolean | null): Promise<Answer> =>
      (await shop.get(set, { id, archived }, 'admin')).done;
    const isIn = async (archived?: boolean | null): Promise<boolean> =>
      idsIn(await shop.get(`query ${list}`, { archived }, 'admin')).has(id);
    assert.deepEqual([await isIn(), await isIn(true), await isIn(null)], [true, false, true]);

    const { archivedAt } = await change(true);
    assert.ok(Math.abs(Date.parse(archivedAt) - Date.now()) < 60_000);
    assert.deepEqual(await change(true), { archivedAt }, 'the first instant stays');
    assert.deepEqual(await change(null), { archivedAt }, 'null leaves it as it is');
    assert.deepEqual([await isIn(), await isIn(true), await isIn(null)], [false, true, true]);
    if (read) assert.deepEqual((await shop.get(read, { id })).one, { archivedAt });
    const [query, variables, field] = use(shop, id);
    const { errors } = await shop.ask(query, variables, 'admin');
    const { code, field: told } = errors![0]!.extensions as Answer;
    assert.deepEqual([errors!.length, code, told], [1, 'CONFLICT', field]);
    assert.match(errors![0]!.message, / is archived: restore it, or name another one in /);

    assert.deepEqual(await change(false), { archivedAt: null });
    assert.deepEqual([await isIn(), await isIn(true)], [true, false]);
    await shop.get(query, variables, 'admin');
    const acts = await shop.call('acts { records { before after } }', { entityId: id }, 'admin');
    const instants = acts.records.flatMap(({ after }: Answer) =>
      Object.values(after ?? {}).map((row) => (row as Answer)?.archived_at),
    );
    assert.ok(
      instants.some((at: unknown) => typeof at === 'string'),
      'the log of acts has when',
    );
  });
}

test('a count of a list leaves out what is archived, and a search as well', async () => {
  const shop = await openShop();
  const COUNT =
    'query ($archived: Boolean) { items(search: "sku", archived: $archived, limit: 1) { totalCount } all: items(archived: $archived, limit: 1) { totalCount } }';
  const before = await shop.get(COUNT, { archived: false });
  await shop.get(KINDS['items']!.set, { id: shop.item, archived: true });
  const after = await shop.get(COUNT, { archived: false });
  assert.equal(after.all.totalCount, before.all.totalCount - 1);
  assert.equal(after.items.totalCount, Math.max(0, before.items.totalCount - 1));
  assert.equal((await shop.get(COUNT, { archived: null })).all.totalCount, before.all.totalCount);
});

test('what is open goes on: an order with an archived item, client and point is changed, invoiced and credited', async () => {
  const shop = await openShop();
  const point = await KINDS['billing points']!.make(shop);
  const lines = [line(shop.item), line(shop.other)];
  const { createOrder } = await shop.get(ORDER, { input: { clientId: shop.client, billingPointId: point, lines } });
  for (const [kind, id] of [
    ['items', shop.item],
    ['clients', shop.client],
    ['billing points', point],
  ] as const)
    await shop.get(KINDS[kind]!.set, { id, archived: true }, 'admin');
  const again = {
    clientId: shop.client,
    billingPointId: point,
    lines: [line(shop.item, { quantity: '2' }), line(shop.other)],
  };
  const updateOrder = await shop.call('updateOrder { lines { quantity } }', { orderId: createOrder.id, input: again });
  assertEach(updateOrder.lines, ({ quantity }) => quantity, ['2', '1']);
  const filed = await invoice(shop, createOrder.id);
  assert.equal(filed.submissionState === 'UNKNOWN', false);
  const READ =
    'query ($id: UUID!) { invoice(id: $id) { number client { name archivedAt } billingPoint { code archivedAt } lines { item { archivedAt } } } }';
  const { invoice: read } = await shop.get(READ, { id: filed.id });
  assert.match(read.number, /-007-/);
  assert.ok(read.client.archivedAt && read.billingPoint.archivedAt && read.lines[0].item.archivedAt);
  // A point that the request itself names must be offered.
  const next = await newOrder(shop, await newClient(shop, 'Otra'), [line(shop.other)]);
  const GENERATE =
    'mutation ($id: UUID!, $point: UUID!) { generateInvoice(orderId: $id, mode: PROFORM, billingPointId: $point) { number } }';
  const { errors } = await shop.ask(GENERATE, { id: next.id, point }, 'operator');
  assert.equal((errors![0]!.extensions as Answer).field, 'billingPointId');
  const CREDIT =
    'mutation ($id: UUID!) { createCredit(input: { invoiceId: $id, mode: PROFORM, reason: "Devuelto" }) { total } }';
  const proforma = await shop.ask(CREDIT, { id: filed.id }, 'operator');
  assert.equal(proforma.errors, undefined, JSON.stringify(proforma.errors));
});

test('what would strand something is refused: a default or filled location, the first point, a list that clients have', async () => {
  const shop = await openShop();
  const refusedOf = async (kind: string, id: string): Promise<[string, string]> => {
    const { errors } = await shop.ask(KINDS[kind]!.set, { id, archived: true }, 'admin');
    return [(errors![0]!.extensions as Answer).code, (errors![0]!.extensions as Answer).field];
  };
  const { locations, offices } = await shop.get(
    '{ locations { id isDefault } offices { billingPoints { id isFirst } } }',
    {},
    'admin',
  );
  assert.deepEqual(await refusedOf('locations', locations.find((one: Answer) => one.isDefault).id), [
    'BAD_USER_INPUT',
    'archived',
  ]);
  assert.deepEqual(await refusedOf('billing points', offices[0].billingPoints.find((one: Answer) => one.isFirst).id), [
    'BAD_USER_INPUT',
    'archived',
  ]);
  const place = await KINDS['locations']!.make(shop);
  const main = locations.find((one: Answer) => one.isDefault).id;
  await shop.call('transferStock', { itemId: shop.item, fromLocationId: main, toLocationId: place, quantity: '1' });
  assert.deepEqual(await refusedOf('locations', place), ['CONFLICT', 'archived']);
  await shop.call('transferStock', { itemId: shop.item, fromLocationId: place, toLocationId: main, quantity: '1' });
  await shop.get(KINDS['locations']!.set, { id: place, archived: true }, 'admin');
  const list = await KINDS['price lists']!.make(shop);
  await shop.get(GIVE_LIST, { id: shop.client, list });
  assert.deepEqual(await refusedOf('price lists', list), ['CONFLICT', 'archived']);
  await shop.get(KINDS['clients']!.set, { id: shop.client, archived: true });
  await shop.get(KINDS['price lists']!.set, { id: list, archived: true });
});

test('the same request after its record was archived has its first answer; a stranger cannot archive', async () => {
  const shop = await openShop();
  const input = { clientId: shop.client, lines: [line(shop.item)], idempotencyKey: 'before-archiving' };
  const { createOrder } = await shop.get(ORDER, { input });
  await shop.get(KINDS['items']!.set, { id: shop.item, archived: true });
  assert.deepEqual((await shop.get(ORDER, { input })).createOrder, createOrder);
  const { errors } = await shop.ask(ORDER, { input: { ...input, idempotencyKey: 'after-archiving' } }, 'operator');
  assert.equal((errors![0]!.extensions as Answer).field, 'lines[0].itemId');
  const stranger = await openShop();
  const { errors: denied } = await stranger.ask(KINDS['items']!.set, { id: shop.other, archived: true }, 'admin');
  assert.equal((denied![0]!.extensions as Answer).code, 'NOT_FOUND');
  const upserted = await shop.get(
    'mutation ($items: [UpsertItemInput!]!) { upsertItems(items: $items) { rows { outcome } } }',
    { items: [{ sku: (await shop.call('getItemById { sku }', { id: shop.item })).sku, name: 'Otro nombre' }] },
  );
  assert.equal(upserted.upsertItems.rows[0].outcome, 'UPDATED');
  const { one } = await shop.get(KINDS['items']!.read!, { id: shop.item });
  assert.ok(one.archivedAt, 'a row of a file or a call changes the record, and does not restore it');
});

test('an archived item needs no order, and the questions about its past are the same', async () => {
  const shop = await openShop();
  await shop.call('updateItemInventory', { itemId: shop.item, input: { reorderLevel: '100' } });
  const ASK = `query ($id: UUID!) { itemsNeedingReorder(windowDays: 30) { records { item { id } } }
    itemMovements(itemId: $id) { totalCount records { balanceAfter } } getItemById(id: $id) { inventory { onHand available } } }`;
  const before = await shop.get(ASK, { id: shop.item });
  assert.ok(idsIn(before.itemsNeedingReorder).has(shop.item));
  await shop.get(KINDS['items']!.set, { id: shop.item, archived: true });
  const after = await shop.get(ASK, { id: shop.item });
  assert.ok(!idsIn(after.itemsNeedingReorder).has(shop.item));
  assert.deepEqual({ ...after, itemsNeedingReorder: null }, { ...before, itemsNeedingReorder: null });
});

test('a file of a list leaves out what is archived, as the list does, and has it where it is asked for', async () => {
  const shop = await openShop();
  const { url } = await world();
  await shop.get(KINDS['clients']!.set, { id: shop.client, archived: true });
  await newClient(shop, 'Eva');
  const file = async (query = '', list = 'clients', columns = 'name'): Promise<string[]> => {
    const answer = await fetch(`${url}/export/${list}.csv?columns=${columns}${query}`, {
      headers: { authorization: `Bearer ${await shop.token('viewer')}` },
    });
    return (await answer.text()).trim().split(/\r?\n/).slice(1);
  };
  assert.deepEqual(await file(), ['Eva']);
  assert.deepEqual(await file('&archived=true'), ['Hotel Central']);

  await shop.get(KINDS['items']!.set, { id: shop.item, archived: true });
  await shop.get(KINDS['suppliers']!.set, { id: shop.supplier, archived: true });
  for (const list of ['items', 'clients', 'suppliers']) {
    const [at] = await file('&archived=true', list, 'archivedAt');
    // A file has the time of the company, which is five hours behind Greenwich.
    assert.ok(Math.abs(Date.parse(`${at}-05:00`) - Date.now()) < 3_600_000, `${list}: ${at}`);
  }
  assert.deepEqual(await file('', 'clients', 'name,archivedAt'), ['Eva,']);
});

test('the first point of the office that goods leave is chosen by itself while it is offered', async () => {
  const shop = await openShop();
  const office = await shop.call('createOffice', { code: '0009', name: 'Sucursal' }, 'admin');
  const NEW_POINT = 'mutation ($id: UUID!) { point: createBillingPoint(officeId: $id, code: "001") { id } }';
  const { point } = await shop.get(NEW_POINT, office, 'admin');
  const NEW_PLACE = 'mutation ($id: UUID!) { place: createLocation(name: "Patio", code: "P9", officeId: $id) { id } }';
  const { place } = await shop.get(NEW_PLACE, office, 'admin');
  const item = await newItem(shop, { negative: true });
  const numbered = async (): Promise<string> => {
    const order = await newOrder(shop, shop.client, [{ itemId: item, quantity: '1', locationId: place.id }]);
    return (await invoice(shop, order.id)).number;
  };
  assert.match(await numbered(), /-0009-001-/);
  await shop.get(KINDS['billing points']!.set, { id: point.id, archived: true }, 'admin');
  assert.doesNotMatch(await numbered(), /-0009-001-/);
});
