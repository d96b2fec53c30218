// Pages of other origins: as a browser asks before it lets them, and what it lets them read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../src/wiring/config.ts';
import { postGraphql, serving } from '../support/serving.ts';
import { world } from '../support/world.ts';

const SHOP = 'https://shop.example';
const NAMES = /^access-control-/;

function allowed(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => NAMES.test(name)));
}

function preflight(url: string, origin: string, path = '/graphql'): Promise<Response> {
  const asks = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type,idempotency-key',
  };
  return fetch(url + path, { method: 'OPTIONS', headers: { origin, ...asks } });
}

/** Refuses where a browser would refuse to let the page go on. */
function mayRead(answer: Response, origin: string): void {
  assert.equal(answer.headers.get('access-control-allow-origin'), origin);
  assert.match(answer.headers.get('vary') ?? '', /\borigin\b/i);
  assert.equal(answer.headers.get('access-control-allow-credentials'), null);
}

test('by default no page of another origin is let in, and none is told of', async (t) => {
  const url = await serving(t, await world(), {});
  const answer = await preflight(url, SHOP);
  assert.equal(answer.status, 404);
  assert.deepEqual(allowed(answer.headers), {});
  assert.equal(answer.headers.get('vary'), null);
});

test('a page of a listed origin asks first, then with its token and a key, and reads what it is told', async (t) => {
  const here = await world();
  const url = await serving(t, here, { corsOrigins: ['http://localhost:5173', SHOP], requestsPerMinute: 100 });
  const asked = await preflight(url, SHOP);
  assert.equal(asked.status, 204);
  assert.equal(await asked.text(), '');
  mayRead(asked, SHOP);
  const listOf = (answer: Response, name: string) => (answer.headers.get(name) ?? '').toLowerCase().split(/,\s*/);
  const taken = listOf(asked, 'access-control-allow-headers');
  for (const name of ['authorization', 'content-type', 'idempotency-key', 'last-event-id', 'traceparent']) {
    assert.ok(taken.includes(name), name);
  }
  const methods = listOf(asked, 'access-control-allow-methods');
  for (const name of ['get', 'post']) assert.ok(methods.includes(name), name);
  assert.ok(Number(asked.headers.get('access-control-max-age')) >= 600);

  const shop = await here.tenant();
  const token = await shop.token('admin');
  const write = (key: string, origin = SHOP) =>
    fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { origin, authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ query: 'mutation { createClient(input: { name: "Ana Pérez" }) { id } }' }),
    });
  const [first, again] = [await write('web-1'), await write('web-1', 'http://localhost:5173')];
  mayRead(first, SHOP);
  mayRead(again, 'http://localhost:5173');
  assert.deepEqual(((await first.json()) as Told).data, ((await again.json()) as Told).data);
  // Response headers beside those that a page may read anyway are declared.
  const exposed = listOf(first, 'access-control-expose-headers');
  for (const name of ['ratelimit', 'ratelimit-policy', 'x-request-id', 'traceresponse']) {
    assert.ok(first.headers.has(name) && exposed.includes(name), name);
  }
  for (const name of ['retry-after', 'content-disposition']) assert.ok(exposed.includes(name), name);
});

interface Told {
  data: unknown;
}

test('also what is refused can be read; any other origin, however near, reads nothing', async (t) => {
  const here = await world();
  const url = await serving(t, here, { corsOrigins: [SHOP], requestsPerMinute: 1 });
  const refused = [
    await fetch(`${url}/files/none`, { headers: { origin: SHOP } }),
    await fetch(`${url}/nowhere`, { headers: { origin: SHOP } }),
    await fetch(`${url}/graphql`, { headers: { origin: SHOP } }),
    await fetch(`${url}/graphql`, { headers: { origin: SHOP }, method: 'POST', body: '{' }),
  ];
  for (const answer of refused) mayRead(answer, SHOP);
  const introspection = await postGraphql(url, { query: '{ __typename }' }, { headers: { origin: SHOP } });
  assert.match(introspection.headers.get('vary') ?? '', /origin/);
  const others = ['https://shop.example.evil.test', 'http://shop.example', 'https://shop.example:444', 'null', '*'];
  for (const origin of [...others, 'https://SHOP.example', 'https://shop.example/']) {
    const answer = await preflight(url, origin);
    assert.equal(answer.status, 404, origin);
    assert.deepEqual(allowed(answer.headers), {}, origin);
    assert.match(answer.headers.get('vary') ?? '', /origin/, 'a cache keeps the answers apart');
  }
  // A session of the dashboard is not for pages elsewhere, listed or not.
  const session = await fetch(`${url}/session`, { headers: { origin: SHOP, 'sec-fetch-site': 'cross-site' } });
  assert.equal(session.status, 403);
});

test('the kept answers say that they differ by origin as well', async (t) => {
  const here = await world();
  const url = await serving(t, here, { corsOrigins: [SHOP] });
  const { getIntrospectionQuery } = await import('graphql');
  const { headers } = await postGraphql(url, { query: getIntrospectionQuery() }, { headers: { origin: SHOP } });
  assert.deepEqual(headers.get('vary')?.split(/,\s*/).toSorted(), ['accept', 'accept-encoding', 'origin']);
  assert.equal(headers.get('access-control-allow-origin'), SHOP);
});

test('CORS_ORIGINS is a list of exact origins, and anything else stops the start', () => {
  const read = (text: string) => readConfig({ CORS_ORIGINS: text }).CORS_ORIGINS;
  assert.deepEqual(read('https://shop.example, http://localhost:5173'), [
    'https://shop.example',
    'http://localhost:5173',
  ]);
  assert.deepEqual(readConfig({}).CORS_ORIGINS, []);
  for (const wrong of [
    '*',
    'null',
    'shop.example',
    'https://*.shop.example',
    'https://shop.example/',
    'https://shop.example/a',
    'https://Shop.example',
    'https://shop.example:443',
    'https://u@shop.example',
    'ws://shop.example',
    'file:///',
    'https://a.example https://b.example',
  ]) {
    assert.throws(() => read(wrong), /CORS_ORIGINS.* must be origins/, wrong);
  }
  assert.throws(() => readConfig({ CORS_ORIGIN: SHOP }), /CORS_ORIGIN is not known; did you mean CORS_ORIGINS/);
});
