// One address for two installations: each request goes to the group of its tenant, and waits while that is on its way.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, test, type TestContext } from 'node:test';
import { createLogger } from '../../src/platform/log.ts';
import { issueToken, OWN_NAMES } from '../../src/access/index.ts';
import { startRouter } from '../../kits/groups/router.ts';
import { postGraphql } from '../support/serving.ts';
import { createWorld, eventually, graphql, JWT_SECRET, type TestTenant, type World } from '../support/world.ts';

const NAME = '{ viewer { tenant { name } } items(first: 1) { records { sku } } }';

describe('a router before two groups', () => {
  let worlds: Promise<{ a: World; b: World; url: string; inA: TestTenant; inB: TestTenant }> | undefined;
  let router: Awaited<ReturnType<typeof startRouter>> | undefined;
  after(() => router?.close());
  const open = () =>
    (worlds ??= (async () => {
      const env = { METRICS_TOKEN: 'a token that the router bears' };
      const [a, b] = [await createWorld({ works: false, env }), await createWorld({ works: false, env })];
      router = await startRouter({
        groups: [
          { name: 'a', url: a.url },
          { name: 'b', url: b.url },
        ],
        claims: OWN_NAMES,
        metricsToken: env.METRICS_TOKEN,
        port: 0,
        host: '127.0.0.1',
        log: createLogger({ level: 'fatal', readable: false }),
        // A request that waits is answered once its tenant is back, however slowly that comes.
        heldMs: 600_000,
      });
      const inA = await a.tenant({ name: 'Of group A' });
      return { a, b, url: `http://127.0.0.1:${router.port}`, inA, inB: await b.tenant({ name: 'Of group B' }) };
    })());

  test('a token leads to the group of its tenant', async () => {
    const { url, inA, inB } = await open();
    for (const [shop, name] of [
      [inA, 'Of group A'],
      [inB, 'Of group B'],
    ] as const) {
      const { data } = await graphql(url, NAME, {}, await shop.token('viewer'));
      assert.equal(data?.viewer.tenant.name, name);
    }
    const query = `{ ${Array.from({ length: 25 }, (_, at) => `${'a'.repeat(80)}${at}: viewer { userName }`).join(' ')} }`;
    const compressed = await postGraphql(url, { query }, { token: await inB.token('viewer') });
    assert.equal(compressed.headers.get('content-encoding'), 'gzip', 'as the group has compressed it');
    assert.equal(Object.keys(compressed.json.data).length, 25);
    assert.match((await graphql(url, NAME, {}, 'no.token.atall')).errors![0]!.extensions.code, /UNAUTHENTICATED/);
  });

  test('a notice goes to the group of its company, and what is the groups’ own does not pass', async () => {
    const { url, inB } = await open();
    const notice = await fetch(`${url}/webhooks/pac/${inB.companyId}`, { method: 'POST', body: '{}' });
    assert.equal(notice.status, 403, 'its signature is missing');
    for (const path of ['/metrics', `/group?tenant=${inB.tenant.id}`]) {
      assert.equal((await fetch(url + path)).status, 404, path);
    }
  });

  test('a browser signs in to companies of both groups, sees both, and is signed out of both', async () => {
    const { url, inA, inB } = await open();
    const cookies: string[] = [];
    for (const shop of [inA, inB]) {
      const authorization = `Bearer ${await shop.token('admin')}`;
      const opened = await fetch(`${url}/session`, { method: 'POST', headers: { authorization, origin: url } });
      assert.equal(opened.status, 200, await opened.clone().text());
      cookies.push(opened.headers.getSetCookie()[0]!.split(';')[0]!);
    }
    const cookie = cookies.join('; ');
    const listed = await fetch(`${url}/session`, { headers: { cookie } });
    const { companies } = (await listed.json()) as { companies: { tenantName: string }[] };
    assert.deepEqual(companies.map(({ tenantName }) => tenantName).toSorted(), ['Of group A', 'Of group B']);
    const headers = { cookie, origin: url, 'folio-tenant': inB.tenant.id };
    assert.match((await postGraphql(url, { query: NAME }, { headers })).text, /Of group B/);
    const ended = await fetch(`${url}/session`, { method: 'DELETE', headers: { cookie, origin: url } });
    assert.equal(ended.status, 204);
    assert.equal(ended.headers.getSetCookie().length, 2);
    const after = await fetch(`${url}/session`, { headers: { cookie } });
    assert.deepEqual(((await after.json()) as { companies: object[] }).companies, []);
  });

  test('an invitation leads to the group of its company', async () => {
    const { url, inA, inB } = await open();
    for (const shop of [inA, inB]) {
      const inviteMember = await shop.call('inviteMember { invitation }', { userName: 'ana', role: 'viewer' });
      const headers = { origin: url, 'content-type': 'application/json' };
      const send = (path: string, more: object) =>
        fetch(url + path, {
          ...{ method: 'POST', headers },
          body: JSON.stringify({ invitation: inviteMember.invitation, ...more }),
        });
      const told = (await (await send('/sign-in', {})).json()) as { tenantName: string };
      assert.equal(told.tenantName, shop.tenant.name);
      const entered = await send('/session', { email: 'ana@example.com', password: 'una frase muy larga' });
      assert.equal(((await entered.json()) as { tenantId: string }).tenantId, shop.tenant.id);
    }
  });

  test('an address that needs no sign-in leads to the group of its company: a calendar’s and a document’s', async (t) => {
    const { url, inA, inB } = await open();
    for (const shop of [inA, inB]) {
      await shop.call('createApiToken { token }', { userName: 'ana', roles: ['admin'] });
      const { apiTokens } = await shop.get('{ apiTokens { calendar } }');
      const calendar = await fetch(url + apiTokens[0].calendar);
      assert.deepEqual([calendar.status, calendar.headers.get('content-type')], [200, 'text/calendar; charset=utf-8']);
      assert.match(await calendar.text(), new RegExp(`X-WR-CALNAME:.*${shop === inA ? 'Of group A' : 'Of group B'}`));
    }
    const groups = [await standIn(t, (path) => (path.startsWith('/group') ? 404 : 500)), await standIn(t, () => 200)];
    const two = await routed(t, groups);
    const ids = `${inB.tenant.id}${randomUUID()}${randomUUID()}`.replaceAll('-', '');
    const link = `/d/${Buffer.from(ids, 'hex').toString('base64url')}`;
    for (const path of [link, `${link}/pdf`]) assert.equal((await fetch(two + path)).status, 200, path);
    // A group that answers late is asked again; what it is sent comes once.
    const question = `/group?tenant=${inB.tenant.id}`;
    assert.equal(groups[1]!.seen[0], question);
    const others = groups[1]!.seen.filter((path) => path !== question);
    assert.deepEqual(others, [link, `${link}/pdf`]);
  });

  test('a request waits while its tenant is stopped, and is answered where it is then', async () => {
    const { a, b, url, inA } = await open();
    const token = await inA.token('admin');
    const add =
      'mutation { createItem(input: { sku: "W", name: "A", unit: "und", unitPrice: "1", taxRate: "7" }) { id } }';
    await a.query(`update tenants set place = 'LEAVING' where id = $1`, [inA.tenant.id]);
    let isAnswered = false;
    const answer = graphql(url, add, {}, token).finally(() => (isAnswered = true));
    // Group A has refused it at least once.
    const direct = await postGraphql(a.url, { query: add }, { token });
    assert.deepEqual([direct.status, isAnswered], [421, false]);
    await a.query(`update tenants set place = 'GONE' where id = $1`, [inA.tenant.id]);
    await b.query(`insert into tenants (id, name) values ($1, 'Has moved')`, [inA.tenant.id]);
    assert.equal((await answer).errors, undefined);
  });
});

