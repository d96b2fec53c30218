// Refusals of each route: the same shape as an operation's, with a code, in the reader's language; and the limits that it tells.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { createLogger } from '../../src/platform/log.ts';
import { buildServer } from '../../src/wiring/server.ts';
import { OWN_NAMES } from '../../src/access/index.ts';
import { startRouter } from '../../kits/groups/router.ts';
import { eventually } from '../support/eventually.ts';
import { postGraphql, serving } from '../support/serving.ts';
import { hmac } from '../support/notices.ts';
import { JWT_SECRET, newShop, PAC_WEBHOOK_SECRET, world, type Answer } from '../support/world.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const ID = '018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f';

test('every route refuses with errors of one shape, in English and in Spanish', async (t) => {
  const { here, shop } = await newShop();
  const url = await serving(t, here, {});
  const bearer = { authorization: `Bearer ${await shop.token('viewer')}` };
  const notice = `/webhooks/pac/${shop.companyId}`;
  const signed = (body: string, secret = PAC_WEBHOOK_SECRET): RequestInit => ({
    method: 'POST',
    body,
    headers: { ...JSON_TYPE, 'x-pac-signature': hmac(body, secret) },
  });
  const post = (body: string, headers: Record<string, string> = JSON_TYPE): RequestInit => ({
    method: 'POST',
    body,
    headers,
  });
  const large = JSON.stringify({ query: 'x'.repeat(1_100_000) });
  const cases: [string, RequestInit, number, string, RegExp][] = [
    [`/files/${ID}`, {}, 401, 'UNAUTHENTICATED', /token válido/],
    [`/files/${ID}`, { headers: bearer }, 404, 'NOT_FOUND', /archivo no existe/],
    ['/files/none', { headers: bearer }, 404, 'NOT_FOUND', /archivo no existe/],
    [`/documents/${ID}/evidence.zip`, {}, 401, 'UNAUTHENTICATED', /token válido/],
    [`/documents/${ID}/evidence.zip`, { headers: bearer }, 404, 'NOT_FOUND', /documento no existe/],
    ['/export/items.csv', {}, 401, 'UNAUTHENTICATED', /token válido/],
    ['/export/none.csv', { headers: bearer }, 404, 'NOT_FOUND', /No existe esa lista/],
    ['/events/stream', {}, 401, 'UNAUTHENTICATED', /token válido/],
    ['/events/stream?types=item.x&types=item.y', { headers: bearer }, 400, 'BAD_USER_INPUT', /./],
    ['/events/stream?after=none', { headers: bearer }, 400, 'BAD_USER_INPUT', /cursor/],
    ['/import/items', post('', { 'content-type': 'text/csv', ...bearer }), 403, 'FORBIDDEN', /rol operador/],
    ['/nowhere', {}, 404, 'NOT_FOUND', /ruta no existe/],
    ['/%ff', {}, 400, 'BAD_USER_INPUT', /leer la dirección/],
    ['/sign-in', post('{}'), 400, 'BAD_USER_INPUT', /código o un token/],
    ['/sign-in', post('{"code":"none"}'), 404, 'NOT_FOUND', /enlace ya se usó/],
    ['/sign-in', post('{"token":"none"}'), 401, 'UNAUTHENTICATED', /token válido/],
    ['/sign-in', post('{'), 400, 'BAD_USER_INPUT', /no es JSON válido/],
    ['/sign-in', post('{}', { 'content-type': 'application/xml' }), 415, 'BAD_USER_INPUT', /tipo de contenido/],
    ['/sign-in', post(large), 413, 'QUERY_TOO_COMPLEX', /demasiado grande/],
    ['/session', post('{}'), 403, 'FORBIDDEN', /las páginas de este servicio/],
    ['/session', post('{}', { ...JSON_TYPE, origin: url }), 401, 'UNAUTHENTICATED', /token válido/],
    ['/session', post('{"code":"none"}', { ...JSON_TYPE, origin: url }), 404, 'NOT_FOUND', /enlace ya se usó/],
    [notice, signed('{}', 'another'), 403, 'FORBIDDEN', /la firma/],
    [`${notice}x`, signed('{}'), 404, 'NOT_FOUND', /Ninguna empresa/],
    [notice, signed('{'), 400, 'BAD_USER_INPUT', /no es JSON/],
    [notice, signed('{}'), 422, 'BAD_USER_INPUT', /./],
    [notice, signed(large), 413, 'QUERY_TOO_COMPLEX', /demasiado grande/],
    ['/graphql', {}, 405, 'BAD_USER_INPUT', /por POST/],
    ['/graphql', post('{'), 400, 'BAD_USER_INPUT', /no es JSON válido/],
    ['/graphql', post('<x/>', { 'content-type': 'text/xml' }), 415, 'BAD_USER_INPUT', /tipo de contenido/],
    ['/graphql', post(large), 413, 'QUERY_TOO_COMPLEX', /sin token/],
    ['/graphql', post(large, { ...JSON_TYPE, ...bearer }), 413, 'QUERY_TOO_COMPLEX', /demasiado grande/],
    ['/graphql', post('[]'), 400, 'BAD_USER_INPUT', /una lista/],
  ];
  for (const [path, init, status, code, spanish] of cases) {
    const said: string[] = [];
    for (const language of ['en', 'es']) {
      const answer = await fetch(url + path, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), 'accept-language': language },
      });
      const body: Answer = await answer.json();
      assert.deepEqual([path, answer.status, body.errors?.length, answer.ok ? body : ''], [path, status, 1, '']);
      assert.equal(body.errors[0].extensions.code, code, path);
      if (path !== '/graphql') assert.deepEqual([body.error, body.code], [body.errors[0].message, code]);
      assert.equal(answer.headers.get('www-authenticate'), status === 401 ? 'Bearer' : null);
      said.push(body.errors[0].message);
    }
    assert.match(said[1]!, spanish, path);
    if (status !== 422) assert.notEqual(said[0], said[1], path);
  }
});

