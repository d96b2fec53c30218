// The role cashier: sells at the prices of the catalog, and reads what a till needs and nothing else.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { Kind } from 'graphql';
import { closedToCashiers } from '../../src/api/cashier-view.ts';
import { schema } from '../../src/api/schema.ts';
import * as counter from '../../web/src/api/counter.ts';
import { CreateOrder, GenerateInvoice } from '../../web/src/api/orders.ts';
import { Session } from '../../web/src/api/session.ts';
import { CountStock, StockCountItems, StockCountOf, StockCounts } from '../../web/src/api/stock-counts.ts';
import * as tills from '../../web/src/api/tills.ts';
import { fieldsOf, operationOf } from '../support/every-field.ts';
import { newClient, newItem } from '../support/business.ts';
import { world, type Answer, type TestTenant } from '../support/world.ts';

const ORDER = 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id total } }';
const OPEN = 'openTill { id openedBy report { paidIn } }';
const COUNT = `mutation ($id: UUID!, $session: UUID!) {
  countTill(id: $id, sessionId: $session, cash: [{ denomination: NOTE_5, pieces: 1 }]) { report { methods { difference } } } }`;
const READ = 'query ($id: UUID!) { tillSession(id: $id) { report { paidIn } } }';

let shop: TestTenant;
let clientId: string;
let itemId: string;
before(async () => {
  shop = await (await world()).tenant();
  clientId = await newClient(shop);
  itemId = await newItem(shop, { stock: '99', price: '10', taxRate: '7' });
});

const code = async (query: string, variables: object = {}): Promise<string> => {
  const { errors } = await shop.ask(query, variables, 'cashier');
  assert.equal(errors?.length, 1, JSON.stringify(errors));
  return errors[0]!.extensions.code;
};
const order = (line: object = {}, more: object = {}): object => ({
  input: { clientId, lines: [{ itemId, quantity: '1', ...line }], ...more },
});

test('of all roots of the schema those of a till are open to a cashier', async () => {
  const open: string[] = [];
  for (const kind of ['query', 'mutation'] as const)
    for (const field of fieldsOf(kind)) {
      const { text, variables } = operationOf(kind, field, () => randomUUID());
      const { errors } = await shop.ask(text, variables, 'cashier');
      const { code: refused, params }: Answer = errors?.[0]?.extensions ?? {};
      const root = `${kind === 'query' ? 'Query' : 'Mutation'}.${field.name}`;
      if (refused !== 'FORBIDDEN' || params.field !== root) open.push(field.name);
    }
  assert.deepEqual(open.filter((name) => !name.includes('_')).toSorted(), [
    ...[
      'clientByExternalId',
      'clients',
      'closeTill',
      'countStock',
      'countTill',
      'createClient',
      'createOrder',
      'documentsNeedingPerson',
    ],
    ...[
      'generateInvoice',
      'getItemById',
      'invoice',
      'items',
      'listPrices',
      'locations',
      'moveTillCash',
      'offices',
      'openTill',
    ],
    ...[
      'priceLists',
      'reportTillSales',
      'returnSale',
      'saleToReturn',
      'shareDocument',
      'stockCount',
      'stockCountItems',
      'stockCounts',
      'tenant',
      'tillSession',
      'tillSessions',
      'viewer',
    ],
  ]);
  const page = await readFile(join(import.meta.dirname, '../../docs/api.md'), 'utf8');
  const [, told] = /\n## The role cashier\n[^]*?\n(\|[^]*?)\n\n/.exec(page)!;
  const fields = ['cashierDiscount', 'madeBy'];
  const named = [...told!.matchAll(/`(\w+)`/g)].map(([, name]) => name!).filter((name) => !fields.includes(name));
  assert.deepEqual(named.toSorted(), open.filter((name) => !name.includes('_')).toSorted());
});

test('costs, other faces and what hangs on an open record stay closed', async () => {
  for (const query of [
    '{ items { records { averageCost } } }',
    '{ items { records { ...A } } } fragment A on Item { name averageCost }',
    '{ clients { records { telephone } } }',
    '{ tenant { cafe { format } } }',
    '{ offices { telephone } }',
    '{ invoices { totalCount } }',
  ])
    assert.equal(await code(query), 'FORBIDDEN', query);
  const { url } = await world();
  const headers = { authorization: `Bearer ${await shop.token('cashier')}` };
  for (const path of ['/v1/items', '/v1/invoices', '/export/items.csv', '/events/stream', '/calendar.ics']) {
    const answer = await fetch(`${url}${path}`, { headers });
    await answer.body?.cancel();
    assert.ok([403, 404].includes(answer.status), `${path} ${answer.status}`);
  }
  assert.equal((await shop.get('{ viewer { roles } }', {}, 'cashier')).viewer.roles[0], 'cashier');
});

