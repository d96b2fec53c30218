// Cost of a caller without a token: little time, few bytes, and nothing at all after the caller has hung up.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { buildClientSchema, execute, getIntrospectionQuery, parse, printSchema } from 'graphql';
import type { IntrospectionOptions } from 'graphql';
import type { App } from '../../src/graphql/context.ts';
import { schema } from '../../src/api/schema.ts';
import { ANONYMOUS_BODY_BYTES } from '../../src/graphql/limits.ts';
import { metrics } from '../../src/platform/metrics.ts';
import { postGraphql, serving } from '../support/serving.ts';
import { eventually, world } from '../support/world.ts';

/** Most bytes of one anonymous answer on the wire. */
const MOST_BYTES = 68_000;

const many = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join(' ');

const ALL_OPTIONS: IntrospectionOptions = {
  descriptions: true,
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  schemaDescription: true,
  inputValueDeprecation: true,
  oneOf: true,
};

/** As tools ask, each with the options of its own. */
const TOOLS: Record<string, string> = {
  'graphql-js': getIntrospectionQuery(),
  'graphql-js 16.8, seven levels of types': getIntrospectionQuery({ typeDepth: 7 }),
  'graphql-js before 16.9, roots by name alone': getIntrospectionQuery().replaceAll('{ name kind }', '{ name }'),
  GraphiQL: getIntrospectionQuery({ schemaDescription: true, inputValueDeprecation: true }),
  'graphql-codegen': getIntrospectionQuery({ specifiedByUrl: true, directiveIsRepeatable: true }),
  'urql, without descriptions': getIntrospectionQuery({ descriptions: false }),
  'Apollo, all options': getIntrospectionQuery(ALL_OPTIONS),
  'in one line, under another name': getIntrospectionQuery().replaceAll(/\s+/g, ' ').replace('IntrospectionQuery', 'Q'),
  'with fragments of other names': getIntrospectionQuery().replaceAll('TypeRef', 'T').replaceAll('FullType', 'F'),
};

interface Raw {
  status: number;
  encoding: string | undefined;
  wire: Buffer;
}

/** As it comes over the wire: nothing is asked for, and nothing unpacked, unless it is said. */
async function raw(url: string, query: string, headers: Record<string, string> = {}): Promise<Raw> {
  const asked = request(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
  });
  asked.end(JSON.stringify({ query }));
  const [answer] = await once(asked, 'response');
  return { status: answer.statusCode, encoding: answer.headers['content-encoding'], wire: await buffer(answer) };
}

for (const [tool, query] of Object.entries(TOOLS)) {
  test(`A42: introspection as ${tool} asks is answered in full without a token, compressed`, async () => {
    const { url } = await world();
    const answer = await raw(url, query, { 'accept-encoding': 'gzip, deflate, br' });
    assert.equal(answer.encoding, 'gzip');
    assert.ok(answer.wire.length <= MOST_BYTES, `${answer.wire.length} bytes`);
    const { data } = JSON.parse(gunzipSync(answer.wire).toString());
    const expected = await execute({ schema, document: parse(query) });
    assert.deepEqual(data, JSON.parse(JSON.stringify(expected.data)));
    assert.match(printSchema(buildClientSchema(data)), /type Query/);
  });
}

test('A42: without a token nothing larger than the limit is answered to who takes no compression; with one it is', async () => {
  const here = await world();
  for (const headers of [{}, { 'accept-encoding': 'identity' }, { 'accept-encoding': 'gzip;q=0' }]) {
    const { wire, encoding } = await raw(here.url, getIntrospectionQuery(), headers);
    assert.equal(encoding, undefined);
    assert.match(wire.toString(), /QUERY_TOO_COMPLEX.*|.*Accept-Encoding: gzip/);
    assert.ok(wire.length <= MOST_BYTES);
  }
  const token = await (await here.tenant()).token('viewer');
  const { wire } = await raw(here.url, getIntrospectionQuery(), { authorization: `Bearer ${token}` });
  assert.match(printSchema(buildClientSchema(JSON.parse(wire.toString()).data)), /type Query/);
});

