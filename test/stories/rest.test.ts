// REST: the same verbs as GraphQL over routes, refusals as problem details, keys, ETags, and an OpenAPI that a validator accepts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { EVENT_TYPES } from '../../src/events/index.ts';
import { DomainError } from '../../src/platform/errors.ts';
import { openApi } from '../../src/rest/openapi.ts';
import { VERBS } from '../../src/verbs/index.ts';
import { assertEach } from '../support/assert-each.ts';
import { invoicedOrder, newClient, newItem } from '../support/business.ts';
import { serving } from '../support/serving.ts';
import { newShop, type Answer, type TestTenant } from '../support/world.ts';

interface Told {
  status: number;
  headers: Headers;
  body: Answer;
}

type Init = { role?: 'viewer' | 'operator' | 'admin'; body?: unknown; headers?: Record<string, string>; key?: string };

function rest(url: string, shop: TestTenant) {
  return async (route: string, { role = 'operator', body, headers, key }: Init = {}): Promise<Told> => {
    const [method, address] = route.split(' ') as [string, string];
    const answer = await fetch(`${url}/v1${address}`, {
      method,
      headers: {
        authorization: `Bearer ${await shop.token(role)}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
}

test('what is made is where its Location says, and has none where it is not read', async () => {
  const { here, shop } = await newShop();
  const ask = rest(here.url, shop);
  const { invoice } = await invoicedOrder(shop, { mode: 'PROFORM' });
  const back = await ask('POST /returns', { body: { invoiceId: invoice.id, reason: 'It came back' } });
  assert.deepEqual([back.status, back.headers.get('location')], [201, null]);
  const made = await ask('POST /clients', { body: { name: 'Ana' } });
  const location = made.headers.get('location')!;
  assert.equal((await ask(`GET ${location.replace('/v1', '')}`)).body.id, made.body.id);
});

test('a sale from the item to the void, over REST alone', async () => {
  const { here, shop } = await newShop();
  const ask = rest(here.url, shop);
  const made = await ask('POST /items', {
    body: { sku: 'PAN-1', name: 'Pan', unitPrice: '1.25', taxRate: '7', openingStock: { quantity: '10' } },
  });
  assert.equal(made.status, 201);
  const { id } = made.body;
  assert.equal(made.headers.get('location'), `/v1/items/${id}`);
  const client = (await ask('POST /clients', { body: { name: 'Ana Pérez' } })).body;
  const order = (await ask('POST /orders', { body: { clientId: client.id, lines: [{ itemId: id, quantity: '2' }] } }))
    .body;
  const sold = await ask('POST /invoices', { body: { orderId: order.id } });
  assert.equal(sold.status, 201);
  assert.deepEqual([sold.body.legalStatus, sold.body.total], ['PAC_AUTHORIZED', '2.68']);
  const paid = await ask(`POST /invoices/${sold.body.id}/pay`, { body: { amount: '2.68', method: 'CASH' } });
  assert.deepEqual([paid.status, paid.body.invoiceStatus, paid.body.balance], [200, 'PAID', '0']);
  const stock = (await ask(`GET /items/${id}/stock`)).body;
  assert.equal(stock.inventory.onHand, '8');
  const moved = (await ask(`GET /items/${id}/movements?limit=1`)).body;
  assert.deepEqual([moved.totalCount, moved.records[0].quantityChange], [2, '-2']);
  assert.equal((await ask(`GET /items/${id}/incoming`)).body.value, '0');
  assert.equal((await ask(`GET /items/${id}/metrics?windowDays=7`)).body.unitsSoldInWindow, '2');
  assert.deepEqual((await ask(`GET /items/${id}/top-clients`)).body.records, [
    { clientId: client.id, clientName: 'Ana Pérez', unitsSold: '2' },
  ]);
  const listed = (await ask(`GET /invoices?first=1&clientId=${client.id}&orderBy.field=NUMBER&orderBy.direction=DESC`))
    .body;
  assert.equal(listed.records[0].id, sold.body.id);
  const voided = await ask(`POST /invoices/${sold.body.id}/void`, {
    body: { reason: 'Error en el cliente' },
    role: 'admin',
  });
  assert.equal(voided.status, 200);
  const events = (await ask('GET /events?types=invoice.issued,invoice.paid')).body;
  assertEach(events.records, ({ type }: { type: string }) => type, ['invoice.issued', 'invoice.paid']);
  const next = await ask(`GET /events?after=${encodeURIComponent(events.pageInfo.endCursor)}&types=invoice.paid`);
  assert.deepEqual(next.body.records, []);
});

test('a key is done once, and answered again as the same', async () => {
  const { here, shop } = await newShop();
  const ask = rest(here.url, shop);
  const [first, again] = [
    await ask('POST /clients', { body: { name: 'Ana' }, key: 'k-1' }),
    await ask('POST /clients', { body: { name: 'Ana' }, key: 'k-1' }),
  ];
  assert.deepEqual([first.status, again.status, again.body], [201, 201, first.body]);
  assertEach([first, again], ({ headers }) => headers.get('idempotent-replayed'), [null, 'true']);
  const other = await ask('POST /clients', { body: { name: 'Eva' }, key: 'k-1' });
  assert.deepEqual([other.status, other.body.code], [409, 'CONFLICT']);
  const inBody = await ask('POST /clients', { body: { name: 'Eva', idempotencyKey: 'k-2' } });
  assert.deepEqual([inBody.status, inBody.body.field], [400, 'idempotencyKey']);
  assert.equal((await ask('GET /clients')).body.records.length, 1);
});

test('what has not changed is not sent again', async () => {
  const { here, shop } = await newShop();
  const ask = rest(here.url, shop);
  const itemId = await newItem(shop, { stock: '1' });
  const first = await ask(`GET /items/${itemId}`);
  const etag = first.headers.get('etag')!;
  const same = await ask(`GET /items/${itemId}`, { headers: { 'if-none-match': `"x", ${etag}` } });
  assert.deepEqual([same.status, same.body], [304, undefined]);
  await ask(`PATCH /items/${itemId}`, { body: { name: 'Otro' } });
  const changed = await ask(`GET /items/${itemId}`, { headers: { 'if-none-match': etag } });
  assert.deepEqual([changed.status, changed.body.name], [200, 'Otro']);
});

test('each refusal is problem details with the status of its code', async (t) => {
  const { here, shop } = await newShop();
  const ask = rest(here.url, shop);
  const [itemId, clientId] = [await newItem(shop, { stock: '1' }), await newClient(shop)];
  const none = '018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f';
  const line = (quantity: string) => ({ body: { clientId, lines: [{ itemId, quantity }] } });
  const cases: [string, Init, number, string, string | undefined][] = [
    [`GET /items/${none}`, {}, 404, 'NOT_FOUND', 'id'],
    ['GET /items/none', {}, 400, 'BAD_USER_INPUT', 'id'],
    ['GET /nothing', {}, 404, 'NOT_FOUND', undefined],
    ['DELETE /items', {}, 405, 'NOT_FOUND', undefined],
    ['PUT /items/none', {}, 405, 'NOT_FOUND', undefined],
    [`GET /invoices/${none}/void`, {}, 405, 'NOT_FOUND', undefined],
    ['DELETE /items/none/nothing', {}, 404, 'NOT_FOUND', undefined],
    ['GET /items?first=0', {}, 400, 'BAD_USER_INPUT', 'first'],
    ['GET /items?first=x', {}, 400, 'BAD_USER_INPUT', 'first'],
    ['GET /items?first=1&first=2', {}, 400, 'BAD_USER_INPUT', 'first'],
    ['GET /items?page=2', {}, 400, 'BAD_USER_INPUT', 'page'],
    ['GET /items?after=none', {}, 400, 'BAD_USER_INPUT', 'after'],
    ['POST /clients', {}, 400, 'BAD_USER_INPUT', 'name'],
    ['POST /clients', { body: {} }, 400, 'BAD_USER_INPUT', 'name'],
    ['POST /clients', { body: [] }, 400, 'BAD_USER_INPUT', undefined],
    ['POST /clients', { body: { name: 'Ana', size: 1 } }, 400, 'BAD_USER_INPUT', 'size'],
    ['POST /clients', { body: { name: 'Ana' }, role: 'viewer' }, 403, 'FORBIDDEN', undefined],
    ['POST /orders', line('2'), 409, 'INSUFFICIENT_STOCK', undefined],
    ['POST /orders', line('much'), 400, 'BAD_USER_INPUT', 'lines[0].quantity'],
    [`POST /invoices/${none}/void`, { body: {}, role: 'admin' }, 400, 'BAD_USER_INPUT', 'reason'],
    [
      `POST /invoices/${none}/void`,
      { body: { reason: 'Error en el cliente' }, role: 'admin' },
      404,
      'NOT_FOUND',
      undefined,
    ],
  ];
  for (const [route, init, status, code, field] of cases) {
    const { headers, body, ...told } = await ask(route, init);
    assert.deepEqual([route, told.status, body.status, body.code], [route, status, status, code]);
    assert.match(headers.get('content-type')!, /^application\/problem\+json/);
    assert.equal(body.field, field, `${route}: ${JSON.stringify(body)}`);
    assert.ok(body.detail.length > 0 && !body.detail.includes('$'), body.detail);
  }
  const several = await ask('POST /items', { body: { sku: 'P', name: ' ', unitPrice: '-1' } });
  assertEach(several.body.problems, (one: { field: string }) => one.field, ['name', 'unitPrice']);
  const spanish = await ask(`GET /items/${none}`, { headers: { 'accept-language': 'es' } });
  assert.match(spanish.body.detail, /no existe/);
  const stranger = await fetch(`${here.url}/v1/items`);
  assert.deepEqual([stranger.status, stranger.headers.get('www-authenticate')], [401, 'Bearer']);
  const read = () => Promise.reject(new DomainError('SERVICE_UNAVAILABLE', 'The replica is away'));
  const away = rest(await serving(t, here, {}, { ...here.app, read }), shop);
  const unread = await away(`GET /items/${itemId}/incoming`);
  assert.deepEqual(
    [unread.status, unread.body.code, unread.headers.get('retry-after')],
    [503, 'SERVICE_UNAVAILABLE', '5'],
  );
  const url = await serving(t, here, { requestsPerMinute: 2 });
  const few = rest(url, shop);
  await few('GET /items');
  const told = await few('GET /items');
  assert.match(told.headers.get('ratelimit')!, /r=0/);
  const late = await few('GET /items');
  assert.deepEqual([late.status, late.body.code, late.headers.get('retry-after')], [429, 'RATE_LIMITED', '30']);
});

test('a request that is written badly is refused in words that mend it, and an empty body is none', async () => {
  const { here, shop } = await newShop();
  const token = await shop.token('admin');
  const send = async (route: string, type?: string, body?: string | Uint8Array<ArrayBuffer>): Promise<Told> => {
    const [method = '', address] = route.split(' ');
    const headers = { authorization: `Bearer ${token}`, ...(type === undefined ? {} : { 'content-type': type }) };
    const answer = await fetch(`${here.url}/v1${address}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  const json = 'application/json';
  const cases: [string, string | undefined, string | Uint8Array<ArrayBuffer> | undefined, number, string, RegExp][] = [
    ['GET /items/%ZZ', undefined, undefined, 400, 'BAD_USER_INPUT', /cannot be read/],
    [
      'POST /clients',
      json,
      Uint8Array.from(Buffer.from('{"name":"Mu\xf1oz"}', 'latin1')),
      400,
      'BAD_USER_INPUT',
      /UTF-8/,
    ],
    ['POST /clients', 'text/plain', '{"name":"Ana"}', 415, 'BAD_USER_INPUT', /application\/json/],
    ['POST /clients', json, '{"name":', 400, 'BAD_USER_INPUT', /JSON/],
    ['POST /clients', json, '', 400, 'BAD_USER_INPUT', /name/],
    ['POST /clients', json, `{"name":"${'x'.repeat(2 ** 20)}"}`, 413, 'QUERY_TOO_COMPLEX', /too large/],
    ['GET /items?orderBy.field=COLOR', undefined, undefined, 400, 'BAD_USER_INPUT', /^orderBy\.field got/],
  ];
  for (const [route, type, sent, status, code, says] of cases) {
    const { headers, body, ...told } = await send(route, type, sent);
    assert.match(headers.get('content-type')!, /^application\/problem\+json/, route);
    assert.deepEqual([told.status, body.status, body.code], [status, status, code], JSON.stringify(body));
    assert.match(body.detail, says);
  }
  assert.equal((await send('GET /items?orderBy.field=COLOR')).body.field, 'orderBy.field');
  // Many libraries name a type also where there is no body.
  const [itemId, clientId] = [await newItem(shop, { stock: '1' }), await newClient(shop)];
  const made = await send('POST /orders', json, JSON.stringify({ clientId, lines: [{ itemId, quantity: '1' }] }));
  assert.equal((await send(`POST /orders/${made.body.id}/cancel`, json, '')).body.status, 'CANCELED');
  const { headers } = await send(`GET /items/${itemId}`);
  const strong = { authorization: `Bearer ${token}`, 'if-none-match': headers.get('etag')!.replace('W/', '') };
  assert.equal((await fetch(`${here.url}/v1/items/${itemId}`, { headers: strong })).status, 304);
  const head = await fetch(`${here.url}/v1/items/${itemId}`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${token}` },
  });
  assert.deepEqual([head.status, head.headers.get('etag'), await head.text()], [200, headers.get('etag'), '']);
});

test('an endpoint of webhooks is made, tried, changed and ended by REST', async () => {
  const { here, shop } = await newShop();
  const ask = rest(here.url, shop);
  const role = 'admin' as const;
  const body = { url: 'https://shop.example/folio', types: ['invoice.*'] };
  assert.deepEqual((await ask('POST /webhooks', { body })).body.code, 'FORBIDDEN');
  const { status, headers, body: made } = await ask('POST /webhooks', { body, role, key: 'w-1' });
  assert.deepEqual([status, headers.get('location'), made.endpoint.types], [201, null, ['invoice.*']]);
  assert.match(made.secret, /^whsec_/);
  const again = (await ask('POST /webhooks', { body, role, key: 'w-1' })).body;
  assert.deepEqual([again.endpoint.id, again.secret], [made.endpoint.id, null]);
  const { id } = made.endpoint;
  assert.equal((await ask(`POST /webhooks/${id}/test`, { role })).body.eventType, 'webhook.test');
  assert.equal((await ask(`PATCH /webhooks/${id}`, { role, body: { isEnabled: false } })).body.isEnabled, false);
  assert.deepEqual((await ask('GET /webhooks', { role })).body.records.length, 1);
  assert.equal((await ask('GET /webhooks')).status, 403);
  await ask(`POST /webhooks/${id}/delete`, { role });
  assert.deepEqual((await ask('GET /webhooks', { role })).body.records, []);
});

test('the OpenAPI of the routes is valid, is what is served, and has a page', async () => {
  const { here } = await newShop();
  const served = (await (await fetch(`${here.url}/v1/openapi.json`)).json()) as Record<string, unknown>;
  assert.deepEqual(served, JSON.parse(JSON.stringify(openApi())));
  const { valid, errors } = await new Validator().validate(served);
  assert.deepEqual([valid, errors], [true, undefined]);
  const page = await fetch(`${here.url}/v1`);
  const text = await page.text();
  assert.match(page.headers.get('content-security-policy')!, /script-src 'self'/);
  assert.doesNotMatch(text, /<script|="https?:|style="/);
  for (const { name } of VERBS) assert.ok(text.includes(`id="${name}"`), name);
  // Each link on the page leads to something on it.
  for (const [, to = ''] of text.matchAll(/href="#(\w[\w-]*)"/g)) assert.ok(text.includes(`id="${to}"`), to);
});

test('OpenAPI names the headers that each kind of route answers', async () => {
  const { here, shop } = await newShop();
  const ask = rest(here.url, shop);
  const named = (operation: Answer, status: string): string[] => Object.keys(operation.responses[status].headers);
  const { paths, components } = openApi() as Answer;
  const limits = ['RateLimit', 'RateLimit-Policy'];
  assert.deepEqual(named(paths['/items'].get, '200'), [...limits, 'ETag']);
  assert.deepEqual(named(paths['/items'].get, '304'), [...limits, 'ETag']);
  assert.deepEqual(named(paths['/clients'].post, '201'), [...limits, 'Idempotent-Replayed', 'Location']);
  assert.deepEqual(named(paths['/orders/{id}/cancel'].post, '200'), [...limits, 'Idempotent-Replayed']);
  assert.deepEqual(Object.keys(components.responses.Problem.headers), ['Retry-After']);
  const got = await ask('GET /clients');
  const etag = got.headers.get('etag')!;
  const known = await ask('GET /clients', { headers: { 'if-none-match': etag } });
  assert.deepEqual([known.status, known.headers.get('etag')], [304, etag]);
  for (const { headers } of [got, known, await ask('POST /clients', { body: { name: 'Ana' } })])
    for (const one of limits) assert.ok(headers.has(one), one);
});

test('a method that an address does not have is told those that it has', async () => {
  const { here, shop } = await newShop();
  const ask = rest(here.url, shop);
  const allow = async (route: string) => (await ask(route)).headers.get('allow');
  assert.equal(await allow('DELETE /items?first=1'), 'GET, HEAD, POST');
  assert.equal(await allow('PUT /items/x'), 'GET, HEAD, PATCH');
  assert.equal(await allow('GET /invoices/x/void'), 'POST');
  assert.equal(await allow('GET /nothing'), null);
});

test('documents of all kinds are one list, which says the kind of each', async () => {
  const { here, shop } = await newShop();
  const ask = rest(here.url, shop);
  const [itemId, clientId] = [await newItem(shop, { stock: '5' }), await newClient(shop)];
  const made: string[] = [];
  for (let at = 0; at < 3; at++) {
    const order = await ask('POST /orders', { body: { clientId, lines: [{ itemId, quantity: '1' }] } });
    const { body } = await ask('POST /invoices', { body: { orderId: order.body.id, mode: 'PROFORM' } });
    made.push(body.id);
  }
  const credited = await ask('POST /credits', {
    body: { invoiceId: made[0], mode: 'PROFORM', reason: 'It came back' },
  });
  made.push(credited.body.id);
  const first = (await ask('GET /documents?first=3')).body;
  const last = (await ask(`GET /documents?first=3&after=${first.pageInfo.endCursor}`)).body;
  const seen = [...first.records, ...last.records];
  assertEach(seen, ({ id }) => id, made.toReversed());
  assertEach(seen, ({ kind }) => kind, ['Credit', 'Invoice', 'Invoice', 'Invoice']);
  assert.deepEqual([seen[0].total, seen[0].client.id, last.pageInfo.hasNextPage], [seen[1].total, clientId, false]);
  const { body } = await ask('GET /documents?kinds=CREDIT_NOTE');
  assertEach(body.records, ({ id }: { id: string }) => id, [made[3]]);
});

test('OpenAPI has each event as a webhook, with the schema of its body', async () => {
  const { here } = await newShop();
  const openapi = await (await fetch(`${here.url}/v1/openapi.json`)).json();
  const types = Object.keys(openapi.webhooks);
  assert.deepEqual(types, Object.keys(EVENT_TYPES));
  for (const type of types) {
    const { schema } = openapi.webhooks[type].post.requestBody.content['application/json'];
    assert.equal(schema.properties.type.const, type);
    assert.ok(schema.required.includes('data'));
  }
});