test('no order of a list tells a cashier what was sold: the cursor of a page has the number', async () => {
  const query = `query ($field: ItemOrderField!) {
    items(first: 1, orderBy: { field: $field, direction: DESC }) { pageInfo { endCursor } } }`;
  const { values } = schema.getType('ItemOrderField')!.toConfig() as { values: object };
  const refused = await Promise.all(
    Object.keys(values).map(async (field) => {
      const { errors } = await shop.ask(query, { field }, 'cashier');
      assert.ok(!errors || errors[0]!.extensions.code === 'FORBIDDEN', JSON.stringify(errors));
      return errors ? [field] : [];
    }),
  );
  assert.deepEqual(refused.flat(), ['COVERAGE', 'SOLD']);
  await shop.get(query, { field: 'SOLD' }, 'viewer');
});

test('prices and taxes are those of the catalog, and a discount goes up to the limit', async () => {
  const sold = await shop.get(ORDER, order({ unitPrice: '10.00' }), 'cashier');
  assert.equal(sold.createOrder.total, '10.7');
  for (const line of [
    { unitPrice: '9.99' },
    { unitPrice: '11' },
    { taxRate: '0' },
    { iscRate: '0' },
    { discount: '0.01' },
  ])
    assert.equal(await code(ORDER, order(line)), 'FORBIDDEN', JSON.stringify(line));
  await shop.get('mutation { updateTenant(input: { cashierDiscount: 15 }) { cashierDiscount } }', {}, 'admin');
  // In cents of 1,000: 150 of it are the limit, whether of the line or of the whole.
  await shop.get(ORDER, order({ discount: '1.5' }), 'cashier');
  await shop.get(ORDER, order({}, { discount: '1.5' }), 'cashier');
  for (const wrong of [
    order({ discount: '1.51' }),
    order({}, { discount: '1.51' }),
    order({ discount: '1' }, { discount: '0.51' }),
  ])
    assert.equal(await code(ORDER, wrong), 'FORBIDDEN');
  // An operator is bound by none of it.
  await shop.get(ORDER, order({ unitPrice: '1', discount: '0.5' }), 'operator');
  assert.equal((await shop.refuses('updateTenant', { cashierDiscount: 101 }, 'admin')).code, 'BAD_USER_INPUT');
  const made = await shop.get('mutation { createPriceList(name: "Barata") { id } }', {}, 'admin');
  const input = { name: 'Primo', priceListId: made.createPriceList.id };
  assert.equal(
    await code('mutation ($input: CreateClientInput!) { createClient(input: $input) { id } }', { input }),
    'FORBIDDEN',
  );
});

test('what is withheld is that of the client in the catalog, and no cashier gives one', async () => {
  const client = 'mutation ($input: CreateClientInput!) { createClient(input: $input) { id } }';
  const input = { name: 'Gran comercio', retentionCode: '1' };
  assert.equal(await code(client, { input }), 'FORBIDDEN');
  const sell = `mutation ($id: UUID!, $retention: RetentionInput, $amount: Decimal!) {
    generateInvoice(orderId: $id, mode: PROFORM, retention: $retention, payment: { payments: [{ method: CASH, amount: $amount }] }) { id } }`;
  const orderOf = async (more: object = {}): Promise<string> =>
    (await shop.get(ORDER, order({}, more), 'cashier')).createOrder.id;
  const id = await orderOf();
  for (const retention of [{ code: '1', amount: '0.7' }, { code: '4' }, { amount: '0' }])
    assert.equal(await code(sell, { id, retention, amount: '10' }), 'FORBIDDEN', JSON.stringify(retention));
  const paid = async (sale: object): Promise<string> => {
    const { generateInvoice } = await shop.get(sell, sale, 'cashier');
    const { invoice } = await shop.get('query ($id: UUID!) { invoice(id: $id) { balance } }', generateInvoice);
    return invoice.balance;
  };
  assert.equal(await paid({ id, retention: null, amount: '10.7' }), '0');
  // A client of the catalog that withholds all of the ITBMS, by code 1, pays 1,000 of 1,070 cents.
  const { createClient: withheld } = await shop.get(client, { input }, 'operator');
  assert.equal(await paid({ id: await orderOf({ clientId: withheld.id }), amount: '10' }), '0');
});

