// The client as its users have it, packed and installed: what it does when answers are lost, and what it refuses to believe.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { parse, print, stripIgnoredCharacters } from 'graphql';
import type * as client from './src/index.ts';
import { newClient, newItem } from '../../test/support/business.ts';
import { installPacked, PLAIN_NODE, ROOT } from '../packed.ts';
import { startProxy, type Trouble } from '../../test/support/proxy.ts';
import { openHooks } from '../../test/support/webhooks.ts';
import { newShop, world } from '../../test/support/world.ts';

const run = promisify(execFile);

async function packed(): Promise<typeof client> {
  const folder = await installPacked('client');
  return (await import(join(folder, 'node_modules/@folio/client/dist/index.js'))) as typeof client;
}

const LOST: Trouble = { lost: () => undefined };

test('the client is installed from its tarball and runs on plain Node, and a program written with it has types', async () => {
  const folder = await installPacked('client');
  const shop = await (await world()).tenant();
  await newItem(shop, { sku: 'AGU-GL', price: '6.50', stock: '3' });
  const page = await readFile(join(ROOT, 'docs/clients.md'), 'utf8');
  const printed = /```ts\n([^]*?)```/.exec(page)![1]!.replace("'http://localhost:4000'", 'process.env.FOLIO_URL!');
  const program = `import { isEvent } from '@folio/client';
    ${printed}
    // @ts-expect-error: it was not asked for
    const missing = item.name;
    // @ts-expect-error: there is no such field
    await folio.query('itemBySku', { sku: '' }, { nme: true }).catch((error) => console.log(error instanceof FolioError && error.code));
    for await (const event of folio.events({ follow: false })) {
      if (isEvent(event, 'item.created')) event.data.sku satisfies string;
      if (isEvent(event, 'invoice.issued')) event.data.orderId satisfies string | undefined;
      // @ts-expect-error: there is no such type
      isEvent(event, 'invoice.sold');
    }
    console.log(item.unitPrice satisfies string, item.inventory.available, order.total, missing, verifyWebhook.length);`;
  await writeFile(join(folder, 'try.ts'), program);
  const typed = ['--module', 'nodenext', '--target', 'es2023', '--strict', '--types', 'node'];
  const roots = ['--typeRoots', join(ROOT, 'node_modules/@types')];
  await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...typed, ...roots, 'try.ts'], {
    cwd: folder,
  });
  const env = { ...process.env, FOLIO_URL: (await world()).url, FOLIO_TOKEN: await shop.token('operator') };
  // By the Node that npm runs on, which may be older than ours.
  const node = process.env['npm_node_execpath'];
  const { stdout } = await (node === undefined
    ? run(process.execPath, [...PLAIN_NODE, 'try.js'], { cwd: folder, env })
    : run(node, ['try.js'], { cwd: folder, env }));
  assert.equal(stdout, 'BAD_USER_INPUT\n6.5 3 13.91 undefined 3\n');
});

test('routes of REST are asked as the fields of GraphQL are: typed, again under one key, with refusals to branch on', async (t) => {
  const { createClient, FolioError } = await packed();
  const { here, shop } = await newShop();
  const [clientId, itemId] = [await newClient(shop), await newItem(shop, { sku: 'A/B 1', stock: '10' })];
  const troubles = [
    LOST,
    { status: 503, body: '{"code":"SERVICE_UNAVAILABLE","detail":"later"}' },
    LOST,
    { status: 502, body: '<html>' },
  ];
  const { url, keys } = await startProxy(t, here.url, (at) => troubles[at]);
  const folio = createClient({ url, token: () => shop.token('operator') });
  const order = await folio.rest('POST /orders', { body: { clientId, lines: [{ itemId, quantity: '2' }] } });
  assert.equal(order.lines[0]?.quantity satisfies string | undefined, '2');
  assert.equal(keys.length, 5);
  assert.equal(new Set(keys).size, 1);
  assert.equal((await shop.get('{ orders { totalCount } }')).orders.totalCount, 1);
  // Names with signs of addresses, lists and what is left out.
  assert.equal((await folio.rest('GET /items/by-sku/{sku}', { path: { sku: 'A/B 1' } })).id, itemId);
  const { records } = await folio.rest('GET /events', { query: { types: ['order.created'], after: undefined } });
  assert.deepEqual(
    records.map(({ type }) => type),
    ['order.created'],
  );
  const again = { body: { clientId, lines: [] } };
  const refusal = await folio.rest('POST /orders', again).catch((error: unknown) => error);
  assert.ok(refusal instanceof FolioError && refusal.code === 'BAD_USER_INPUT', String(refusal));
  const lost = await folio.rest('GET /orders/{id}', { path: { id: itemId } }).catch((error: unknown) => error);
  assert.ok(lost instanceof FolioError && lost.code === 'NOT_FOUND');
  const same = () =>
    folio.rest('POST /orders', { body: { clientId, lines: [{ itemId, quantity: '1' }] } }, { key: 'k-1' });
  assert.equal((await same()).id, (await same()).id);
});

