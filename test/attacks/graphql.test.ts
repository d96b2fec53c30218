// Attacks by way of the API: operations made to be dear, guesses at the schema, foreign pages, callers without measure.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { test } from 'node:test';
import { getIntrospectionQuery } from 'graphql';
import { cacheExchange, Client, fetchExchange } from 'urql';
import { createToken } from '../../src/access/index.ts';
import { suspendTenant } from '../../src/company/index.ts';
import { createAnswerSize } from '../../src/graphql/answer-size.ts';
import { operationHash, readOperations } from '../../src/api/known-operations.ts';
import { OPERATION_LIMITS, type Measure } from '../../src/graphql/limits.ts';
import { operationCosts } from '../../src/api/operation-cost.ts';
import { shapeOf } from '../../src/api/operation-shape.ts';
import { schema } from '../../src/api/schema.ts';
import { readConfig } from '../../src/wiring/config.ts';
import { serverSettings } from '../../src/wiring/server-settings.ts';
import { buildServer } from '../../src/wiring/server.ts';
import { allQueries } from '../../web/print-answers.ts';
import { operationManifest } from '../../web/print-operations.ts';
import { Session } from '../../web/src/api/session.ts';
import { invoice, newClient, newItem, newOrder, newSale } from '../support/business.ts';
import { postGraphql, serving } from '../support/serving.ts';
import { holdTenants, inTenant } from '../../src/tenancy/index.ts';
import { eventually, JWT_SECRET, newShop, world } from '../support/world.ts';
import type { Answer, GraphQLAnswer, TestTenant } from '../support/world.ts';

const many = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join(' ');

/** `credits { invoice { credits … } }`, which go round in a circle. */
function nested(levels: number): string {
  return levels === 0 ? 'id' : `credits { invoice { ${nested(levels - 1)} } }`;
}

/** An invoice of so many units on each of so many lines. */
async function soldOut(
  shop: TestTenant,
  { quantity = 1, lines = 1, mode = 'DGI' },
): Promise<{ invoice: string; lineId: string }> {
  const itemId = await newItem(shop, { negative: true });
  const line = { itemId, quantity: String(quantity) };
  const order = await newOrder(shop, await newClient(shop), Array<typeof line>(lines).fill(line));
  const { id, lines: sold } = await invoice(shop, order.id, mode);
  return { invoice: id, lineId: sold[0].id };
}

const TOO_COMPLEX: [what: string, text: string, says: RegExp][] = [
  ['depth 30', `{ invoices { records { ${nested(14)} } } }`, /has 31 levels .* the most is 10$/],
  ['depth 30 of fields that do not exist', `{ ${'a { '.repeat(29)} a ${'}'.repeat(29)} }`, /has 30 levels/],
  [
    'depth 30 in fragments',
    `{ ...F0 } ${many(29, (at) => `fragment F${at} on Query { a { ...F${at + 1} } }`)} fragment F29 on Query { a }`,
    /has 30 levels/,
  ],
  [
    'depth 30 of the schema about itself',
    `{ __schema { types { ${'ofType { '.repeat(28)} name ${'}'.repeat(28)} } } }`,
    /has 31 levels of fields below __schema/,
  ],
  ['31 aliases', `{ ${many(31, (at) => `a${at}: viewer { userName }`)} }`, /has 31 aliases; the most is 30$/],
  ['10,000 aliases', `{ ${many(2000, (at) => `a${at}: b`)} }`, /has more than 1,500 tokens; the most is 1,500$/],
  [
    '51 directives',
    `{ viewer { userName ${'@include(if: true) '.repeat(51)} } }`,
    /has 51 directives; the most is 50$/,
  ],
  ['10,000 directives', `{ viewer { userName ${'@a '.repeat(10_000)} } }`, /has more than 1,500 tokens/],
  [
    'a document of a megabyte',
    `{ viewer { userName } } #${'x'.repeat(1_000_000)}`,
    /has 1,000,025 bytes; the most is 32,768$/,
  ],
  [
    'a circle that is not too deep',
    `{ invoices(limit: 100) { records { ${nested(3)} } } }`,
    /has [\d,]+ objects to answer with.*; the most is 50,000$/,
  ],
  [
    '30 pages of a hundred',
    `{ ${many(30, (at) => `a${at}: orders(limit: 100) { records { lines { item { inventory { onHand } } } } }`)} }`,
    /has 93,030 objects/,
  ],
];

