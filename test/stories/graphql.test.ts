// The API's own manners: what it reads, what it refuses and how, and what it never tells.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { getNamedType, isInputObjectType, type GraphQLInputType } from 'graphql';
import type { Logger } from '../../src/platform/log.ts';
import { buildServer } from '../../src/wiring/server.ts';
import { newClient, newItem } from '../support/business.ts';
import { fieldsOf, operationOf } from '../support/every-field.ts';
import { postGraphql, type Posted } from '../support/serving.ts';
import { graphql, JWT_SECRET, newShop, world, type Answer, type TestTenant, type World } from '../support/world.ts';

const UNKNOWN_ID = '018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f';
const CREATE_ITEM = `mutation ($sku: String!, $price: Decimal!) {
  createItem(input: { sku: $sku, name: "x", unitPrice: $price }) { id unitPrice } }`;

let skus = 0;

async function priceRead(shop: TestTenant, price: unknown): Promise<Answer> {
  const { data, errors } = await shop.ask(CREATE_ITEM, { sku: `price-${(skus += 1)}`, price });
  return errors ? errors[0]!.extensions.code : data.createItem.unitPrice;
}

const DECIMALS: [given: unknown, read: string][] = [
  ['12.50', '12.5'],
  ['0', '0'],
  ['-0.00', '0'],
  ['007', '7'],
  ['+5', '5'],
  ['5.', '5'],
  ['+', 'BAD_USER_INPUT'],
  ['+-5', 'BAD_USER_INPUT'],
  ['123456789012345.123456', '123456789012345.123456'],
  ['0.000001', '0.000001'],
  [5, '5'],
  [9007199254740991, 'BAD_USER_INPUT'],
  ['1000000000000000', 'BAD_USER_INPUT'],
  ['0.0000001', 'BAD_USER_INPUT'],
  [`0.${'1'.repeat(31)}`, 'BAD_USER_INPUT'],
  ['1'.repeat(30), 'BAD_USER_INPUT'],
  ['1e400', 'BAD_USER_INPUT'],
  ['1e2', 'BAD_USER_INPUT'],
  ['NaN', 'BAD_USER_INPUT'],
  ['Infinity', 'BAD_USER_INPUT'],
  ['１２', 'BAD_USER_INPUT'],
  ['1,5', 'BAD_USER_INPUT'],
  ['0x10', 'BAD_USER_INPUT'],
  ['', 'BAD_USER_INPUT'],
  [' 1', 'BAD_USER_INPUT'],
  ['--1', 'BAD_USER_INPUT'],
  [1.5, 'BAD_USER_INPUT'],
  [true, 'BAD_USER_INPUT'],
  [['1'], 'BAD_USER_INPUT'],
  [{ value: '1' }, 'BAD_USER_INPUT'],
  [null, 'BAD_USER_INPUT'],
];

test('A50: a Decimal is exact or refused, never rounded', async (t) => {
  const shop = await (await world()).tenant();
  for (const [given, read] of DECIMALS) {
    await t.test(`${JSON.stringify(given)} is ${read}`, async () => assert.equal(await priceRead(shop, given), read));
  }
  for (const [literal, read] of [
    ['5', '5'],
    ['"5.10"', '5.1'],
    ['5.1', 'BAD_USER_INPUT'],
    ['5e0', 'BAD_USER_INPUT'],
    ['123456789012345', '123456789012345'],
    ['9007199254740993', 'BAD_USER_INPUT'],
    ['true', 'BAD_USER_INPUT'],
    ['FIVE', 'BAD_USER_INPUT'],
  ]) {
    await t.test(`the literal ${literal} is ${read}`, async () => {
      const text = `mutation { createItem(input: { sku: "literal ${literal?.replaceAll('"', '')}", name: "x", unitPrice: ${literal} }) { unitPrice } }`;
      const { data, errors } = await shop.ask(text);
      assert.equal(errors ? errors[0]!.extensions.code : data.createItem.unitPrice, read);
    });
  }
});