const LEAF = 'name description defaultValue type { name kind }';
const WIDE =
  'fragment S on __Schema { types { fields { type { ...L ofType { ...L ofType { ofType { ...L } } } } } } } ' +
  `fragment L on __Type { fields { name description isDeprecated deprecationReason args { ${LEAF} } type { name kind description ofType { name kind } } } }`;

/** Each is small to send and large, or slow, to answer. */
const AMPLIFIERS: Record<string, string> = {
  'twenty aliases of __schema': `{ ${many(20, (at) => `a${at}: __schema { ...S }`)} } ${WIDE}`,
  'one __schema with types within fields': `{ __schema { ...S } } ${WIDE}`,
  'aliases of __type': `{ ${many(30, (at) => `a${at}: __type(name: "Query") { fields { name description args { ${LEAF} } } }`)} }`,
  'aliases of types': `{ __schema { ${many(29, (at) => `a${at}: types { name description }`)} } }`,
  'aliases of fields': `{ __schema { types { ${many(29, (at) => `a${at}: fields { name description }`)} } } }`,
  'fields of types of fields': '{ __type(name: "Query") { fields { type { fields { type { fields { name } } } } } } }',
  'fields of types by ofType': `{ __type(name: "Query") { fields { type { ofType { fields { type { ofType { fields { name } } } } } } } } }`,
  'fields and input fields of each other':
    '{ __schema { types { fields { args { type { inputFields { type { inputFields { name } } } } } } } } }',
  'a long alias in a long list': `{ __schema { types { ${'x'.repeat(20_000)}: name } } }`,
  'the canonical question twice': getIntrospectionQuery().replace(
    '__schema {',
    'a: __schema { types { ...FullType } } __schema {',
  ),
  'the canonical question under an alias': getIntrospectionQuery().replace('__schema', 'a: __schema'),
  'fragments without end': `{ ${many(240, (at) => `...F${at}`)} } ${many(240, (at) => `fragment F${at} on Query { __typename }`)}`,
  'fragments that are not spread': `{ __typename } ${many(240, (at) => `fragment F${at} on Query { a: __typename }`)}`,
  'one field a thousand times': `{ ${'__typename '.repeat(1400)} }`,
  'fields that do not exist': `{ ${many(700, (at) => `itemz${at}`)} }`,
  'a long word to guess at': `{ ${'i'.repeat(30_000)} }`,
  'a long list of a thousand numbers': `{ items(ids: [${'1,'.repeat(1400)}]) { totalCount } }`,
  'many variables': `query (${many(280, (at) => `$v${at}: String`)}) { __typename }`,
  'all that there is, without a token': `{ ${many(30, (at) => `${'y'.repeat(900)}${at}: viewer { userName }`)} }`,
};

/** Milliseconds of this process, which plays both sides. */
async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const ROUNDS = 20;

/** Average cost of a query; each text differs, so that none is known already. */
async function costOf(url: string, query: string): Promise<number> {
  const spent = await processorMs(async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { wire } = await raw(url, `${query} #${round} ${performance.now()}`);
      assert.ok(wire.length <= MOST_BYTES, `${wire.length} bytes`);
    }
  });
  return spent / ROUNDS;
}

// The yardstick is this machine at this moment: to answer the canonical question anew takes more than 5 ms of a common one.
for (const [what, query] of Object.entries(AMPLIFIERS)) {
  test(`A42: ${what}: little time and few bytes without a token`, async () => {
    const { url } = await world();
    const document = parse(getIntrospectionQuery());
    const shares: number[] = [];
    for (let time = 0; time < 3; time += 1) {
      const least = await costOf(url, '{ __typename }');
      const whole = await processorMs(async () => execute({ schema, document }));
      shares.push(((await costOf(url, query)) - least) / whole);
    }
    assert.ok(Math.min(...shares) < 0.5, `${shares.join(', ')} of what the canonical question takes`);
  });
}