test('what cannot be read as a request is refused in the same shape, by the service and by a router', async (t) => {
  const here = await world();
  const url = await serving(t, here, {});
  const router = await startRouter({
    groups: [{ name: 'a', url }],
    claims: OWN_NAMES,
    metricsToken: undefined,
    port: 0,
    host: '127.0.0.1',
    log: createLogger({ level: 'silent', readable: false }),
  });
  t.after(() => router.close());
  const unread = 'The request cannot be read';
  for (const port of [Number(new URL(url).port), router.port]) {
    for (const [sent, status, message] of [
      ['GET / HTTP/1.1\r\nhost: x\r\nno header\r\n\r\n', 400, unread],
      ['no request at all\r\n\r\n', 400, unread],
      ['POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-length: many\r\n\r\n', 400, unread],
      [
        `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
        431,
        'The headers of the request are too large',
      ],
    ] as const) {
      const socket = connect(port, '127.0.0.1');
      socket.write(sent);
      const [head, body] = (await text(socket)).split('\r\n\r\n') as [string, string];
      assert.match(head, new RegExp(`^HTTP/1.1 ${status} .*content-type: application/json`, 's'));
      assert.match(head, /x-content-type-options: nosniff/);
      assert.deepEqual(JSON.parse(body), {
        errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }],
        error: message,
        code: 'BAD_USER_INPUT',
      });
    }
  }
});

test('a server that is closing answers all that comes on a connection under way, and then ends it', async () => {
  const { here, shop } = await newShop();
  const { app, settings } = here;
  const server = await buildServer({ app, verification: { secret: JWT_SECRET }, serves: true, settings });
  const begun = new Promise<void>((resolve) => server.addHook('preParsing', async () => resolve()));
  const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }));
  const token = await shop.token('viewer');
  const body = JSON.stringify({ query: '{ viewer { userName } }' });
  const head = ['host: x', `authorization: Bearer ${token}`, 'content-type: application/json'].join('\r\n');
  const request = `POST /graphql HTTP/1.1\r\n${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(request.slice(0, -5));
  await begun;
  const closed = server.close();
  await eventually(async () => server.server.listening, false);
  socket.write(request.slice(-5) + request);
  const answers = (await text(socket)).match(/HTTP\/1.1 \d+|connection: \S+|"userName":"/gi);
  await closed;
  const answered = (connection: string) => ['HTTP/1.1 200', `Connection: ${connection}`, '"userName":"'];
  assert.deepEqual(answers, [...answered('keep-alive'), ...answered('close')]);
});

test('what is left of the share is told by each answer, and when to come again', async (t) => {
  const { here, shop } = await newShop();
  const url = await serving(t, here, { requestsPerMinute: 6 });
  const token = await shop.token('viewer');
  const query = '{ viewer { userName } items(limit: 100) { records { id } } }';
  const { headers, json } = await postGraphql(url, { query }, { token });
  assert.equal(headers.get('ratelimit-policy'), '"caller";q=6;w=60');
  assert.equal(headers.get('ratelimit'), '"caller";r=5;t=10');
  assert.deepEqual(json.extensions, { cost: { objects: 102, most: 50_000, requests: 1, left: 5 } });
  const dear = '{ invoices(limit: 10) { records { credits { lines { item { id } } } } } }';
  const more = await postGraphql(url, { query: dear }, { token });
  const { objects, requests, left } = more.json.extensions.cost;
  assert.deepEqual([requests, left], [1 + Math.floor(objects / 1000), 5 - requests]);
  assert.match(more.headers.get('ratelimit')!, new RegExp(`^"caller";r=${left};`));
  const file = () => fetch(`${url}/files/${ID}`, { headers: { authorization: `Bearer ${token}` } });
  for (let time = 0; time < left; time += 1) assert.match((await file()).headers.get('ratelimit')!, /^"caller";r=\d/);
  const refused = await file();
  assert.equal(refused.status, 429);
  assert.match(refused.headers.get('ratelimit')!, /^"caller";r=0;/);
  const { errors }: Answer = await refused.json();
  const { code, params } = errors[0].extensions;
  assert.deepEqual([code, String(params.seconds)], ['RATE_LIMITED', refused.headers.get('retry-after')]);
});

test('without a limit there is nothing to tell of one', async (t) => {
  const here = await world();
  const url = await serving(t, here, { requestsPerMinute: 0 });
  const token = await (await here.tenant()).token('viewer');
  const { headers, json } = await postGraphql(url, { query: '{ viewer { userName } }' }, { token });
  assert.deepEqual(json.extensions, { cost: { objects: 1, most: 50_000, requests: 1 } });
  assert.equal(headers.get('ratelimit'), null);
});