test('A46: a UUID is read in either case and written in small letters; anything else is refused', async () => {
  const shop = await (await world()).tenant();
  const id = await newItem(shop);
  const read = (given: unknown) => shop.ask('query ($id: UUID!) { getItemById(id: $id) { id } }', { id: given });
  assert.deepEqual((await read(id.toUpperCase())).data, { getItemById: { id } });
  const { data } = await shop.ask(`{ getItemById(id: "${id.toUpperCase()}") { id } }`);
  assert.deepEqual(data, { getItemById: { id } });
  for (const given of [
    `{${id}}`,
    id.replaceAll('-', ''),
    `${id} `,
    `urn:uuid:${id}`,
    'x',
    '',
    5,
    [id],
    "' or 1=1 --",
    `${id}\0`,
  ]) {
    const { errors } = await read(given);
    assert.equal(errors?.[0]?.extensions.code, 'BAD_USER_INPUT', JSON.stringify(given));
  }
});

test('a Date is a day that exists, a DateTime an instant that does', async (t) => {
  const shop = await (await world()).tenant();
  const itemId = await newItem(shop, { negative: true });
  const clientId = await newClient(shop);
  const order = async (dueDate: unknown): Promise<Answer> => {
    const { data, errors } = await shop.ask(
      'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id dueDate } }',
      { input: { clientId, lines: [{ itemId, quantity: '1' }], dueDate } },
    );
    return errors ? errors[0]!.extensions.code : data.createOrder;
  };
  for (const day of ['2024-02-29', '2026-12-31', '0001-01-01', '9999-12-31']) {
    await t.test(`${day} is a day`, async () => assert.equal((await order(day)).dueDate, day));
  }
  for (const day of [
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '01-01-2026',
    '2026-01-01T00:00:00Z',
    '0000-01-01',
    '',
    20260101,
  ]) {
    await t.test(`${JSON.stringify(day)} is none`, async () => assert.equal(await order(day), 'BAD_USER_INPUT'));
  }

  const { id } = await order(undefined);
  const sold = await shop.get('mutation ($id: UUID!) { generateInvoice(orderId: $id, mode: PROFORM) { id } }', { id });
  const paid = async (paidAt: unknown): Promise<Answer> => {
    const { data, errors } = await shop.ask(
      'mutation ($id: UUID!, $paidAt: DateTime) { registerPayment(invoiceId: $id, amount: "0.01", paidAt: $paidAt) { payments { paidAt } } }',
      { id: sold.generateInvoice.id, paidAt },
    );
    return errors ? errors[0]!.extensions.code : data.registerPayment.payments.map((one: Answer) => one.paidAt);
  };
  for (const [given, read] of [
    ['2026-03-01T17:04:05.123Z', '2026-03-01T17:04:05.123Z'],
    ['2026-03-01T12:04:05-05:00', '2026-03-01T17:04:05.000Z'],
    ['2024-02-29T23:59Z', '2024-02-29T23:59:00.000Z'],
  ] as const) {
    await t.test(`${given} is an instant`, async () => assert.ok((await paid(given)).includes(read)));
  }
  for (const given of [
    '2026-03-01T17:04:05',
    '2026-03-01',
    '2026-02-30T00:00:00Z',
    '2026-03-01T25:00:00Z',
    '2026-03-01T24:01:00Z',
    '2026-03-01T24:00:00Z',
    '9999-12-31T23:59:59-12:00',
    '0001-01-01T00:00:00+14:00',
    '2026-03-01 17:04:05Z',
    'now',
    '0000-01-01T00:00:00Z',
    1772384645123,
  ]) {
    await t.test(`${JSON.stringify(given)} is none`, async () => assert.equal(await paid(given), 'BAD_USER_INPUT'));
  }
});

test('A50: an order whose total no Decimal can say is refused', async () => {
  const shop = await (await world()).tenant();
  const itemId = await newItem(shop, { negative: true, price: '999999999999999' });
  const input = { clientId: await newClient(shop), lines: [{ itemId, quantity: '999999999999999' }] };
  const { code, message } = await shop.refusal(
    'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }',
    { input },
  );
  assert.equal(code, 'BAD_USER_INPUT');
  assert.match(message, /total of the order must have at most 15 digits/);
});

test('A51: codes that look the same are the same', async () => {
  const shop = await (await world()).tenant();
  const create = 'mutation ($input: CreateItemInput!) { createItem(input: $input) { sku } }';
  const asked = (sku: string) => shop.ask(create, { input: { sku, name: 'x', unitPrice: '1' } });
  assert.equal((await asked('A1 é')).data.createItem.sku, 'A1 é');
  for (const sku of ['Ａ1 é', 'A1 e\u0301', ' A1 é ']) {
    assert.equal((await asked(sku)).errors?.[0]?.extensions.code, 'CONFLICT', JSON.stringify(sku));
  }
  assert.equal((await asked('A1 é\u200b')).errors?.[0]?.extensions.code, 'BAD_USER_INPUT');
});

