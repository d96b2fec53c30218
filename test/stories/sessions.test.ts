// Sessions of browsers: what signs in, what ends one, which company a request is for, and that no other page or company uses a cookie.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createToken } from '../../src/access/index.ts';
import { assertEach, assertNone } from '../support/assert-each.ts';
import { invoicedOrder, newItem } from '../support/business.ts';
import { cookieJar, type Jar } from '../support/cookies.ts';
import { DASHBOARD_CLIENT, newKey, startIdentityProvider } from '../support/identity-provider.ts';
import type { IdentityProvider } from '../support/identity-provider.ts';
import { serving } from '../support/serving.ts';
import { tripsOf } from '../support/trips.ts';
import { createWorld, JWT_SECRET, type Answer, type TestTenant, type World } from '../support/world.ts';

const HOUR_MS = 3_600_000;
/** Slightly longer than a process holds a session. */
const HELD_MS = 6_000;

let here: World;
let shop: TestTenant;
let branch: TestTenant;
/** An invoice of the branch. */
let invoice: Answer;
let itemId: string;
before(async () => {
  here = await createWorld({ works: false });
  [shop, branch] = [await here.tenant({ name: 'A shop' }), await here.tenant({ name: 'A branch' })];
  ({ invoice } = await invoicedOrder(branch));
  itemId = await newItem(branch);
});

async function listedToken(of: TestTenant, role: 'viewer' | 'operator' | 'admin' = 'admin', expiresIn = '30d') {
  return createToken(here.app, of.tenant, JWT_SECRET, { userName: 'ana', role, expiresIn, now: here.clock.now() });
}

async function signedIn(...companies: TestTenant[]): Promise<Jar> {
  const jar = cookieJar(here.url);
  for (const one of companies) assert.equal(await jar.signIn((await listedToken(one)).token), 200);
  return jar;
}

const QUERY = '{ viewer { userName actor roles tenant { id } } }';

async function asked(jar: Jar, headers: Record<string, string> = {}, query = QUERY): Promise<Answer> {
  const answer = await jar.fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });
  const { data, errors }: Answer = await answer.json();
  return errors ? errors[0].extensions.code : (data.viewer ?? data);
}

const companiesOf = async (jar: Jar): Promise<Answer[]> =>
  JSON.parse(await (await jar.fetch('/session')).text()).companies;

