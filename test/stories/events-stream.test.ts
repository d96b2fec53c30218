// The feed as server-sent events: it comes as it happens, goes on where a reader was, and ends in good order.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { fastify } from 'fastify';
import { eventRoutes } from '../../src/events/http.ts';
import { DomainError, ERROR_CODES } from '../../src/platform/errors.ts';
import { inTenant, type Viewer } from '../../src/tenancy/index.ts';
import { createToken, revokeToken } from '../../src/access/index.ts';
import { buildServer } from '../../src/wiring/server.ts';
import { assertEach } from '../support/assert-each.ts';
import { newItem } from '../support/business.ts';
import { statementsOf } from '../support/statements.ts';
import { eventually, JWT_SECRET, world, type TestTenant } from '../support/world.ts';

const here = await world();

interface Stream {
  events: { id: string; sku: string; type: string }[];
  lastEventId: string | undefined;
  comments: string;
  /** Resolved when the service has ended it in good order. */
  ended: Promise<void>;
}

/** Reads as a browser does; it is hung up with the test. */
async function open(
  t: TestContext,
  shop: TestTenant,
  options: { query?: string; lastEventId?: string; url?: string; token?: string } = {},
): Promise<Stream> {
  const { query = '', lastEventId, url = here.url, token = await shop.token('viewer') } = options;
  const hangUp = new AbortController();
  t.after(() => hangUp.abort());
  const response = await fetch(`${url}/events/stream${query}`, {
    headers: { authorization: `Bearer ${token}`, ...(lastEventId ? { 'last-event-id': lastEventId } : {}) },
    signal: hangUp.signal,
  });
  assert.equal(response.status, 200, response.status === 200 ? '' : await response.text());
  assert.match(response.headers.get('content-type')!, /^text\/event-stream/);
  const stream: Stream = { events: [], lastEventId: undefined, comments: '', ended: Promise.resolve() };
  async function read(): Promise<void> {
    let text = '';
    for await (const bytes of response.body!.pipeThrough(new TextDecoderStream())) {
      text += bytes;
      const blocks = text.split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) take(stream, block);
    }
  }
  stream.ended = read().catch((error: unknown) => {
    if (!hangUp.signal.aborted) throw error;
  });
  await eventually(
    () => Promise.resolve(stream.lastEventId),
    (id) => id !== undefined,
  );
  return stream;
}

function take(stream: Stream, block: string): void {
  const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/, 2) as [string, string]));
  stream.comments += fields.get('') ?? '';
  stream.lastEventId = fields.get('id') ?? stream.lastEventId;
  const data = fields.get('data');
  if (data === undefined) return;
  const { id, type, data: about } = JSON.parse(data) as { id: string; type: string; data: { sku: string } };
  stream.events.push({ id, type, sku: about.sku });
}

function until(stream: Stream, count: number): Promise<unknown> {
  return eventually(
    () => Promise.resolve(stream.events),
    ({ length }) => length >= count,
  );
}

const skus = (stream: Stream): string[] => stream.events.map(({ sku }) => sku);

test('what happens comes while it happens, and a reader that was cut off goes on where it was', async (t) => {
  const shop = await here.tenant();
  await newItem(shop, { sku: 'BEFORE' });
  const [all, items] = [await open(t, shop), await open(t, shop, { query: '?types=client.*,item.created' })];
  await newItem(shop, { sku: 'A' });
  await until(all, 1);
  await newItem(shop, { sku: 'B', stock: '3' });
  await Promise.all([until(all, 3), until(items, 2)]);
  assertEach(all.events, ({ type }) => type, ['item.created', 'item.created', 'stock.moved']);
  assert.deepEqual(skus(items), ['A', 'B'], 'what was there before it was opened does not come');
  await newItem(shop, { sku: 'C' });
  await until(items, 3);
  const { lastEventId } = items;
  await newItem(shop, { sku: 'D' });
  const again = await open(t, shop, { query: '?types=item.created&after=now', lastEventId: lastEventId! });
  await until(again, 1);
  await newItem(shop, { sku: 'E' });
  await until(again, 2);
  assert.deepEqual(skus(again), ['D', 'E']);
});

test('a stream begins now, also after a night of events that no reader has seen', async (t) => {
  const shop = await here.tenant();
  await here.sql`insert into events (tenant_id, type, entity_id, subject_id, data)
     select ${shop.tenant.id}, 'item.updated', gen_random_uuid(), gen_random_uuid(), '{"sku":"OLD"}' from generate_series(1, 12001)`;
  const stream = await open(t, shop);
  await newItem(shop, { sku: 'NEW' });
  await until(stream, 1);
  assert.deepEqual(skus(stream), ['NEW']);
});

test('streams of a company read what happens once for all of them, and each tells what it was asked for', async (t) => {
  const shop = await here.tenant();
  const asked = ['', '?types=item.created', '?types=client.*,stock.moved'];
  const streams = await Promise.all(Array.from({ length: 30 }, (_, at) => open(t, shop, { query: asked[at % 3]! })));
  // All of them have caught up.
  await newItem(shop, { sku: 'A', stock: '1' });
  await Promise.all(streams.map((stream, at) => until(stream, at % 3 === 0 ? 2 : 1)));
  const begun = performance.now();
  const said = await statementsOf(here, async () => {
    await newItem(shop, { sku: 'B', stock: '1' });
    await Promise.all(streams.map((stream, at) => until(stream, at % 3 === 0 ? 4 : 2)));
  });
  const reads = said.flat().filter(({ text }) => text.includes('select position, id, type'));
  // Two cases: events between two looks, and a stream that a look has passed by. A stream that was told nothing for 15 s reads for itself.
  const most = 6 + 30 * Math.floor((performance.now() - begun) / 10_000);
  assert.ok(reads.length >= 1 && reads.length <= most, `${reads.length} reads for 30 streams`);
  const types = streams.map(({ events }) => events.map(({ type }) => type).join());
  const told = ['item.created,stock.moved', 'item.created', 'stock.moved'].map((one) => `${one},${one}`);
  assert.deepEqual(
    types,
    Array.from(types, (_, at) => told[at % 3]),
  );
});