test('what was lost or refused for now is asked again under one key, and done once', async (t) => {
  const { createClient } = await packed();
  const { here, shop } = await newShop();
  const [clientId, itemId] = [await newClient(shop), await newItem(shop, { stock: '10' })];
  const tooMany = JSON.stringify({ errors: [{ message: 'Too many requests', extensions: { code: 'RATE_LIMITED' } }] });
  const troubles = [
    LOST,
    { status: 429, retryAfter: '0', body: tooMany },
    { status: 503, retryAfter: new Date(0).toUTCString() },
    { status: 503, body: tooMany.replace('RATE_LIMITED', 'PAC_UNAVAILABLE') },
    LOST,
  ];
  const { url, keys } = await startProxy(t, here.url, (at) => troubles[at]);
  const folio = createClient({ url, token: () => shop.token('operator') });
  const input = { clientId, lines: [{ itemId, quantity: '2' }] };
  const order = await folio.mutate('createOrder', { input }, { id: true, total: true, lines: { quantity: true } });
  assert.deepEqual(order.lines, [{ quantity: '2' }]);
  assert.equal(keys.length, 6);
  assert.equal(new Set(keys).size, 1);
  const another = await folio.mutate(
    'createOrder',
    { input: { ...input, idempotencyKey: randomUUID() } },
    { id: true },
  );
  assert.notEqual(another.id, order.id);
  assert.equal((await shop.get('{ orders { totalCount } }')).orders.totalCount, 2);
});

test('what is asked again has an end, and what may not be is not', async (t) => {
  const { createClient, FolioError } = await packed();
  const here = await world();
  const token = await (await here.tenant()).token('operator');
  const failing = async (troubles: Trouble[], document?: string | true): Promise<number> => {
    const { url, keys } = await startProxy(t, here.url, (at) => troubles[at]);
    const folio = createClient({ url, token, patienceMs: 900 });
    const text = document === true ? 'mutation { createLocation(name: "A") { id } }' : document;
    const asked = text ? folio.request(text) : folio.query('viewer', {}, { userName: true });
    await assert.rejects(asked, (error) => error instanceof FolioError && error.code === 'NO_ANSWER');
    return keys.length;
  };
  // Two pauses fit into it for certain, three at most.
  assert.ok([2, 3].includes(await failing([LOST, LOST, LOST, LOST])));
  assert.equal(await failing([{ status: 503, retryAfter: '1' }]), 1);
  assert.equal(await failing([LOST], true), 1);
  assert.equal(
    await failing([LOST], 'fragment F on Location { id } mutation M { createLocation(name: "A") { ...F } }'),
    1,
  );
  // It changes nothing, whatever its texts and remarks say.
  const query = 'query Q { clients(search: "} mutation {") { totalCount } } # mutation';
  assert.ok((await failing([LOST, LOST, LOST, LOST], query)) > 1);
});

interface Tries {
  /** How long each try may take. */
  allowed: number[];
  pauses: number[];
}

/** Tries and pauses of a client whose every try takes 100 ms, or all of its time, and fails, by a clock of the test. */
async function triesOf(
  t: TestContext,
  chance: number,
  options: { patienceMs?: number; timeoutMs?: number } = {},
  takesMs = (_allowed: number) => 100,
): Promise<Tries> {
  const { createClient } = await packed();
  const [allowed, pauses]: number[][] = [[], []];
  let now = 0;
  t.mock.method(Math, 'random', () => chance);
  t.mock.method(performance, 'now', () => now);
  t.mock.method(AbortSignal, 'timeout', (ms: number) => {
    allowed!.push(ms);
    return new AbortController().signal;
  });
  t.mock.method(globalThis, 'fetch', () => {
    now += takesMs(allowed!.at(-1)!);
    return Promise.reject(new TypeError('fetch failed'));
  });
  t.mock.method(globalThis, 'setTimeout', (then: () => void, ms = 0) => {
    pauses!.push(ms);
    now += ms;
    queueMicrotask(then);
  });
  const folio = createClient({ url: 'http://localhost:1', token: 'x', ...options });
  await assert.rejects(folio.mutate('createClient', { input: { name: 'A' } }, { id: true }), { code: 'NO_ANSWER' });
  t.mock.restoreAll();
  assert.ok(now <= (options.patienceMs ?? 60_000) + 100, `${now} ms`);
  return { allowed: allowed!, pauses: pauses! };
}