describe('a session', () => {
  test('is a cookie that no script reads and no other site sends, and acts as the user of its token', async () => {
    const jar = await signedIn(shop);
    assert.match(
      jar.set[0]!,
      new RegExp(`^folio-${shop.tenant.id}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000$`),
    );
    assert.deepEqual(await asked(jar), {
      userName: 'ana',
      actor: 'user:ana',
      roles: ['admin'],
      tenant: { id: shop.tenant.id },
    });
    const [row] = await here.sql<{ id_sha256: string }>`select * from dashboard_sessions
      where tenant_id = ${shop.tenant.id}`;
    assert.ok(row && !JSON.stringify(row).includes([...jar.cookies.values()][0]!), 'the id itself is kept nowhere');
  });

  test('by https is a __Host- cookie, and a plain one is none there', async (t) => {
    const url = await serving(t, here, { trustProxy: 'loopback' });
    const jar = cookieJar(url);
    const https = { 'x-forwarded-proto': 'https', origin: url.replace('http:', 'https:') };
    const authorization = `Bearer ${(await listedToken(shop, 'viewer')).token}`;
    await jar.fetch('/session', { method: 'POST', headers: { ...https, authorization } });
    assert.match(jar.set[0]!, /^__Host-folio-[\da-f-]{36}=.*; Secure$/);
    assert.equal((await asked(jar, https)).userName, 'ana');
    const plain = cookieJar(url);
    for (const [name, id] of jar.cookies) plain.cookies.set(name.replace('__Host-', ''), id);
    assert.equal(await asked(plain, https), 'UNAUTHENTICATED');
  });

  test('ends when it is signed out of, also for who has kept the cookie', async () => {
    const jar = await signedIn(shop, branch);
    const kept = new Map(jar.cookies);
    assert.equal((await jar.fetch('/session', { method: 'DELETE' })).status, 204);
    assert.deepEqual([jar.cookies.size, await companiesOf(jar)], [0, []]);
    for (const [name, id] of kept) jar.cookies.set(name, id);
    here.clock.offsetMs += HELD_MS;
    for (const one of [shop, branch]) {
      assert.equal(await asked(jar, { 'folio-tenant': one.tenant.id }), 'UNAUTHENTICATED');
    }
    assert.deepEqual(await companiesOf(jar), []);
  });

  test('ends with the token that it was opened with', async () => {
    const { id, token } = await listedToken(shop);
    const jar = cookieJar(here.url);
    await jar.signIn(token);
    assert.equal((await asked(jar)).userName, 'ana');
    await shop.get('mutation ($id: UUID!) { revokeApiToken(id: $id) { id } }', { id });
    here.clock.offsetMs += HELD_MS;
    assert.equal(await asked(jar), 'UNAUTHENTICATED');
    assert.deepEqual(await companiesOf(jar), []);
    const short = cookieJar(here.url);
    await short.signIn((await listedToken(shop, 'admin', '1h')).token);
    const [company] = await companiesOf(short);
    assert.ok(Date.parse(company.endsAt) <= here.clock.now().getTime() + HOUR_MS, company.endsAt);
    here.clock.offsetMs += HOUR_MS;
    assert.equal(await asked(short), 'UNAUTHENTICATED');
  });

  test('is listed for an admin with what acts call it, and ended by one; to another company it is unknown', async () => {
    const jar = await signedIn(shop);
    const LIST = '{ sessions { id userName roles createdAt usedAt endsAt } }';
    const newItemBy = await asked(
      jar,
      {},
      'mutation { createItem(input: { sku: "S12", name: "A", unit: "und", unitPrice: "1", taxRate: "7" }) { id } }',
    );
    const [act] = await here.sql<Answer>`select credential from acts where entity_ids @> ${[newItemBy.createItem.id]}`;
    const { sessions } = await shop.get(LIST);
    const mine = sessions.find(({ id }: Answer) => act.credential === `session:${id.replaceAll('-', '').slice(0, 16)}`);
    assert.deepEqual([mine.userName, mine.roles], ['ana', ['admin']]);
    assert.ok(Date.parse(mine.endsAt) - Date.parse(mine.usedAt) === 12 * HOUR_MS, JSON.stringify(mine));
    assert.equal((await branch.get(LIST)).sessions.length, 0);
    assert.equal((await branch.refuses('endSession', { sessionId: mine.id })).code, 'NOT_FOUND');
    await shop.call('endSession { id userName }', { sessionId: mine.id });
    here.clock.offsetMs += HELD_MS;
    assert.equal(await asked(jar), 'UNAUTHENTICATED');
    assert.equal((await shop.refuses('endSession', { sessionId: mine.id })).code, 'NOT_FOUND');
    await signedIn(shop);
    await here.sql`update dashboard_sessions set used_at = now() - interval '12 hours'
      where tenant_id = ${shop.tenant.id}`;
    assert.deepEqual((await shop.get(LIST)).sessions, [], 'nor is one that has ended by itself');
  });

  test('ends twelve hours after it was last prolonged, and after thirty days in any case', async () => {
    const jar = cookieJar(here.url);
    await jar.signIn((await listedToken(shop, 'viewer', '90d')).token);
    const kept = new Map(jar.cookies);
    here.clock.offsetMs += 11 * HOUR_MS;
    assert.equal((await companiesOf(jar)).length, 1);
    for (let hours = 11; hours < 30 * 24 - 11; hours += 11) {
      assert.equal((await asked(jar)).userName, 'ana', `after ${hours} h`);
      assert.equal((await companiesOf(jar)).length, 1);
      here.clock.offsetMs += 11 * HOUR_MS;
    }
    here.clock.offsetMs += 11 * HOUR_MS;
    for (const [name, id] of kept) jar.cookies.set(name, id);
    assert.equal(await asked(jar), 'UNAUTHENTICATED', 'after thirty days');
    const idle = await signedIn(branch);
    here.clock.offsetMs += 6 * HOUR_MS;
    assert.equal((await asked(idle)).userName, 'ana', 'what a page asks by itself prolongs nothing');
    here.clock.offsetMs += 6 * HOUR_MS;
    assert.equal(await asked(idle), 'UNAUTHENTICATED');
  });

  test('ends with the company, and with the secret that tokens are signed with', async (t) => {
    const closing = await here.tenant();
    const jar = await signedIn(closing);
    const url = await serving(t, here, {}, here.app, { secret: 'another secret, as after a leak of the first one' });
    assert.deepEqual(await (await fetch(`${url}/session`, { headers: { cookie: cookieOf(jar) } })).json(), {
      companies: [],
      byProvider: false,
      byMember: true,
    });
    await here.query('update tenants set closed_at = now() where id = $1', [closing.tenant.id]);
    here.clock.offsetMs += HELD_MS;
    assert.equal(await asked(jar), 'UNAUTHENTICATED');
  });
});