test('a stream is for a viewer of the tenant, with a cursor and types that there are', async () => {
  const shop = await here.tenant();
  const asked: [string, Record<string, string>, number, string][] = [
    ['', { authorization: 'Bearer none' }, 401, 'UNAUTHENTICATED'],
    ['?types=item.made', {}, 400, 'BAD_USER_INPUT'],
    ['?after=x', {}, 400, 'BAD_USER_INPUT'],
    ['', { 'last-event-id': 'x' }, 400, 'BAD_USER_INPUT'],
  ];
  for (const [query, headers, status, code] of asked) {
    const authorization = `Bearer ${await shop.token('viewer')}`;
    const response = await fetch(`${here.url}/events/stream${query}`, { headers: { authorization, ...headers } });
    assert.deepEqual([response.status, ((await response.json()) as { code: string }).code], [status, code]);
  }
});

test('a stream ends when the service leaves, and when its token is revoked, and both are ends in good order', async (t) => {
  const shop = await here.tenant();
  const verification = { secret: JWT_SECRET };
  const server = await buildServer({ app: here.app, verification, serves: true, settings: here.settings });
  const served = await open(t, shop, { url: await server.listen({ port: 0, host: '127.0.0.1' }) });
  await Promise.all([server.close(), served.ended]);
  const made = await createToken(here.app, shop.tenant, JWT_SECRET, {
    userName: 'till',
    role: 'viewer',
    expiresIn: '1h',
    now: here.clock.now(),
  });
  const stream = await open(t, shop, { token: made.token });
  await inTenant(here.app, shop.tenant, (db) => revokeToken(db, made.id, 'user:boss'));
  await stream.ended;
  assert.match(stream.comments, /A valid bearer token is required/);
});

/** The routes alone, with few places; a caller is let in when what it is held for has ended. */
async function fewPlaces(
  t: TestContext,
  shop: TestTenant,
  most: number,
): Promise<{ url: string; hold(until: Promise<void>): void }> {
  const server = fastify();
  server.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof DomainError ? ERROR_CODES[error.code] : 500).send(),
  );
  let admission = Promise.resolve();
  const viewer: Viewer = { tenant: shop.tenant, userName: 'ana', roles: ['viewer'], actor: 'user:ana', tokenId: null };
  const authenticate = async () => {
    await admission;
    return viewer;
  };
  eventRoutes(
    server,
    { ...here.app, authenticate, limit: { perMinute: 0, take: () => undefined, left: () => 1 } },
    most,
  );
  t.after(() => server.close());
  return { url: await server.listen({ port: 0, host: '127.0.0.1' }), hold: (until) => void (admission = until) };
}

test('a caller that hangs up keeps no place, however early it is', async (t) => {
  const shop = await here.tenant();
  const { url, hold } = await fewPlaces(t, shop, 2);
  const status = async (): Promise<number> => {
    const hangUp = new AbortController();
    const answer = await fetch(`${url}/events/stream`, { signal: hangUp.signal });
    hangUp.abort();
    return answer.status;
  };
  for (let k = 0; k <= 50; k += 1) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const hangUp = new AbortController();
    // Every other one while it is let in, the others k bytes or turns after it.
    if (k % 2 === 0) hold(promise);
    const asked = fetch(`${url}/events/stream`, { signal: hangUp.signal }).catch(() => undefined);
    for (let turns = 0; turns < k; turns += 1) await turn();
    hangUp.abort();
    await asked;
    resolve();
    hold(Promise.resolve());
  }
  assert.equal(await eventually(status, (one) => one === 200), 200);
  assert.equal(await eventually(status, (one) => one === 200), 200);
});

test('a tenant has so many streams in a process, and one that is not read keeps no other waiting', async (t) => {
  const shop = await here.tenant();
  const { url } = await fewPlaces(t, shop, 4);
  const hangUp = new AbortController();
  t.after(() => hangUp.abort());
  const unread = () => fetch(`${url}/events/stream`, { signal: hangUp.signal });
  const opened = await Promise.all([unread(), unread(), unread()]);
  assert.ok(opened.every(({ status }) => status === 200));
  const read = await open(t, shop, { url });
  assert.equal((await unread()).status, 429);
  await open(t, shop);
  // More than the buffers of a connection take.
  await here.query(
    `insert into events (tenant_id, type, entity_id, subject_id, data)
     select $1, 'item.updated', $1, $1, jsonb_build_object('sku', repeat('x', 1000)) from generate_series(1, 8000)`,
    [shop.tenant.id],
  );
  await until(read, 8000);
  hangUp.abort();
  await eventually(
    async () => {
      const again = new AbortController();
      const { status } = await fetch(`${url}/events/stream`, { signal: again.signal });
      again.abort();
      return status;
    },
    (status) => status === 200,
  );
});