for (const [what, query, says] of TOO_COMPLEX) {
  test(`A42: ${what} is QUERY_TOO_COMPLEX, with the limit and what was asked, before anything runs`, async () => {
    const here = await world();
    const token = await (await here.tenant()).token('viewer');
    const { json, status } = await postGraphql(here.url, { query }, { token });
    assert.equal(status, 200);
    assert.equal(json.errors.length, 1, JSON.stringify(json));
    assert.equal(json.errors[0].extensions.code, 'QUERY_TOO_COMPLEX');
    assert.match(json.errors[0].message, says);
    assert.ok(!('data' in json), 'nothing ran');
  });
}

test('A42: a body of more than a megabyte is 413', async () => {
  const here = await world();
  const { status, json } = await postGraphql(here.url, {
    query: '{ viewer { userName } }',
    variables: { x: 'x'.repeat(1_100_000) },
  });
  assert.equal(status, 413);
  assert.equal(json.errors[0].extensions.code, 'QUERY_TOO_COMPLEX');
});

test('A42: what a limit counts as depends on the variables of the request, not on those of the first one', async () => {
  const shop = await (await world()).tenant();
  const query = `query ($n: Int!) { invoices(limit: $n) { records { ${nested(3)} } } }`;
  assert.equal((await shop.ask(query, { n: 1 })).errors, undefined);
  assert.equal((await shop.refusal(query, { n: 100 })).code, 'QUERY_TOO_COMPLEX');
  assert.equal((await shop.ask(query, { n: 1 })).errors, undefined);
});

test('A42: a circle of lists that are longer than lists usually are is refused while it is answered', async () => {
  const { shop } = await newShop();
  const { invoice: sold, lineId } = await soldOut(shop, { quantity: 45, mode: 'PROFORM' });
  const credit = (key: string) =>
    `createCredit(input: { mode: PROFORM, invoiceId: "${sold}", reason: "One came back", idempotencyKey: "${key}", lines: [{ invoiceLineId: "${lineId}", quantity: "1" }] })`;
  for (let third = 0; third < 3; third += 1)
    await shop.get(`mutation { ${many(15, (at) => `c${at}: ${credit(`${third} ${at}`)} { id }`)} }`);
  const ask = (levels: number): Promise<GraphQLAnswer<Answer>> =>
    shop.ask(`query ($id: UUID!) { invoice(id: $id) { ${nested(levels)} } }`, { id: sold }, 'viewer');

  const { data, errors } = await ask(2);
  assert.equal(errors, undefined);
  assert.equal(data.invoice.credits.flatMap((one: Answer) => one.invoice.credits).length, 2025);
  const wide = `query ($id: UUID!) { ${many(30, (at) => `a${at}: invoice(id: $id) { ${nested(2)} }`)} }`;
  for (const answer of [await ask(3), await shop.ask(wide, { id: sold }, 'viewer')]) {
    assert.equal(answer.errors?.[0]?.extensions.code, 'QUERY_TOO_COMPLEX');
    assert.match(answer.errors[0].message, /holds more than 50,000 objects/);
    assert.ok(answer.errors.length <= 100, `${answer.errors.length} errors`);
  }
});

test('A42: a large JSON value counts wherever it is written', async () => {
  const { shop } = await newShop();
  const { invoice: sold } = await soldOut(shop, { lines: 400 });
  const ask = (fields: number): Promise<GraphQLAnswer<Answer>> =>
    shop.ask(`query ($id: UUID!) { invoice(id: $id) { ${many(fields, (at) => `a${at}: pacInput`)} } }`, { id: sold });
  const { data, errors } = await ask(1);
  assert.equal(errors, undefined);
  const each = JSON.stringify(data.invoice.a0).length;
  assert.ok(each > 50_000, `${each} characters`);
  const size = createAnswerSize();
  assert.throws(() => {
    for (let time = 0; time < 1000; time += 1) size.addJson(data.invoice.a0);
  }, /holds more than 50,000 objects/);
  // Thirty aliases are not enough for that here.
  assert.equal((await ask(30)).errors, undefined);
});