const cookieOf = ({ cookies }: Jar): string => Array.from(cookies, ([name, id]) => `${name}=${id}`).join('; ');

describe('several companies in one sign-in', () => {
  test('goes on while the secret is changed in steps, and ends with the one that it was opened under', async (t) => {
    const jar = await signedIn(shop);
    const [OLD, NEW] = [JWT_SECRET, 'the secret that comes after it, as long as the other'];
    const after = async (secret: string, secondary: string, from = jar) => {
      const rotated = cookieJar(await serving(t, here, {}, here.app, { secret, secondary }));
      for (const [name, value] of from.cookies) rotated.cookies.set(name, value);
      return rotated;
    };
    assert.equal((await asked(await after(OLD, NEW))).userName, 'ana', 'the new one is known');
    const second = await after(NEW, OLD);
    assert.equal((await asked(second)).userName, 'ana', 'the new one signs');
    assert.equal((await companiesOf(second)).length, 1, 'and the page prolongs it');
    const fresh = await after(NEW, OLD, cookieJar(here.url));
    assert.equal(await fresh.signIn((await listedToken(shop)).token), 200);
    assert.equal((await asked(await after(OLD, NEW, fresh))).userName, 'ana', 'known where it is not in use yet');
    assert.equal((await asked(await after(NEW, NEW, fresh))).userName, 'ana');
    assert.equal(await asked(await after(NEW, NEW)), 'UNAUTHENTICATED', 'the old one is gone');
  });

  test('stand side by side; a request names its own, and one with a token is as before', async () => {
    const jar = await signedIn(shop, branch);
    assertEach(await companiesOf(jar), ({ tenantName }) => tenantName, ['A shop', 'A branch']);
    for (const one of [shop, branch]) {
      assert.equal((await asked(jar, { 'folio-tenant': one.tenant.id })).tenant.id, one.tenant.id);
    }
    assert.equal(await asked(jar), 'BAD_USER_INPUT', 'which one is not guessed');
    const bearer = {
      authorization: `Bearer ${(await listedToken(branch, 'viewer')).token}`,
      'folio-tenant': shop.tenant.id,
    };
    assert.equal((await asked(jar, bearer)).tenant.id, branch.tenant.id);
    assert.equal((await jar.fetch('/session', { method: 'DELETE' })).status, 204, 'who signs out names none');
    assert.equal((await companiesOf(jar)).length, 0);
  });

  test('who signs in again to the same one takes the place of who was there', async () => {
    const jar = await signedIn(shop, branch);
    const [[name, former]] = [...jar.cookies] as [[string, string]];
    assert.equal(await jar.signIn((await listedToken(shop, 'viewer')).token), 200);
    assert.equal((await asked(jar, { 'folio-tenant': shop.tenant.id })).userName, 'ana');
    assert.equal((await companiesOf(jar)).length, 2);
    jar.cookies.set(name, former);
    here.clock.offsetMs += HELD_MS;
    assert.equal(await asked(jar, { 'folio-tenant': shop.tenant.id }), 'UNAUTHENTICATED');
  });

  test('the cookie of one company opens no route of another', async () => {
    const jar = await signedIn(shop);
    const [cookie] = [...jar.cookies.values()] as [string];
    const id = branch.tenant.id;
    const routes: [string, { method: string; body: string; headers: Record<string, string> }?][] = [
      [
        '/graphql',
        {
          method: 'POST',
          body: `{"query":"{ getItemById(id: \\"${itemId}\\") { sku } }"}`,
          headers: { 'content-type': 'application/json' },
        },
      ],
      ['/export/items.csv'],
      ['/events/stream'],
      ['/files/018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f'],
      [`/documents/${invoice.id}/evidence.zip`],
      ['/import/items', { method: 'POST', body: 'sku,name\nX,x\n', headers: { 'content-type': 'text/csv' } }],
    ];
    const forged: [what: string, cookies: [string, string][]][] = [
      ['its own', [...jar.cookies]],
      ['renamed', [[`folio-${id}`, cookie]]],
      ['both', [...jar.cookies, [`folio-${id}`, cookie]]],
    ];
    for (const [what, cookies] of forged) {
      const thief = cookieJar(here.url);
      for (const [name, value] of cookies) thief.cookies.set(name, value);
      for (const [path, init] of routes) {
        for (const [inHeader, address] of [
          [{ 'folio-tenant': id }, path],
          [{}, `${path}?tenant=${id}`],
        ] as const) {
          const answer = await thief.fetch(address, { ...init, headers: { ...init?.headers, ...inHeader } });
          const said = `${what} ${address} ${answer.status} ${await answer.text()}`;
          assert.match(said, /UNAUTHENTICATED/, said);
        }
      }
      assertNone(await companiesOf(thief), ({ tenantId }) => tenantId === id);
    }
    // Records of the other company do not exist for its own.
    for (const path of [`/documents/${invoice.id}/evidence.zip`]) {
      assert.equal((await jar.fetch(`${path}?tenant=${shop.tenant.id}`)).status, 404, path);
    }
    assert.equal((await jar.fetch('/export/items.csv')).status, 200);
  });
});