test('patience is a minute in all, and half of each pause is fixed', async (t) => {
  const { pauses: shortest } = await triesOf(t, 0);
  const { pauses: longest } = await triesOf(t, 0.999_999);
  // 250 ms, doubled up to 10 s; of it a half for certain.
  assert.deepEqual(shortest.slice(0, 8), [125, 250, 500, 1000, 2000, 4000, 5000, 5000]);
  assert.deepEqual(longest.map(Math.round), [250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000, 10_000]);
  for (const pauses of [shortest, longest]) {
    const all = pauses.reduce((sum, ms) => sum + ms + 100, 100);
    assert.ok(all > 48_000 && all <= 60_000, `${all} ms`);
  }
  assert.deepEqual((await triesOf(t, 0, { patienceMs: 0 })).pauses, []);
});

test('a try takes no longer than what is left of the patience', async (t) => {
  const patience = { patienceMs: 1500, timeoutMs: 1200 };
  const { allowed, pauses } = await triesOf(t, 0, patience, (ms) => ms);
  // 1500 - 1200, without the pause before it.
  assert.deepEqual({ allowed, pauses }, { allowed: [1200, 175], pauses: [125] });
});

const DOCUMENTS = [
  'query Shelf($n: Int! = 5, $by: [String!] @deprecated) @live { items(first: $n) { records { sku ...F @skip(if: false) } } } fragment F on Item { id }',
  'mutation M($input: CreateClientInput!) { made: createClient(input: $input) { id: name } }',
  '{ a(b: {c: [1, -2.5e3, true, null, ENUM, $v], d: "x\\"\\\\\\n\\u0041 é"}) { ... on Client { id } ... { id } ... @include(if: true) { id } } }',
  'query { a(b: """one "two"\n  three \\""" four""", c: {}, d: []) }',
  'subscription S { events { id } }',
];

test('a syntax tree, as graphql-codegen makes it by default, is asked as its text', async (t) => {
  const { createClient } = await packed();
  const sent: string[] = [];
  t.mock.method(globalThis, 'fetch', async (_: unknown, { body }: { body: string }) => {
    sent.push((JSON.parse(body) as { query: string }).query);
    return Response.json({ data: {} });
  });
  const folio = createClient({ url: 'http://localhost:1', token: 'x' });
  // JSON drops the source positions and the prototype, as a file does.
  const treeOf = (text: string) => JSON.parse(JSON.stringify(parse(text, { noLocation: true }))) as object;
  for (const text of DOCUMENTS) await folio.request(treeOf(text) as client.Document<unknown, object>);
  const plain = (text: string) => stripIgnoredCharacters(print(parse(text)));
  const asText = (text: string) => plain(text.replaceAll(/"""[^]*"""/g, '"one \\"two\\"\\nthree \\"\\"\\" four"'));
  assert.deepEqual(sent.map(plain), DOCUMENTS.map(asText));
});

test('the default of the client preset and its mode of texts are both asked, with their types', async () => {
  const folder = await installPacked('client');
  const shop = await (await world()).tenant();
  await newItem(shop, { sku: 'PAN-1', price: '1.25', stock: '2' });
  const text =
    'query Shelf($sku: String!) { itemBySku(sku: $sku) { ...Priced } } fragment Priced on Item { unitPrice }';
  // As the preset writes them, but for the types of the schema.
  await writeFile(
    join(folder, 'made.ts'),
    `import type { DocumentNode } from 'graphql';
    interface Decoration<R, V> { __apiType?: (variables: V) => R }
    interface Node<R, V> extends DocumentNode, Decoration<R, V> {}
    class TypedDocumentString<R, V> extends String implements Decoration<R, V> {
      __apiType?: NonNullable<Decoration<R, V>['__apiType']>;
      private value: string;
      public __meta__?: Record<string, any>;
      constructor(value: string, __meta__?: Record<string, any>) { super(value); this.value = value; this.__meta__ = __meta__; }
      override toString(): string & Decoration<R, V> { return this.value; }
    }
    type Answer = { itemBySku: { unitPrice: string } | null };
    export const Tree = ${JSON.stringify(parse(text, { noLocation: true }))} as unknown as Node<Answer, { sku: string }>;
    export const Text = new TypedDocumentString<Answer, { sku: string }>(${JSON.stringify(text)});`,
  );
  await writeFile(
    join(folder, 'shelf.ts'),
    `import { createClient } from '@folio/client';
    import { Text, Tree } from './made.js';
    const folio = createClient({ url: process.env.FOLIO_URL!, token: process.env.FOLIO_TOKEN! });
    const [tree, text] = [await folio.request(Tree, { sku: 'PAN-1' }), await folio.request(Text, { sku: 'PAN-1' })];
    // @ts-expect-error: it is a text
    const wrong = () => [folio.request(Tree, { sku: 1 }), ];
    // @ts-expect-error: it is a text
    const also = () => [folio.request(Text, { sku: 1 }), ];
    // @ts-expect-error: no document
    const none = () => folio.request({ kind: 'Field' }, {});
    console.log(tree.itemBySku!.unitPrice satisfies string, text.itemBySku!.unitPrice satisfies string, wrong, also, none);`,
  );
  // Its types: those who generate code have it.
  await cp(join(ROOT, 'node_modules/graphql'), join(folder, 'node_modules/graphql'), { recursive: true });
  const typed = ['--module', 'nodenext', '--target', 'es2023', '--strict', '--skipLibCheck', '--types', 'node'];
  const roots = ['--typeRoots', join(ROOT, 'node_modules/@types')];
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [tsc, ...typed, ...roots, 'shelf.ts'], { cwd: folder });
  // At run time there is nothing but the client.
  await rm(join(folder, 'node_modules/graphql'), { recursive: true });
  const env = { ...process.env, FOLIO_URL: (await world()).url, FOLIO_TOKEN: await shop.token('operator') };
  const { stdout } = await run(process.execPath, [...PLAIN_NODE, 'shelf.js'], { cwd: folder, env });
  assert.match(stdout, /^1\.25 1\.25 /);
});