/** Stands for a group: counts what is asked of it about tenants. */
async function standIn(t: TestContext, answers: (path: string) => number): Promise<{ url: string; seen: string[] }> {
  const seen: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    seen.push(url);
    response.writeHead(answers(url)).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.closeAllConnections());
  t.after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

async function routed(t: TestContext, groups: { url: string }[], more: object = {}): Promise<string> {
  const router = await startRouter({
    groups: groups.map(({ url }, nth) => ({ name: `g${nth}`, url })) as never,
    claims: OWN_NAMES,
    metricsToken: undefined,
    port: 0,
    host: '127.0.0.1',
    log: createLogger({ level: 'silent', readable: false }),
    ...more,
  });
  t.after(() => router.close());
  return `http://127.0.0.1:${router.port}`;
}

test('a router that is told to end says so, ends the streams, and no connection keeps it', async (t) => {
  const group = createServer(({ url = '' }, response) => {
    const type = url === '/events/stream' ? 'text/event-stream' : 'application/json';
    response.writeHead(200, { 'content-type': type }).write('{}');
    if (type === 'application/json') response.end();
  });
  group.listen(0, '127.0.0.1');
  await once(group, 'listening');
  t.after(() => group.closeAllConnections());
  t.after(() => group.close());
  let isLeaving = false;
  const { port, close } = await startRouter({
    groups: [{ name: 'a', url: `http://127.0.0.1:${(group.address() as AddressInfo).port}` }],
    claims: OWN_NAMES,
    metricsToken: undefined,
    verification: undefined,
    port: 0,
    host: '127.0.0.1',
    log: createLogger({ level: 'silent', readable: false }),
    isLeaving: () => isLeaving,
  });
  const url = `http://127.0.0.1:${port}`;
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
  const stream = (await fetch(`${url}/events/stream`)).body!.getReader();
  assert.equal(Buffer.from((await stream.read()).value!).toString(), '{}');
  isLeaving = true;
  const readiness = await fetch(`${url}/readyz`);
  assert.deepEqual([readiness.status, await readiness.json()], [503, { status: 'stopping' }]);
  const last = await fetch(`${url}/graphql`);
  assert.deepEqual([last.status, last.headers.get('connection')], [200, 'close'], 'it goes on serving');
  assert.equal(await last.text(), '{}');
  const closed = close();
  assert.equal((await stream.read()).done, true, 'it ends as one that the group ends');
  await closed;
});