test('a session costs one trip to the database in five seconds, an id that is not ours none, and a token what it did', async () => {
  const jar = await signedIn(shop);
  const bearer = cookieJar(here.url);
  const authorization = `Bearer ${(await listedToken(shop)).token}`;
  await asked(bearer, { authorization });
  const [[name, id]] = [...jar.cookies] as [[string, string]];
  // Another company's, one that was changed, and one that another secret made.
  const forged = [
    [`folio-${branch.tenant.id}`, id],
    [name, `${id.startsWith('A') ? 'B' : 'A'}${id.slice(1)}`],
    [name, 'A'.repeat(43)],
  ] as const;
  const thieves = forged.map(([as, value]) => {
    const thief = cookieJar(here.url);
    thief.cookies.set(as, value);
    return thief;
  });
  assert.equal(await tripsOf(here, () => Promise.all(thieves.map((thief) => asked(thief)))), 0);
  assert.equal(await tripsOf(here, () => Promise.all(thieves.map((thief) => thief.fetch('/session')))), 0);
  assert.equal(await tripsOf(here, () => asked(bearer, { authorization })), 0);
  assert.equal((await asked(jar)).userName, 'ana');
  assert.equal(await tripsOf(here, () => asked(jar)), 0);
  // Each time of a session that is not held: the tenant, which tokens hold as well, is.
  const fresh = await Promise.all(Array.from({ length: 5 }, () => signedIn(shop)));
  assert.equal(await tripsOf(here, () => asked(fresh.pop()!)), 1);
});