test('A42: what was sent comes back shortened, and a wrong variable is reported a few times only', async () => {
  const here = await world();
  const query = 'mutation ($input: CreateClientInput!) { createClient(input: $input) { id } }';
  const token = await (await here.tenant()).token('admin');
  const manyKeys = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`k${at}`, 'x'.repeat(9900)]));
  const longKey = {
    ...Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`k${at}`, 1])),
    ['y'.repeat(900_000)]: 1,
  };
  for (const input of [manyKeys, longKey]) {
    const { text, json } = await postGraphql(here.url, { query, variables: { input } }, { token });
    assert.equal(json.errors[0].extensions.code, 'BAD_USER_INPUT');
    assert.ok(text.length < 10_000, `${text.length} characters`);
  }
  const wrongField = await postGraphql(here.url, { query: `{ ${'a'.repeat(30_000)} }` });
  assert.ok(wrongField.text.length < 2000, `${wrongField.text.length} characters`);
});

test('A42: the page of GraphiQL is made once, and sent once to each browser', async () => {
  const here = await world();
  const headers = { accept: 'text/html' };
  const page = await fetch(`${here.url}/graphql`, { headers });
  const etag = page.headers.get('etag')!;
  assert.equal(page.headers.get('content-encoding'), 'gzip');
  assert.match(await page.text(), /<title>Folio<\/title>/);
  const again = await fetch(`${here.url}/graphql`, { headers: { ...headers, 'if-none-match': etag } });
  assert.equal(again.status, 304);
  assert.equal(await again.text(), '');
});

test('GraphiQL is off where documents are real, keeps no token, bears no session, and is sent compressed', async (t) => {
  const { here, shop } = await newShop();
  for (const graphql of [{ graphiQL: false }, { introspection: false }, { onlyKnown: true }]) {
    const off = await serving(t, here, { graphql });
    const { status } = await fetch(`${off}/graphql`, { headers: { accept: 'text/html' } });
    assert.equal(status, 405, JSON.stringify(graphql));
  }
  for (const [env, wanted] of [
    [{}, 'on'],
    [{ NODE_ENV: 'production' }, 'off'],
    [{ NODE_ENV: 'production', GRAPHIQL: 'on' }, 'on'],
    [
      { PAC_ENVIRONMENT: 'production', PAC_BASE_URL: 'https://pac.example', PAC_API_KEY: 'k', PAC_WEBHOOK_SECRET: 's' },
      'off',
    ],
    [{ GRAPHIQL: 'off' }, 'off'],
  ] as const) {
    assert.equal((await serverSettings(readConfig(env))).graphql.graphiQL, wanted === 'on', JSON.stringify(env));
  }
  const headers = { accept: 'text/html' };
  const page = await (await fetch(`${here.url}/graphql`, { headers })).text();
  assert.match(page, /"?credentials"?:\s*"omit"/);
  assert.match(page, /"?shouldPersistHeaders"?:\s*false/);
  const plain = await fetch(`${here.url}/graphql`, { headers: { ...headers, 'accept-encoding': 'identity' } });
  assert.equal(plain.status, 406);
  assert.ok(Number(plain.headers.get('content-length')) < 1000);
  const authorization = `Bearer ${await shop.token('viewer')}`;
  const signedIn = await fetch(`${here.url}/session`, { method: 'POST', headers: { authorization, origin: here.url } });
  const cookie = signedIn.headers.getSetCookie()[0]!.split(';')[0]!;
  const beside = await fetch(`${here.url}/graphql`, { headers: { ...headers, cookie } });
  assert.deepEqual([beside.status, /graphiql\.|createRoot/.test(await beside.text())], [403, false]);
});

test('A42: whatever the dashboard asks, with the longest lists there are, takes at most half of any limit', async (t) => {
  for (const { name, document, text } of await allQueries()) {
    await t.test(name, () => {
      const costs = [...operationCosts(schema, document).values()].map((costOf) =>
        costOf({ limit: 100, rangeDays: 730 }),
      );
      const size = {
        ...shapeOf(document),
        bytes: text.length,
        tokens: text.split(/\W+/).length,
        cost: Math.max(...costs),
      };
      for (const [measure, { most }] of Object.entries(OPERATION_LIMITS)) {
        assert.ok(size[measure as Measure] <= most / 2, `${size[measure as Measure]} ${measure}`);
      }
    });
  }
});