test('A42: one __schema in an operation, and each of its lists once, for whom it may be', async () => {
  const shop = await (await world()).tenant();
  for (const query of [
    '{ a: __schema { queryType { name } } b: __schema { queryType { name } } }',
    '{ __schema { types { name } } ...F } fragment F on Query { b: __schema { types { name } } }',
    '{ __schema { a: types { name } b: types { name } } }',
    '{ __type(name: "Query") { ...A ...B } } fragment A on __Type { a: fields { name } } fragment B on __Type { b: fields { name } }',
    '{ __type(name: "Query") { fields { type { fields { name } } } } }',
    `{ ${many(11, (at) => `a${at}: __type(name: "Query") { name }`)} }`,
  ]) {
    assert.equal((await shop.refusal(query)).code, 'QUERY_TOO_COMPLEX', query);
  }
  for (const query of [
    '{ __schema { queryType { fields { name } } mutationType { fields { name } } } }',
    // As gql.tada finds out what may be asked.
    '{ a: __type(name: "__Type") { fields { name } } b: __type(name: "__Directive") { fields { name } } c: __type(name: "__InputValue") { fields { name } } }',
    getIntrospectionQuery().replace('__schema', 'contract: __schema'),
  ]) {
    assert.equal((await shop.ask(query)).errors, undefined, query);
  }
});

test('A42: a small look at the schema needs no token', async () => {
  const { url } = await world();
  for (const query of [
    '{ __schema { queryType { name } mutationType { name } } }',
    '{ __type(name: "Invoice") { name fields { name type { name kind ofType { name } } } } }',
    '{ a: __type(name: "__Type") { fields { name } } b: __type(name: "__Directive") { fields { name } } }',
  ]) {
    const { json } = await postGraphql(url, { query });
    assert.equal(json.errors, undefined, query);
  }
});