describe('a page elsewhere', () => {
  const ELSEWHERE: [string, Record<string, string>][] = [
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour of the same domain', { 'sec-fetch-site': 'same-site' }],
    ['an old browser elsewhere', { origin: 'https://elsewhere.example' }],
    ['no page at all', { origin: 'null' }],
  ];
  for (const [name, headers] of ELSEWHERE) {
    test(`can neither read nor write by the cookie: ${name}`, async () => {
      const jar = await signedIn(shop);
      assert.equal(await asked(jar, headers), 'FORBIDDEN');
      for (const path of ['/export/items.csv', '/events/stream', '/session']) {
        assert.equal((await jar.fetch(path, { headers })).status, 403, path);
      }
      for (const method of ['POST', 'DELETE']) {
        assert.equal((await jar.fetch('/session', { method, headers })).status, 403, method);
      }
      assert.equal((await asked(jar)).userName, 'ana');
    });
  }

  test('cannot read by GET with a word of its own beside the cookie: who says an authorization is that, or no one', async () => {
    const jar = await signedIn(shop);
    const query = `/graphql?query=${encodeURIComponent('{ viewer { userName } }')}`;
    assert.equal((await jar.fetch(query)).status, 405, 'by the cookie alone no question is asked by GET');
    for (const authorization of ['Basic x', 'Basic YTpi', 'Bearer', 'Bearer x', '']) {
      const { status } = await jar.fetch(query, { headers: { authorization } });
      assert.equal(status, 401, `GET, ${authorization}`);
      assert.equal(await asked(jar, { authorization }), 'UNAUTHENTICATED', `POST, ${authorization}`);
      for (const path of ['/export/items.csv', '/events/stream']) {
        assert.equal((await jar.fetch(path, { headers: { authorization } })).status, 401, path);
      }
    }
    assert.equal((await asked(jar)).userName, 'ana', 'the session goes on');
  });

  test('an address that a person types is read, and never written to', async () => {
    const jar = await signedIn(shop);
    const typed = { 'sec-fetch-site': 'none' };
    assert.equal((await jar.fetch('/export/items.csv', { headers: typed })).status, 200);
    assert.equal(await asked(jar, typed), 'FORBIDDEN');
  });
});