test('A42: GraphiQL’s own question about the schema is answered', async () => {
  const here = await world();
  const query = getIntrospectionQuery({
    descriptions: true,
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    schemaDescription: true,
    inputValueDeprecation: true,
  });
  const { data, errors } = await (await here.tenant()).ask(query.replace('__schema', 'contract: __schema'));
  assert.equal(errors, undefined);
  assert.ok(data.contract.types.length > 50);
});

test('A43: a fragment named __schema is counted as any other', async () => {
  const here = await world();
  const deep = `{ ...__schema } fragment __schema on Query { invoices { records { ${nested(14)} } } }`;
  const wide = `{ ...__schema } fragment __schema on Query { ${many(31, (at) => `a${at}: viewer { userName }`)} }`;
  const dear = `{ ...__schema } fragment __schema on Query { invoices(limit: 100) { records { ${nested(3)} } } }`;
  for (const query of [deep, wide, dear]) {
    const { json } = await postGraphql(here.url, { query });
    assert.equal(json.errors[0].extensions.code, 'QUERY_TOO_COMPLEX', query);
  }
});

test('A43: fragments that spread each other in a circle, or double at each step, end at once', async () => {
  const here = await world();
  const circle = '{ viewer { ...A } } fragment A on Viewer { ...B userName } fragment B on Viewer { ...A roles }';
  const { json } = await postGraphql(here.url, { query: circle });
  assert.equal(json.errors[0].extensions.code, 'BAD_USER_INPUT');
  assert.match(json.errors[0].message, /within itself/);
  const doubling = `{ viewer { ...F0 } } ${many(60, (at) => `fragment F${at} on Viewer { ...F${at + 1} ...F${at + 1} }`)} fragment F60 on Viewer { userName }`;
  const doubled = await postGraphql(here.url, { query: doubling });
  assert.equal(doubled.json.errors[0].extensions.code, 'QUERY_TOO_COMPLEX');
  const selves = `{ viewer { tenant { ...F } } } fragment F on Tenant { name ...F }`;
  assert.equal((await postGraphql(here.url, { query: selves })).json.errors[0].extensions.code, 'BAD_USER_INPUT');
});

test('A44: a list of operations is refused, however many', async () => {
  const { here, shop } = await newShop();
  const one = { query: 'mutation { createSupplier(name: "x") { id } }' };
  for (const count of [1, 2, 1000]) {
    const { status, json } = await postGraphql(
      here.url,
      Array.from({ length: count }, () => one),
      { token: await shop.token('admin') },
    );
    assert.equal(status, 400);
    assert.match(json.errors[0].message, /One operation for each request/);
  }
  assert.equal((await shop.get('{ suppliers { totalCount } }')).suppliers.totalCount, 0);
});

test('A44: a mutation under many aliases is refused before the first of them runs', async () => {
  const { shop } = await newShop();
  const all = many(16, (at) => `m${at}: createSupplier(name: "${at}") { id }`);
  for (const text of [`mutation { ${all} }`, `mutation { ...F } fragment F on Mutation { ${all} }`]) {
    const { code, message } = await shop.refusal(text);
    assert.equal(code, 'QUERY_TOO_COMPLEX');
    assert.equal(message, 'The operation has 16 mutations; the most is 15');
  }
  assert.equal((await shop.get('{ suppliers { totalCount } }')).suppliers.totalCount, 0);
  const few = many(15, (at) => `m${at}: createSupplier(name: "${at}") { id }`);
  assert.equal(Object.keys(await shop.get(`mutation { ${few} }`)).length, OPERATION_LIMITS.mutations.most);
});