test('A46: what is unknown is refused by name, and never by the database', async (t) => {
  const shop = await (await world()).tenant();
  for (const text of [
    '{ orders(status: LOST) { totalCount } }',
    '{ nothing }',
    '{ items { records { nothing } } }',
    '{ items(limits: 5) { totalCount } }',
    '{ items(limit: "5") { totalCount } }',
    '{ items(limit: 2147483648) { totalCount } }',
    '{ items(limit: 1.5) { totalCount } }',
    'query ($id: UUID!) { getItemById(id: $id) { id } }',
    'query ($id: Nothing!) { getItemById(id: $id) { id } }',
    '{ items { totalCount }',
    'query a { viewer { userName } } query b { viewer { userName } }',
    'subscription { nothing }',
    '',
  ]) {
    await t.test(JSON.stringify(text), async () => {
      const { errors, data } = await shop.ask(text);
      assert.equal(errors?.[0]?.extensions.code, 'BAD_USER_INPUT');
      assert.equal(data ?? null, null);
    });
  }
});

const BOUNDS: Record<string, [least: number, most: number]> = {
  limit: [1, 100],
  first: [1, 100],
  offset: [0, 100_000_000],
  windowDays: [1, 730],
  rangeDays: [1, 730],
  leadTimeDays: [0, 3650],
  noSaleDays: [1, 3650],
  month: [1, 12],
  year: [1970, 9999],
};

/** Answered whole to those who know no pages of it. */
const OWN_BOUNDS: Record<string, [least: number, most: number]> = {
  'openDocuments.limit': [1, 1000],
  'events.first': [1, 1000],
  'acts.first': [1, 1000],
};

test('A45: whatever makes an answer larger has bounds, and the refusal names them', async (t) => {
  const shop = await (await world()).tenant();
  const itemId = await newItem(shop);
  for (const field of fieldsOf('query')) {
    const bounded = field.args.filter((arg) => arg.name in BOUNDS);
    for (const { name } of bounded) {
      await t.test(`${field.name}(${name})`, async () => {
        const [least, most] = OWN_BOUNDS[`${field.name}.${name}`] ?? BOUNDS[name]!;
        for (const value of [least - 1, most + 1, -5, 2_147_483_647, -2_147_483_648]) {
          const { text, variables } = operationOf('query', field, () => itemId, { [name]: value });
          const { errors } = await shop.ask(text, variables);
          assert.equal(errors?.[0]?.extensions.code, 'BAD_USER_INPUT', `${value}`);
          assert.equal(errors[0].message, `${name} must be between ${least} and ${most}, not ${value}`);
        }
      });
    }
    assert.ok(
      field.args.every((arg) => getNamedType(arg.type).name !== 'Int' || arg.name in BOUNDS),
      `${field.name} has an Int without bounds`,
    );
  }
});

function takesText(type: GraphQLInputType): boolean {
  const named = getNamedType(type);
  if (named.name === 'String') return true;
  return isInputObjectType(named) && Object.values(named.getFields()).some((field) => takesText(field.type));
}