describe('sign-in by an identity provider', () => {
  let provider: IdentityProvider;
  let there: World;
  let companies: TestTenant[];

  before(async () => {
    provider = await startIdentityProvider([await newKey('one')]);
    there = await createWorld({
      works: false,
      env: {
        AUTH_OIDC_ISSUER: provider.issuer,
        AUTH_OIDC_CLIENT_ID: DASHBOARD_CLIENT.client_id,
        AUTH_OIDC_CLIENT_SECRET: DASHBOARD_CLIENT.client_secret,
        AUTH_TENANT_CLAIM: 'companies',
      },
    });
    companies = [await there.tenant({ name: 'One' }), await there.tenant({ name: 'Two' })];
    const [one, two] = companies.map(({ tenant }) => tenant.id) as [string, string];
    provider.servePeople(there.url, {
      ana: { companies: { [one]: ['admin'], [two]: 'viewer' } },
      beto: { companies: [one, two], roles: ['operator'] },
      carla: { companies: one, roles: ['operator'] },
      dario: { companies: ['018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f'], roles: ['admin'] },
      system: { companies: one, roles: ['admin'] },
    });
  });
  after(() => provider?.close());

  async function throughProvider(name: string, to = '/invoices?q=1'): Promise<{ jar: Jar; back: string; to: string }> {
    const jar = cookieJar(there.url);
    const begun = await jar.fetch(`/session/sign-in?to=${encodeURIComponent(to)}`);
    const back = await provider.signInAs(name, begun.headers.get('location')!);
    return { jar, back, to: await cameBack(jar, back) };
  }

  async function cameBack(jar: Jar, address: string): Promise<string> {
    const { pathname, search } = new URL(address);
    const answer = await jar.fetch(pathname + search, { headers: { 'sec-fetch-site': 'cross-site' } });
    assert.equal(answer.status, 302);
    return answer.headers.get('location')!;
  }

  test('leads back to the page that was left, into every company that the claims name', async () => {
    for (const [name, roles] of [
      ['ana', [['admin'], ['viewer']]],
      ['beto', [['operator'], ['operator']]],
      ['carla', [['operator']]],
    ] as const) {
      const { jar, to } = await throughProvider(name);
      assert.equal(to, '/invoices?q=1');
      const { companies: found, byProvider } = JSON.parse(await (await jar.fetch('/session')).text());
      assert.equal(byProvider, true);
      assert.deepEqual(
        found.map((one: Answer) => [one.tenantName, one.userName, one.roles]),
        roles.map((ofOne, at) => [companies[at]!.tenant.name, name, ofOne]),
      );
      assert.ok(Date.parse(found[0].endsAt) <= there.clock.now().getTime() + 24 * HOUR_MS);
      const said = await asked(jar, { 'folio-tenant': companies[0]!.tenant.id });
      assert.deepEqual([said.actor, said.roles], [`user:${name}`, roles[0]]);
      assert.match(jar.set[0]!, /^folio-sign-in=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/);
      assert.ok(!jar.cookies.has('folio-sign-in'));
    }
  });

  test('says what went wrong in the address of the page', async (t) => {
    assert.equal((await throughProvider('dario')).to, '/invoices?q=1#problem=no-company');
    assert.equal((await throughProvider('system')).to, '/invoices?q=1#problem=no-company', 'no name of the service');
    assert.equal((await throughProvider('')).to, '/invoices?q=1#problem=denied');
    assert.equal((await throughProvider('ana', 'https://elsewhere.example/x')).to, '/');
    // Each of these leads to another host where it is followed as it stands, or is an address of one.
    const host = new URL(there.url).host;
    for (const to of [
      '//elsewhere.example/x',
      '/.//elsewhere.example/',
      '/x/..//elsewhere.example/',
      './/elsewhere.example/',
      `http://${host}//elsewhere.example/`,
      `http://${host}/.//elsewhere.example/`,
      '/\\elsewhere.example/',
      '\\\\elsewhere.example',
      'javascript:alert(1)',
    ])
      assert.equal((await throughProvider('ana', to)).to, '/', to);
    provider.goAway();
    t.after(() => provider.goAway(false));
    const away = await createWorld({
      works: false,
      env: { AUTH_OIDC_ISSUER: provider.issuer, AUTH_OIDC_CLIENT_ID: 'x' },
    });
    const answer = await fetch(`${away.url}/session/sign-in`, { redirect: 'manual' });
    assert.equal(answer.headers.get('location'), '/#problem=unreachable');
  });

  test('is finished by the browser alone that began it, and once', async () => {
    const { jar, back } = await throughProvider('ana');
    const stranger = cookieJar(there.url);
    assert.equal(await cameBack(stranger, back), '/#problem=late');
    assert.equal(await cameBack(jar, back), '/#problem=late');
    const begun = await stranger.fetch('/session/sign-in');
    assert.equal(new URL(begun.headers.get('location')!).searchParams.get('code_challenge_method'), 'S256');
    assert.equal(await cameBack(stranger, back), '/#problem=failed', 'its state is another one');
    // A neighbour on the same domain may have set the cookie.
    const begunHere = cookieJar(there.url);
    await begunHere.fetch('/session/sign-in');
    const { to: _, ...checks } = JSON.parse(
      Buffer.from(begunHere.cookies.get('folio-sign-in')!, 'base64url').toString(),
    );
    const forged = { ...checks, to: '//elsewhere.example/' };
    begunHere.cookies.set('folio-sign-in', Buffer.from(JSON.stringify(forged)).toString('base64url'));
    assert.equal(await cameBack(begunHere, back), '/#problem=failed');
    for (const text of ['none', 'null', '7', '"x"', '[]', '{}', JSON.stringify({ ...checks, verifier: null })]) {
      begunHere.cookies.set('folio-sign-in', Buffer.from(text).toString('base64url'));
      assert.equal((await begunHere.fetch('/session/callback?code=x')).status, 400, text);
    }
    assert.deepEqual([...stranger.cookies], []);
    // The right state and the code of another sign-in: the verifier and the nonce are others.
    const again = await stranger.fetch('/session/sign-in');
    const { searchParams } = new URL(again.headers.get('location')!);
    const other = cookieJar(there.url);
    const theirs = await other.fetch('/session/sign-in');
    const swapped = new URL(await provider.signInAs('ana', theirs.headers.get('location')!));
    swapped.searchParams.set('state', searchParams.get('state')!);
    assert.equal(await cameBack(stranger, swapped.href), '/#problem=failed');
    assert.deepEqual(await companiesOf(stranger), []);
  });
});