test('A45: lists and nests of variables have bounds', async () => {
  const shop = await (await world()).tenant();
  const itemId = await newItem(shop);
  const clientId = await newClient(shop);
  const lines = Array.from({ length: 1001 }, () => ({ itemId, quantity: '1' }));
  const ordered = await shop.refusal('mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }', {
    input: { clientId, lines },
  });
  assert.deepEqual(ordered, { code: 'BAD_USER_INPUT', message: 'A list must have at most 1000 entries, not 1001' });
  const types = Array.from({ length: 1001 }, () => 'VENTA');
  const moved = await shop.refusal(
    'query ($id: UUID!, $types: [MovementType!]) { itemMovements(itemId: $id, types: $types) { totalCount } }',
    { id: itemId, types },
  );
  assert.equal(moved.code, 'BAD_USER_INPUT');
  const bomb = `{"query":"{ viewer { userName } }","variables":{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
  const { json } = await postGraphql((await world()).url, bomb, { token: await shop.token('viewer') });
  assert.equal(json.errors[0].extensions.code, 'BAD_USER_INPUT');
});

test('A47: with GRAPHQL_INTROSPECTION=off neither introspection nor suggestions show the schema, and there is no GraphiQL', async (t) => {
  const { here, shop } = await newShop();
  const url = await serving(t, here, { graphql: { introspection: false } });
  const token = await shop.token('viewer');
  for (const query of [
    getIntrospectionQuery(),
    '{ __schema { queryType { name } } }',
    '{ a: __type(name: "Invoice") { name } }',
    '{ ...F } fragment F on Query { __schema { types { name } } }',
  ]) {
    const { json } = await postGraphql(url, { query }, { token });
    assert.equal(json.errors[0].extensions.code, 'BAD_USER_INPUT', query);
    assert.ok(!('data' in json));
  }
  const wrong: [query: string, variables: object][] = [
    ['{ viewr { userName } }', {}],
    ['{ items(limt: 5) { totalCount } }', {}],
    ['{ orders(status: OPN) { totalCount } }', {}],
    ['query ($s: OrderStatus) { orders(status: $s) { totalCount } }', { s: 'OPN' }],
    ['query ($s: OrderStatu) { orders(status: $s) { totalCount } }', {}],
    [
      'mutation ($input: CreateItemInput!) { createItem(input: $input) { id } }',
      { input: { skuu: 'x', sku: 'x', name: 'x', unitPrice: '1', taxRate: '0' } },
    ],
    ['{ items { records { nam } } }', {}],
    ['{ ...F } fragment F on Quer { viewer { userName } }', {}],
  ];
  for (const [query, variables] of wrong) {
    const guesses = await postGraphql(here.url, { query, variables }, { token });
    assert.match(guesses.text, /Did you mean/, `${query} is not close enough to anything`);
    const { text, json } = await postGraphql(url, { query, variables }, { token });
    assert.equal(json.errors[0].extensions.code, 'BAD_USER_INPUT');
    assert.doesNotMatch(text, /Did you mean/);
  }
  const { extensions, ...rest } = (await postGraphql(url, { query: '{ __typename viewer { __typename } }' }, { token }))
    .json;
  assert.deepEqual(rest, { data: { __typename: 'Query', viewer: { __typename: 'Viewer' } } });
  assert.deepEqual(Object.keys(extensions), ['cost']);
  const page = await fetch(`${url}/graphql`, { headers: { accept: 'text/html' } });
  assert.equal(page.status, 405);
  assert.doesNotMatch(await page.text(), /graphiql/i);
});

test('A48: a page elsewhere can make a browser send nothing that is read', async () => {
  const { here, shop } = await newShop();
  const token = await shop.token('admin');
  const mutation = 'mutation { createSupplier(name: "x") { id } }';
  for (const contentType of [
    'text/plain',
    'text/plain; charset=utf-8',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/graphql',
  ]) {
    for (const body of [JSON.stringify({ query: mutation }), `query=${encodeURIComponent(mutation)}`, mutation]) {
      const answer = await postGraphql(here.url, body, { token, headers: { 'content-type': contentType } });
      assert.equal(answer.status, 415, contentType);
      assert.equal(answer.json.errors[0].extensions.code, 'BAD_USER_INPUT');
    }
  }
  for (const accept of ['application/json', 'text/html', '*/*', 'application/graphql-response+json']) {
    const got = await fetch(`${here.url}/graphql?query=${encodeURIComponent(mutation)}`, {
      headers: { authorization: `Bearer ${token}`, accept },
    });
    assert.equal(got.status, 405, accept);
    assert.equal(got.headers.get('allow'), 'POST');
    await got.text();
  }
  const preflight = await fetch(`${here.url}/graphql`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://evil.test',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
  });
  assert.equal(preflight.headers.get('access-control-allow-origin'), null);
  await preflight.text();
  assert.equal((await shop.get('{ suppliers { totalCount } }')).suppliers.totalCount, 0);
});

test('A49: every refusal has a code of the list, and none tells of the inside', async () => {
  const { shop, invoice } = await newSale();
  const unknownId = '018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f';
  for (const [code, text] of [
    ['NOT_FOUND', `{ invoice(id: "${unknownId}") { id } }`],
    ['NOT_FOUND', `mutation { voidInvoice(invoiceId: "${unknownId}", reason: "An error was made in it") { id } }`],
    ['BAD_USER_INPUT', `mutation { registerPayment(invoiceId: "${invoice.id}", amount: "-1") { id } }`],
    ['BAD_USER_INPUT', '{ items(limit: 0) { totalCount } }'],
    ['CONFLICT', `mutation { cancelInvoice(invoiceId: "${invoice.id}") { id } }`],
  ] as const) {
    const refused = await shop.refusal(text);
    assert.equal(refused.code, code, refused.message);
    assert.doesNotMatch(
      refused.message,
      /select |insert |update |tenant_id|node_modules|\.ts:|at Object|relation|constraint|pan\/v1/i,
    );
  }
});

test('A48: what is answered says that it is what it says it is', async () => {
  const here = await world();
  const { headers } = await postGraphql(here.url, { query: '{ viewer { userName } }' });
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.match(headers.get('content-type') ?? '', /^application\/json; charset=utf-8$/);
  const page = await fetch(`${here.url}/graphql`, { headers: { accept: 'text/html' } });
  assert.match(
    page.headers.get('content-security-policy') ?? '',
    /default-src 'none'.*connect-src 'self'.*frame-ancestors 'none'/,
  );
  assert.equal(page.headers.get('x-frame-options'), 'DENY');
  await page.text();
});

test('A48: whatever is answered, to whomever, says that it is not to be guessed at, framed or drawn into other pages', async () => {
  const here = await world();
  for (const path of [
    '/',
    '/graphql',
    '/healthz',
    '/readyz',
    '/metrics',
    '/files/x',
    '/nothing',
    '/webhooks/pac/x',
    '/%00',
    '/%',
    '/%ff',
  ]) {
    const { headers, body } = await fetch(`${here.url}${path}`);
    await body?.cancel();
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
    assert.equal(headers.get('x-frame-options'), 'DENY', path);
    assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin', path);
    assert.equal(headers.get('referrer-policy'), 'no-referrer', path);
    assert.equal(headers.get('access-control-allow-origin'), null, path);
    assert.equal(headers.get('x-powered-by'), null, path);
  }
});

const SIGNED_IN = '{ viewer { userName } }';
const OTHER = '{ viewer { roles } }';

test('A47: with GRAPHQL_OPERATIONS=persisted only persisted operations run', async (t) => {
  const { here, shop } = await newShop();
  const hash = operationHash(SIGNED_IN);
  const url = await serving(t, here, { graphql: { onlyKnown: true, operations: new Map([[hash, SIGNED_IN]]) } });
  const token = await shop.token('viewer');
  const expected = { data: { viewer: { userName: 'viewer-user' } } };
  for (const body of [
    { documentId: `sha256:${hash}` },
    { documentId: hash.toUpperCase() },
    { extensions: { persistedQuery: { version: 1, sha256Hash: hash } } },
    { query: SIGNED_IN },
    { query: SIGNED_IN, documentId: `sha256:${hash}` },
  ]) {
    const { extensions, ...rest } = (await postGraphql(url, body, { token })).json;
    assert.deepEqual(rest, expected, JSON.stringify(body));
    assert.deepEqual(Object.keys(extensions), ['cost']);
  }
  for (const [body, status, code] of [
    [{ query: OTHER }, 403, 'FORBIDDEN'],
    [{ query: `${SIGNED_IN} ` }, 403, 'FORBIDDEN'],
    [{ query: OTHER, documentId: `sha256:${operationHash(OTHER)}` }, 403, 'FORBIDDEN'],
    [{ documentId: `sha256:${operationHash(OTHER)}` }, 404, 'NOT_FOUND'],
    [{ extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } } }, 404, 'NOT_FOUND'],
    [{ documentId: 5 }, 400, 'BAD_USER_INPUT'],
    [{}, 400, 'BAD_USER_INPUT'],
  ] as const) {
    const answer = await postGraphql(url, body, { token });
    assert.equal(answer.status, status, JSON.stringify(body));
    assert.equal(answer.json.errors[0].extensions.code, code);
    // The word that clients wait for before they send the text as well.
    if (status === 404) assert.equal(answer.json.errors[0].message, 'PersistedQueryNotFound');
  }
  assert.equal((await fetch(`${url}/graphql`, { headers: { accept: 'text/html' } })).status, 405);
});

test('A47: the dashboard sends what its manifest has, to the letter, and works with nothing else', async (t) => {
  const { here, shop } = await newShop();
  const operations = readOperations(JSON.stringify(await operationManifest()));
  const url = await serving(t, here, { graphql: { onlyKnown: true, operations } });
  const token = await shop.token('viewer');
  const sent: Answer[] = [];
  const client = new Client({
    url,
    preferGetMethod: false,
    exchanges: [cacheExchange, fetchExchange],
    fetch: (_input, init) => {
      const body: Answer = JSON.parse(init?.body as string);
      sent.push(body);
      return postGraphql(url, body, { token }).then(
        ({ text }) => new Response(text, { headers: { 'content-type': 'application/json' } }),
      );
    },
  });
  const { data, error } = await client.query(Session, {}).toPromise();
  assert.equal(error, undefined);
  assert.equal(data?.viewer.userName, 'viewer-user');
  assert.ok(operations.has(operationHash(sent[0].query)));
});

test('A44: a caller beyond its limit gets 429, and other callers go on', async (t) => {
  const here = await world();
  const [shop, other] = await Promise.all([here.tenant(), here.tenant()]);
  const url = await serving(t, here, { requestsPerMinute: 60 });
  const ask = async (token: string | undefined, query = SIGNED_IN) =>
    postGraphql(url, { query }, token === undefined ? {} : { token });
  const token = await shop.token('viewer');
  const answers: Answer[] = [];
  for (let time = 0; time < 80; time += 1) answers.push(await ask(token));
  assert.ok(answers.filter((answer) => answer.status === 200).length >= 60);
  const refused = answers.filter((answer) => answer.status === 429);
  assert.ok(refused.length > 0, 'no request was refused');
  assert.equal(refused[0].json.errors[0].extensions.code, 'RATE_LIMITED');
  assert.match(refused[0].headers.get('retry-after'), /^\d+$/);
  assert.equal((await ask(await shop.token('admin'))).status, 200, 'another user of the same business');
  assert.equal((await ask(await other.token('viewer'))).status, 200, 'another business');
  assert.equal((await ask(undefined)).status, 200, 'an anonymous caller, which must sign in');
});

test('A44: an operation that is large counts as several requests', async (t) => {
  const { here, shop } = await newShop();
  const url = await serving(t, here, { requestsPerMinute: 46 });
  const token = await shop.token('viewer');
  const dear = '{ invoices(limit: 100) { records { credits { lines { item { id } } } } } }';
  const statuses = [];
  for (let time = 0; time < 4; time += 1) statuses.push((await postGraphql(url, { query: dear }, { token })).status);
  assert.deepEqual(statuses, [200, 200, 429, 429]);
});

test('A44: a forged X-Forwarded-For does not change whose limit counts, unless a proxy is trusted', async (t) => {
  const here = await world();
  const statuses = async (url: string) => {
    const seen = new Set<number>();
    for (let time = 0; time < 30; time += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${time}` };
      seen.add((await postGraphql(url, { query: SIGNED_IN }, { headers })).status);
    }
    return [...seen];
  };
  assert.deepEqual(await statuses(await serving(t, here, { requestsPerMinute: 20 })), [200, 429]);
  assert.deepEqual(await statuses(await serving(t, here, { requestsPerMinute: 20, trustProxy: '127.0.0.1' })), [200]);
});