/** The variables with every text in them made one that no database can hold. */
function spoiled(type: GraphQLInputType, text: string): unknown {
  const named = getNamedType(type);
  if (named.name === 'String') return text;
  if (!isInputObjectType(named)) return undefined;
  const entries = Object.values(named.getFields()).map((field) => [field.name, spoiled(field.type, text)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

test('A45, A51: a text with a NUL, half a character, or the length of a book is refused wherever a text is taken', async (t) => {
  const shop = await (await world()).tenant();
  for (const kind of ['query', 'mutation'] as const) {
    for (const field of fieldsOf(kind)) {
      for (const arg of field.args.filter((one) => takesText(one.type))) {
        await t.test(`${field.name}(${arg.name})`, async () => {
          for (const bad of ['a\0b', 'a\ud800', 'x'.repeat(10_001)]) {
            const plain = operationOf(kind, field, () => UNKNOWN_ID);
            const variables = { ...plain.variables };
            const value = spoiled(arg.type, bad);
            const whole = variables[arg.name];
            variables[arg.name] =
              typeof value === 'object' && typeof whole === 'object' ? { ...whole, ...value } : value;
            const { text } = operationOf(kind, field, () => UNKNOWN_ID, { [arg.name]: variables[arg.name] });
            const { errors } = await shop.ask(text, variables);
            assert.equal(errors?.[0]?.extensions.code, 'BAD_USER_INPUT');
          }
        });
      }
    }
  }
  await t.test('also as a literal', async () => {
    const { errors } = await shop.ask(String.raw`{ items(search: "a\u0000b") { totalCount } }`);
    assert.equal(errors?.[0]?.extensions.code, 'BAD_USER_INPUT');
  });
});

test('A51: HTML, formulas, bidi and emoji are kept as they are', async () => {
  const shop = await (await world()).tenant();
  for (const name of [
    '<script>alert(1)</script>',
    "=cmd|'/c calc'!A1",
    '\u202Egnp.exe',
    '💶 Ñandú',
    "Robert'); drop table items;--",
    '100% _off_',
  ]) {
    const id = await newClient(shop, name);
    const { clients } = await shop.get('query ($search: String) { clients(search: $search) { records { id name } } }', {
      search: name,
    });
    assert.deepEqual(clients.records, [{ id, name }]);
  }
});

/** An item whose stored cost cannot be written as a Decimal: the nearest thing to a bug that can be ordered. */
async function brokenItem({ query }: World, shop: TestTenant): Promise<string> {
  const id = await newItem(shop, { sku: `SECRET-${Math.random()}` });
  await query(`update items set average_cost = 'NaN' where id = $1`, [id]);
  return id;
}

test('A49: a surprise is masked, carries an id that the log has, and tells nothing else', async () => {
  const { here, shop } = await newShop();
  const id = await brokenItem(here, shop);
  const { errors } = await shop.ask('query ($id: UUID!) { getItemById(id: $id) { averageCost } }', { id });
  assert.equal(errors?.length, 1);
  const [{ message, extensions, path }] = errors as [Answer];
  assert.equal(extensions.code, 'INTERNAL_SERVER_ERROR');
  assert.match(extensions.requestId, /^[0-9a-f-]{36}$/);
  assert.equal(message, `Something went wrong here (request ${extensions.requestId})`);
  assert.deepEqual(path, ['getItemById', 'averageCost']);
  assert.deepEqual(Object.keys(extensions).toSorted(), ['code', 'requestId']);
});

test('A49: the log has the whole of a surprise under that id', async (t) => {
  const { here, shop } = await newShop();
  const id = await brokenItem(here, shop);
  const logged: Answer[] = [];
  const log = { ...here.app.log, error: (entry: object) => logged.push(entry) } as unknown as Logger;
  const server = await buildServer({
    app: { ...here.app, log },
    verification: { secret: JWT_SECRET },
    serves: true,
    settings: here.settings,
  });
  t.after(() => server.close());
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const text = 'query ($id: UUID!) { getItemById(id: $id) { averageCost } }';
  const { errors } = await graphql(url, text, { id }, await shop.token('viewer'));
  assert.equal(logged.length, 1);
  assert.equal(logged[0].requestId, errors![0]!.extensions.requestId);
  assert.ok(logged[0].err instanceof Error && logged[0].err.stack);
});

const post = async (here: World, shop: TestTenant, body: string, headers = {}): Promise<Posted> =>
  postGraphql(here.url, body, { token: await shop.token('admin'), headers });

for (const [what, body] of [
  ['no JSON', 'query { viewer }'],
  ['half a JSON', '{"query":'],
  ['a list of operations', '[{"query":"{ viewer { userName } }"}]'],
  ['a text', '"{ viewer { userName } }"'],
  ['no query', '{}'],
  ['a query that is a number', '{"query":5}'],
  ['variables that are a list', '{"query":"{ viewer { userName } }","variables":[]}'],
  ['an operation name that is a number', '{"query":"{ viewer { userName } }","operationName":5}'],
  [
    'an operation name that is a book',
    JSON.stringify({ query: '{ viewer { userName } }', operationName: 'x'.repeat(201) }),
  ],
  ['extensions that are a list', '{"query":"{ viewer { userName } }","extensions":[]}'],
  ['__proto__', '{"__proto__":{"query":"{ viewer { userName } }"}}'],
] as const) {
  test(`a body of ${what} is 400, told as GraphQL tells it`, async () => {
    const here = await world();
    const answer = await post(here, await here.tenant(), body);
    assert.equal(answer.status, 400, answer.text);
    const { errors } = answer.json;
    assert.equal(errors[0].extensions.code, 'BAD_USER_INPUT');
    assert.ok(errors[0].message.length > 5);
  });
}

test('A48: only JSON is read, and a GET changes nothing', async () => {
  const { here, shop } = await newShop();
  const body = JSON.stringify({ query: 'mutation { createSupplier(name: "x") { id } }' });
  for (const contentType of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const answer = await post(here, shop, body, { 'content-type': contentType });
    assert.ok([400, 415].includes(answer.status), contentType);
    assert.ok(answer.text.startsWith('{"errors":'));
  }
  const text = encodeURIComponent('mutation { createSupplier(name: "x") { id } }');
  const got = await fetch(`${here.url}/graphql?query=${text}`, {
    headers: { authorization: `Bearer ${await shop.token('admin')}`, accept: 'application/json' },
  });
  await got.text();
  assert.equal((await shop.get('{ suppliers { totalCount } }')).suppliers.totalCount, 0);
});

test('an operation is chosen by its name, and a name that is none is refused', async () => {
  const { here, shop } = await newShop();
  const query = 'query a { viewer { userName } } query b { viewer { roles } }';
  const chosen = await post(here, shop, JSON.stringify({ query, operationName: 'b' }));
  const { extensions, ...rest } = chosen.json;
  assert.deepEqual(rest, { data: { viewer: { roles: ['admin'] } } });
  assert.equal(extensions.cost.objects, 1);
  const none = (await post(here, shop, JSON.stringify({ query, operationName: 'c' }))).json;
  assert.equal(none.errors[0].extensions.code, 'BAD_USER_INPUT');
});

test('the schema can be read without a token', async () => {
  const here = await world();
  const { data } = await graphql(here.url, '{ contract: __schema { queryType { name } mutationType { name } } }', {});
  assert.deepEqual(data.contract, { queryType: { name: 'Query' }, mutationType: { name: 'Mutation' } });
});

test('GET /graphql in a browser is a page that loads nothing from elsewhere', async () => {
  const here = await world();
  const response = await fetch(`${here.url}/graphql`, { headers: { accept: 'text/html' } });
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
  const page = await response.text();
  const foreign = [
    ...page.matchAll(/<(?:script|link|img|iframe)[^>]+(?:src|href)\s*=\s*["']?((?:https?:)?\/\/[^"'\s>]+)/gi),
  ].map((match) => match[1]);
  assert.deepEqual(foreign, []);
  assert.match(page, /graphiql/i);
});

test('healthz lives, readyz is ready, metrics are Prometheus text', async () => {
  const { url } = await world();
  const health = await fetch(`${url}/healthz`);
  assert.deepEqual([health.status, await health.json()], [200, { status: 'ok' }]);
  const ready = await fetch(`${url}/readyz`);
  const { queueRole, ...told } = (await ready.json()) as Record<string, string>;
  assert.deepEqual([ready.status, told], [200, { status: 'ready', synchronousCommit: 'on' }]);
  assert.match(queueRole!, /^(app_queue|none)$/);
  const metrics = await fetch(`${url}/metrics`);
  assert.equal(metrics.status, 200);
  assert.match(metrics.headers.get('content-type') ?? '', /^text\/plain/);
  assert.match(await metrics.text(), /^# HELP process_/m);
});

test('an unknown route is 404 and tells nothing of the inside', async () => {
  const { url } = await world();
  for (const path of ['/nothing', '/graphql/x', '/metrics/x', '/webhooks/pac/', '/..%2f..%2fetc/passwd']) {
    const response = await fetch(`${url}${path}`);
    const body = await response.text();
    assert.ok([400, 404].includes(response.status), `${path} ${response.status}`);
    assert.doesNotMatch(body, /node_modules|at .*\.ts|select /);
    assert.ok(!body.includes(process.cwd()));
  }
});

test('a client that hangs up in the middle does no harm', async () => {
  const { here, shop } = await newShop();
  await new Promise<void>((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': '1000' };
    const asked = request(`${here.url}/graphql`, { method: 'POST', headers }, () => resolve());
    asked.on('error', () => resolve());
    asked.write('{"query":');
    asked.once('socket', (socket) => socket.once('connect', () => setImmediate(() => asked.destroy())));
  });
  assert.ok((await shop.get('{ viewer { userName } }')).viewer);
});