const cookieOf = (tenantId: string) => ({ cookie: `folio-${tenantId}=${'x'.repeat(43)}` });

describe('what the internet can make a router do', () => {
  test('its groups’ own routes are not handed on, however they are spelled; what is no address is 400', async (t) => {
    const group = await standIn(t, () => 200);
    const url = await routed(t, [group]);
    for (const path of [
      '/metrics',
      '/%6detrics',
      '/metric%73',
      '/m%65trics',
      '/%67roup?tenant=x',
      '/gr%6Fup',
      '/./metrics',
    ]) {
      assert.equal((await fetch(url + path)).status, 404, path);
    }
    assert.equal((await fetch(`${url}/%ff`)).status, 400);
    assert.deepEqual(group.seen, []);
    assert.equal((await fetch(`${url}/%256detrics`)).status, 200, 'decoded once, as a group does');
  });

  test('a token that is not good asks nothing; one that is asks once', async (t) => {
    const tenantId = randomUUID();
    const groups = [await standIn(t, () => 200), await standIn(t, (path) => (path.startsWith('/group') ? 404 : 200))];
    const url = await routed(t, groups, { verification: { secret: JWT_SECRET } });
    const token = (secret: string) =>
      issueToken(secret, { userName: 'a', tenantId, roles: ['viewer'], expiresIn: '1h', now: new Date() });
    const ask = async (bearer: string) =>
      (await fetch(`${url}/graphql`, { headers: { authorization: `Bearer ${bearer}` } })).status;
    const asked = () => groups.flatMap(({ seen }) => seen).filter((path) => path.startsWith('/group'));
    assert.equal(await ask(await token('another secret, as long as ours is')), 200, 'the first group refuses it');
    assert.deepEqual(asked(), []);
    for (let nth = 0; nth < 5; nth += 1) assert.equal(await ask(await token(JWT_SECRET)), 200);
    assert.equal(asked().length, 2, 'each group once');
  });

  test('a large body of a stranger is handed on and not kept; that of a known sender is kept', async (t) => {
    const leaving = new AbortController();
    t.after(() => leaving.abort());
    const group = await standIn(t, () => 200);
    const url = await routed(t, [group], { verification: { secret: JWT_SECRET } });
    const claims = { userName: 'a', tenantId: randomUUID(), roles: ['viewer' as const], now: new Date() };
    const token = await issueToken(JWT_SECRET, { ...claims, expiresIn: '1h' });
    const begun = (path: string, length: number, headers = {}) => {
      const { signal } = leaving;
      const sent = request(url + path, { method: 'POST', headers: { ...headers, 'content-length': length }, signal });
      sent.on('error', () => undefined);
      sent.write('x');
    };
    begun('/known', 65_537, { authorization: `Bearer ${token}` });
    // Balancers set cookies of their own, which clients of an API bear beside the token.
    begun('/balanced', 65_537, { authorization: `Bearer ${token}`, cookie: 'AWSALB=x' });
    begun('/made-up', 65_537, { authorization: 'Bearer x', ...cookieOf(claims.tenantId) });
    begun('/small', 65_536);
    // Its signature is judged by the group, which takes no larger one.
    begun('/webhooks/pac/company', 262_144);
    begun('/webhooks/pac/larger', 262_145);
    begun('/sign-in', 65_537);
    begun('/large', 65_537);
    // Made up in a moment, and a group takes no such body.
    const link = `/d/${Buffer.from(`${claims.tenantId}${randomUUID()}`.replaceAll('-', ''), 'hex').toString('base64url')}`;
    const calendar = `/calendar.ics?key=${claims.tenantId}.x`;
    begun(link, 65_537);
    begun(calendar, 65_537);
    begun('/cookie', 65_537, cookieOf(claims.tenantId));
    const handedOn = ['/cookie', '/large', '/made-up', '/sign-in', '/webhooks/pac/larger', link, calendar].toSorted();
    await eventually(
      async () => group.seen.filter((path) => !path.startsWith('/group')).toSorted(),
      (seen) => seen.length === handedOn.length,
    );
    assert.deepEqual(group.seen.filter((path) => !path.startsWith('/group')).toSorted(), handedOn);
  });

  test('all addresses of one line share its hundred that wait', async (t) => {
    const away = await standIn(t, () => 503);
    const url = await routed(t, [away], { heldMs: 600_000, isBehindProxy: true });
    const leaving = new AbortController();
    const statuses: number[] = [];
    const many = Array.from({ length: 101 }, async (_, nth) => {
      const headers = { ...cookieOf(randomUUID()), 'x-forwarded-for': `2001:db8::${nth.toString(16)}` };
      statuses.push((await fetch(url, { headers, signal: leaving.signal })).status);
    });
    await eventually(
      async () => statuses,
      ({ length }) => length > 0,
    );
    leaving.abort();
    await Promise.allSettled(many);
    assert.deepEqual(statuses, [429]);
  });

  test('while a group is away its tenants are asked about once a second, and an address has a hundred that wait', async (t) => {
    const [away, other] = [
      await standIn(t, () => 503),
      await standIn(t, (path) => (path.startsWith('/group') ? 404 : 200)),
    ];
    // Waiting requests stay until they leave, however slowly the others come.
    const url = await routed(t, [away, other]);
    const patient = await routed(t, [away, other], { heldMs: 600_000 });
    const tenantId = randomUUID();
    const began = performance.now();
    const one = fetch(url, { headers: cookieOf(tenantId) });
    const leaving = new AbortController();
    const many = Array.from({ length: 150 }, async () => {
      const { status } = await fetch(patient, { headers: cookieOf(randomUUID()), signal: leaving.signal });
      return status;
    });
    const early: number[] = [];
    for (const each of many) void each.then((status) => early.push(status)).catch(() => undefined);
    while (early.length < 50) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(new Set(early), new Set([429]));
    leaving.abort();
    await Promise.allSettled(many);
    assert.equal((await one).status, 503);
    const questions = away.seen.filter((path) => path.includes(tenantId)).length;
    const seconds = (performance.now() - began) / 1_000;
    assert.ok(questions > 1 && questions <= seconds + 1, `${questions} questions about one tenant in ${seconds} s`);
    assert.equal((await fetch(`${patient}/healthz`)).status, 200);
    const { status } = await fetch(patient, {
      headers: cookieOf(randomUUID()),
      signal: AbortSignal.timeout(300),
    }).catch(() => ({ status: 0 }));
    assert.equal(status, 0, 'those that went away have given their places back');
  });
});