test('a refusal tells code, field, parameters and all problems', async () => {
  const { createClient, FolioError } = await packed();
  const here = await world();
  const folio = createClient({ url: here.url, token: await (await here.tenant()).token('operator'), language: 'es' });
  const refused: unknown = await folio
    .mutate('createItem', { input: { sku: '', name: '', unitPrice: '-1' } }, { id: true })
    .catch((error: unknown) => error);
  assert.ok(refused instanceof FolioError);
  assert.equal(refused.code, 'BAD_USER_INPUT');
  assert.deepEqual(
    refused.problems.map(({ field }) => field),
    ['sku', 'name', 'unitPrice'],
  );
  assert.equal(refused.field, 'sku');
  assert.equal(refused.parameters['field'], 'sku');
  await assert.rejects(
    folio.download('/files/none'),
    (error) => error instanceof FolioError && error.code === 'NOT_FOUND',
  );
});

test('a webhook of the service is believed by its signature alone', async (t) => {
  const { verifyWebhook } = await packed();
  const hooks = await openHooks();
  t.after(() => hooks.receiver.close());
  t.after(() => hooks.here.close());
  const shop = await hooks.here.tenant();
  const endpoint = await hooks.endpoint(shop);
  const id = await newClient(shop, 'Peña');
  await hooks.arrived(endpoint, 1);
  const { headers, body } = hooks.receiver.received(endpoint.path)[0]!;
  const event = verifyWebhook(headers, body, endpoint.secret);
  assert.deepEqual([event.type, event.data['id']], ['client.created', id]);
  const fetched = new Headers(headers as Record<string, string>);
  assert.deepEqual(verifyWebhook(fetched, new TextEncoder().encode(body), endpoint.secret), event);
  assert.throws(() => verifyWebhook(headers, body.replace(id, randomUUID()), endpoint.secret));
  assert.throws(() => verifyWebhook({ ...headers, 'webhook-timestamp': '1' }, body, endpoint.secret));
});

test('the feed is read through cut connections, in order, without a gap or a repeat, and goes on after a cursor', async (t) => {
  const { createClient } = await packed();
  const { here, shop } = await newShop();
  const proxy = await startProxy(t, here.url);
  const folio = createClient({ url: proxy.url, token: await shop.token('operator') });
  const write = (name: string) => folio.mutate('createClient', { input: { name } }, { id: true });
  const [first, second] = [await write('first'), await write('second')];
  const read: client.FolioEvent[] = [];
  const end = new AbortController();
  for await (const event of folio.events({ types: ['client.created'], signal: end.signal })) {
    read.push(event);
    if (read.length === 4) break;
    // Before the next is waited for, as a restart of the service does it.
    if (read.length > 1) proxy.cut();
    if (read.length > 1) await write('another');
  }
  assert.equal(new Set(read.map(({ id }) => id)).size, 4);
  assert.deepEqual(
    read.slice(0, 2).map(({ data }) => data['id']),
    [first.id, second.id],
  );
  const now: client.FolioEvent[] = [];
  for await (const event of folio.events({ after: read[1]!.cursor, types: ['client.*'], follow: false }))
    now.push(event);
  assert.deepEqual(now, read.slice(2));
  // No more is read of events that are there already, either.
  const stop = new AbortController();
  let few = 0;
  for await (const _ of folio.events({ types: ['client.*'], follow: false, signal: stop.signal })) {
    few += 1;
    stop.abort();
  }
  assert.equal(few, 1);
  const aborted = folio.events({ after: read[3]!.cursor, signal: end.signal }).next();
  end.abort();
  assert.equal((await aborted).done, true);
  await assert.rejects(folio.events({ after: 'nowhere' }).next(), {
    name: 'FolioError',
    code: 'BAD_USER_INPUT',
    field: 'after',
  });
});