test('A44: files are counted with the rest', async (t) => {
  const { here, shop } = await newShop();
  const url = await serving(t, here, { requestsPerMinute: 10 });
  const headers = { authorization: `Bearer ${await shop.token('viewer')}` };
  const statuses = new Set<number>();
  for (let time = 0; time < 20; time += 1) {
    const response = await fetch(`${url}/files/018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f`, { headers });
    statuses.add(response.status);
    const body: Answer = await response.json();
    if (response.status === 429) {
      assert.equal(body.code, 'RATE_LIMITED');
      assert.match(response.headers.get('retry-after') ?? '', /^\d+$/);
    }
  }
  assert.deepEqual([...statuses], [404, 429]);
});

test('A44: an answer that is not read is not held for ever', async (t) => {
  const here = await world();
  const server = await buildServer({
    app: here.app,
    verification: { secret: JWT_SECRET },
    serves: true,
    settings: { ...here.settings, idleMs: 200 },
  });
  t.after(() => server.close());
  // No buffer on the way holds all of it, so that it is never said to the end.
  const body = Buffer.alloc(64 << 20);
  server.get('/large', () => body);
  const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), '127.0.0.1').pause();
  t.after(() => socket.destroy());
  socket.on('error', () => undefined);
  socket.write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n');
  const open = (): Promise<number> =>
    new Promise((resolve) => server.server.getConnections((_, count) => resolve(count)));
  await eventually(open, 1);
  await eventually(open, 0);
  const closed = once(socket, 'close');
  socket.resume();
  await closed;
  assert.ok(socket.bytesRead < body.length, 'it was read to its end');
});