test('A42: what comes without a token is small before it is read', async () => {
  const here = await world();
  const body = JSON.stringify({
    query: '{ __typename }',
    variables: Object.fromEntries(Array.from({ length: 70 }, (_, at) => [`x${at}`, 'x'.repeat(1000)])),
  });
  const answers = [await postGraphql(here.url, body)];
  // Without a length, so that nothing is known of it beforehand.
  const response = await fetch(`${here.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: new Blob([body]).stream(),
    duplex: 'half',
  } as RequestInit);
  answers.push({ status: response.status, headers: response.headers, text: '', json: await response.json() });
  for (const { status, json } of answers) {
    assert.equal(status, 413);
    assert.equal(json.errors[0].extensions.code, 'QUERY_TOO_COMPLEX');
  }
  const token = await (await here.tenant()).token('viewer');
  const { extensions, ...rest } = (await postGraphql(here.url, body, { token })).json;
  assert.deepEqual(rest, { data: { __typename: 'Query' } });
  assert.equal(extensions.cost.requests, 1);
});

const post = (query: string, headers = ''): string => {
  const body = JSON.stringify({ query });
  return `POST /graphql HTTP/1.1\r\nhost: x\r\n${headers}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
};

const opened = new WeakMap<TestContext, Socket[]>();

/** A server whose connections of this test are ended before it is: it would wait for them. */
async function attacked(t: TestContext, app?: App): Promise<string> {
  t.after(() => opened.get(t)?.forEach((socket) => socket.destroy()));
  return serving(t, await world(), {}, app);
}

async function socketsTo(t: TestContext, url: string, count: number): Promise<Socket[]> {
  const { port } = new URL(url);
  const sockets = Array.from({ length: count }, () => connect(Number(port), '127.0.0.1').on('error', () => undefined));
  opened.set(t, [...(opened.get(t) ?? []), ...sockets]);
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return sockets;
}

for (const [what, text] of Object.entries({
  'amplifiers, by callers who never read': post(AMPLIFIERS['twenty aliases of __schema']!).repeat(10),
  'the canonical question, by callers who never read': post(getIntrospectionQuery()).repeat(10),
  'bodies that are not sent to their end': post('{ __typename }').slice(0, -5),
})) {
  test(`A44: /healthz is answered before the flood is through: ${what}`, async (t) => {
    const url = await attacked(t);
    const sockets = await socketsTo(t, url, 100);
    let answered = 0;
    for (const socket of sockets) {
      socket.on('data', () => (answered += 1));
      socket.write(text);
    }
    const health = await fetch(`${url}/healthz`);
    assert.equal(health.status, 200);
    assert.ok(answered < 500, `${answered} pieces of answers came before it`);
    // And again, however long the flood lasts.
    for (let time = 0; time < 10; time += 1) assert.equal((await fetch(`${url}/healthz`)).status, 200);
  });
}

test('A44: a connection that sends request upon request without waiting for an answer is ended', async (t) => {
  const url = await attacked(t);
  const [socket] = await socketsTo(t, url, 1);
  const closed = new Promise((resolve) => socket!.once('close', resolve));
  socket!.resume().write(post('{ __typename }').repeat(2000));
  await closed;
});

test('A44: who hung up costs nothing more: what waited for the database is not asked', async (t) => {
  const here = await world();
  const token = await (await here.tenant()).token('viewer');
  let waiting = 0;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const read: NonNullable<App['read']> = async (ask) => {
    waiting += 1;
    await held;
    return ask(here.app.db);
  };
  const url = await attacked(t, { ...here.app, read });
  const query = '{ itemTopClients(itemId: "018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f") { clientId } }';
  const sockets = await socketsTo(t, url, 50);
  for (const socket of sockets) socket.write(post(query, `authorization: Bearer ${token}\r\n`));
  await eventually(async () => waiting, sockets.length);
  const endedFor = async (): Promise<number> =>
    Number(/_count{kind="query",result="refused"} (\d+)/.exec(await metrics.metrics())?.[1] ?? 0);
  const before = await endedFor();
  for (const socket of sockets) socket.destroy();
  // The ends of the connections are seen by now.
  for (let time = 0; time < 3; time += 1) await fetch(`${url}/healthz`);
  release();
  await eventually(endedFor, (count) => count === before + sockets.length);
});

for (const path of ['/graphql', '/v1/orders', '/mcp', '/presence/018f0000-0000-7000-8000-000000000000', '/nothing'])
  test(`A44: a body without a token is small before it is received: ${path}`, async () => {
    const here = await world();
    const method = path.startsWith('/presence') ? 'PUT' : 'POST';
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify('x'.repeat(ANONYMOUS_BODY_BYTES));
    for (const verb of [method, 'OPTIONS'])
      assert.equal((await fetch(here.url + path, { method: verb, headers, body })).status, 413, verb);
    const shop = await here.tenant();
    // A client renews a token that is none when it is told so.
    const over = { authorization: 'Bearer none', ...headers };
    const told = path === '/nothing' ? 413 : 401;
    assert.equal((await fetch(here.url + path, { method, headers: over, body })).status, told);
    // Without a length.
    const streamed = { method, headers: over, body: new Blob([body]).stream(), duplex: 'half' } as RequestInit;
    assert.equal((await fetch(here.url + path, streamed)).status, told);
    const authorization = `Bearer ${await shop.token('operator')}`;
    const { status } = await fetch(here.url + path, { method, headers: { ...headers, authorization }, body });
    // There is no one to read it where there is no route.
    assert.equal(status === 413, path === '/nothing', `${status}`);
  });

test('A44: requests without a token that are never sent to their end give way to one that is', async (t) => {
  const url = await attacked(t);
  const sockets = await socketsTo(t, url, 600);
  for (const socket of sockets) socket.write(post('{ __typename }').slice(0, -5));
  for (let time = 0; time < 20; time += 1) {
    assert.deepEqual((await postGraphql(url, { query: '{ __typename }' })).json, { data: { __typename: 'Query' } });
  }
  await eventually(
    async () => sockets.filter((socket) => socket.destroyed || socket.readableEnded).length,
    (ended) => ended >= 100,
  );
});