test('a cashier has a session and sales of their own, and reads what is expected once it is counted', async () => {
  const foreign = randomUUID();
  await shop.call('openTill', { id: foreign, openingFloat: '5' }, 'operator');
  assert.equal(await code(READ, { id: foreign }), 'NOT_FOUND');
  assert.equal(await code(COUNT, { id: randomUUID(), session: foreign }), 'FORBIDDEN');
  const id = randomUUID();
  assert.equal((await shop.call(OPEN, { id, openingFloat: '5' }, 'cashier')).report, null);
  const { tillSessions } = await shop.get('{ tillSessions { totalCount records { id } } }', {}, 'cashier');
  assert.deepEqual([tillSessions.totalCount, tillSessions.records], [1, [{ id }]]);
  const counted = await shop.get(COUNT, { id: randomUUID(), session: id }, 'cashier');
  assert.deepEqual(counted.countTill.report.methods, [{ difference: '0' }]);
  const sell = 'mutation ($id: UUID!) { generateInvoice(orderId: $id, mode: PROFORM) { id } }';
  const sale = async (role: 'cashier' | 'operator', id?: string): Promise<string> => {
    const orderId = id ?? (await shop.get(ORDER, order(), role)).createOrder.id;
    return (await shop.get(sell, { id: orderId }, role)).generateInvoice.id;
  };
  const invoice = 'query ($id: UUID!) { invoice(id: $id) { total } }';
  assert.equal((await shop.get(invoice, { id: await sale('cashier') }, 'cashier')).invoice.total, '10.7');
  assert.equal(await code(invoice, { id: await sale('operator') }), 'NOT_FOUND');
  // Nor is it answered to a cashier who asks for the invoice of an order that is not theirs.
  const ofOperator = (await shop.get(ORDER, order(), 'operator')).createOrder.id;
  await sale('operator', ofOperator);
  const again = 'mutation ($id: UUID!, $mode: GenerationMode!) { generateInvoice(orderId: $id, mode: $mode) { id } }';
  for (const mode of ['PROFORM', 'DGI']) assert.equal(await code(again, { id: ofOperator, mode }), 'NOT_FOUND', mode);
  // Their own order, invoiced by another person meanwhile, is theirs.
  const own = (await shop.get(ORDER, order(), 'cashier')).createOrder.id;
  assert.equal(await sale('operator', own), await sale('cashier', own));
});

test('where the company wants an open till, a sale of a till needs one', async () => {
  const sell = async (more: object): Promise<Answer> => {
    const name = `counter-${randomUUID().replaceAll('-', '')}`;
    const { createOrder } = await other.get(ORDER, { input: { ...sale, ...more, externalId: name } }, 'operator');
    return other.ask(
      'mutation ($id: UUID!) { generateInvoice(orderId: $id, mode: PROFORM) { id } }',
      { id: createOrder.id },
      'operator',
    );
  };
  const other = await (await world()).tenant();
  const sale = {
    clientId: await newClient(other),
    lines: [{ itemId: await newItem(other, { stock: '9', price: '10' }), quantity: '1' }],
  };
  assert.equal((await sell({})).errors, undefined, 'off unless it says so');
  await other.get('mutation { updateTenant(input: { requiresOpenTill: true }) { id } }', {}, 'admin');
  const { viewer } = await other.get('{ viewer { tenant { requiresOpenTill } } }');
  assert.equal(viewer.tenant.requiresOpenTill, true, 'known at once to the process that was told');
  assert.equal((await sell({})).errors[0].extensions.code, 'CONFLICT');
  const id = randomUUID();
  await other.call('openTill', { id, openingFloat: '5' }, 'operator');
  assert.equal((await sell({})).errors, undefined);
  await other.get(COUNT, { id: randomUUID(), session: id }, 'operator');
  await other.get('mutation ($id: UUID!) { closeTill(sessionId: $id) { id } }', { id }, 'operator');
  assert.equal((await sell({})).errors[0].extensions.code, 'CONFLICT');
  assert.equal(
    (await sell({ metadata: { tillSession: id } })).errors,
    undefined,
    'it was sold while the till was open',
  );
});

test('questions of the counter in the dashboard are open to a cashier', async () => {
  for (const document of [
    Session,
    CreateOrder,
    GenerateInvoice,
    ...Object.values(counter),
    ...Object.values(tills),
    CountStock,
    StockCountItems,
    StockCountOf,
    StockCounts,
  ]) {
    const [operation] = document.definitions;
    assert.ok(operation?.kind === Kind.OPERATION_DEFINITION);
    const name = operation.name!.value;
    // Mail, and a sale that is given up, are an operator's.
    const expected = ['SendDocument', 'DiscardTillSale'].find((one) => one === name);
    const closed = closedToCashiers(schema, document);
    assert.equal(closed, expected && `Mutation.${name[0]!.toLowerCase()}${name.slice(1)}`, name);
  }
});