for (const [path, type, body] of [
  [
    '/graphql',
    'application/json',
    JSON.stringify({ query: 'mutation { createClient(input: { name: "Eva" }) { id } }' }),
  ],
  ['/import/clients', 'text/csv', 'code,name\nE1,Eva\n'],
] as const)
  test(`A44: a sender who is revoked or suspended while the body is on its way changes nothing by it: ${path}`, async (t) => {
    const { here, shop } = await newShop();
    let passedMs = 0;
    const clock = { now: () => new Date(here.clock.now().getTime() + passedMs) };
    const tenants = holdTenants({ db: here.app.db, clock });
    const url = await serving(t, here, {}, { ...here.app, clock, tenants });
    const clients = async () => (await here.sql`select from clients where tenant_id = ${shop.tenant.id}`).length;
    const revoke = (id: string) => shop.get('mutation ($id: UUID!) { revokeApiToken(id: $id) { id } }', { id });
    for (const [meanwhile, expected] of [
      [async () => undefined, undefined],
      [revoke, 'UNAUTHENTICATED'],
      [() => inTenant(here.app, shop.tenant, suspendTenant), 'TENANT_SUSPENDED'],
    ] as const) {
      const wanted = { userName: 'eva', role: 'operator' as const, expiresIn: '1h', now: clock.now() };
      const { id, token } = await createToken(here.app, shop.tenant, JWT_SECRET, wanted);
      const headers = { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': body.length };
      const sent = httpRequest(`${url}${path}`, { method: 'POST', headers, agent: false });
      const answer = once(sent, 'response');
      sent.write(body.slice(0, 5));
      await eventually(
        () => here.sql`select from api_tokens where id = ${id} and last_used_at is not null`,
        ({ length }) => length === 1,
      );
      await meanwhile(id);
      passedMs += 6_000;
      sent.end(body.slice(5));
      const [response] = await answer;
      const { errors } = (await json(response)) as GraphQLAnswer<unknown>;
      assert.deepEqual([errors?.[0]?.extensions.code, await clients()], [expected, 1]);
    }
  });

test('A44: a request that drips in byte by byte is not waited for without end', async () => {
  const here = await world();
  const server = await buildServer({
    app: here.app,
    verification: { secret: JWT_SECRET },
    serves: true,
    settings: here.settings,
  });
  assert.ok(server.server.requestTimeout > 0 && server.server.requestTimeout <= 60_000);
  assert.ok(server.server.headersTimeout > 0 && server.server.headersTimeout <= 60_000);
  await server.close();
});
