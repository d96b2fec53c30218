// Admission: tokens of a real identity provider, tokens of our own that can be revoked, and forgeries.
import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { createPublicKey } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT, UnsecuredJWT, type JWK, type JWTPayload } from 'jose';
import { buildServer } from '../../src/wiring/server.ts';
import { createToken, issueToken, type TokenVerification } from '../../src/access/index.ts';
import { newKey, startIdentityProvider, type IdentityProvider } from '../support/identity-provider.ts';
import { createWorld, graphql, JWT_SECRET, type Answer, type TestTenant, type World } from '../support/world.ts';

const UNKNOWN_ID = '018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f';

/** The caller as the service sees it, or the code of its refusal. */
async function whoIs({ url }: World, token: string): Promise<Answer> {
  const { data, errors } = await graphql(url, '{ viewer { userName roles tenant { id } } }', {}, token);
  return errors ? errors[0]!.extensions.code : data.viewer;
}

describe('an identity provider', () => {
  let provider: IdentityProvider;
  let rsa: JWK;
  let here: World;
  let shop: TestTenant;
  let claims: object;

  /** Opened on first use, since tests that are not chosen should not wait for it. */
  async function open(): Promise<void> {
    if (provider !== undefined) return;
    rsa = await newKey('2026-01');
    provider = await startIdentityProvider([rsa]);
    here = await createWorld({
      works: false,
      verification: { jwksUrl: provider.jwksUrl, issuer: provider.issuer, audience: 'folio' },
    });
    shop = await here.tenant();
    claims = { tenant_id: shop.tenant.id, roles: ['operator'] };
  }
  after(() => provider?.close());

  /** The same service, told otherwise how tokens are verified. */
  function another(verification: TokenVerification) {
    return buildServer({ app: here.app, verification, serves: true, settings: here.settings });
  }

  /** Signed with the provider's own key, and yet not by the provider. */
  async function forged(payload: Record<string, unknown>, header: object = {}, key = rsa): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const whole = { iss: provider.issuer, aud: 'folio', sub: 'shop', iat: now, exp: now + 600, ...claims, ...payload };
    const kept = Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined));
    return new SignJWT(kept).setProtectedHeader({ alg: key.alg!, kid: key.kid!, ...header }).sign(await importJWK(key));
  }

  test('no id of a session can be made up: the address of the keys is public, and proves nothing', async () => {
    await open();
    const tenantId = shop.tenant.id;
    const proofBy = (key: string, random: Buffer) =>
      createHmac('sha256', key).update(`${tenantId} `).update(random).digest().subarray(0, 16);
    const [random, other] = [randomBytes(16), randomBytes(16)];
    let taken = 0;
    const count = () => (taken += 1);
    const ask = (id: Buffer) =>
      fetch(`${here.url}/session`, { headers: { cookie: `folio-${tenantId}=${id.toString('base64url')}` } });
    here.database.pool.on('acquire', count);
    for (const id of [Buffer.concat([random, other]), Buffer.concat([random, proofBy(provider.jwksUrl, random)])]) {
      assert.deepEqual(((await (await ask(id)).json()) as { companies: [] }).companies, []);
    }
    here.database.pool.off('acquire', count);
    assert.equal(taken, 0);
    const authorization = `Bearer ${await provider.token(claims)}`;
    const opened = await fetch(`${here.url}/session`, { method: 'POST', headers: { authorization, origin: here.url } });
    const cookie = opened.headers.getSetCookie()[0]!.split(';')[0]!;
    const again = await another({ jwksUrl: provider.jwksUrl, issuer: provider.issuer, audience: 'folio' });
    const known = await again.inject({ url: '/session', headers: { cookie } });
    assert.equal(known.json().companies.length, 1, 'every process has the same key');
    await again.close();
  });

  test('its token says who is calling, for which tenant, and in which roles', async () => {
    await open();
    const token = await provider.token(claims);
    assert.deepEqual(await whoIs(here, token), {
      userName: 'shop',
      roles: ['operator'],
      tenant: { id: shop.tenant.id },
    });
    for (let again = 0; again < 5; again += 1) await whoIs(here, token);
    assert.equal(provider.questions(), 1, 'its keys are remembered');
  });

  test('its keys rotate while the service runs, also to another algorithm', async () => {
    await open();
    const old = await provider.token(claims);
    const elliptic = await newKey('2026-02', 'ES256');
    provider.useKeys([elliptic, rsa]);
    const fresh = await provider.token(claims);
    const stranger = await newKey('2026-03');
    const unknown = await Promise.all(
      Array.from({ length: 20 }, (_, at) => forged({}, { kid: `unknown-${at}` }, stranger)),
    );
    const asked = provider.questions();
    assert.equal((await whoIs(here, fresh)).userName, 'shop', 'the new key is asked for when it is first seen');
    assert.equal(provider.questions(), asked + 1);
    assert.equal((await whoIs(here, old)).userName, 'shop', 'and the old one is still in the set');
    for (const token of unknown) assert.equal(await whoIs(here, token), 'UNAUTHENTICATED');
    assert.equal(provider.questions(), asked + 1, 'unknown keys do not make us ask again and again');
  });

  test('A54: a token for another program, or from another issuer, is refused', async () => {
    await open();
    assert.equal(await whoIs(here, await provider.token(claims, { audience: 'payroll' })), 'UNAUTHENTICATED');
    assert.notEqual(
      await whoIs(here, await forged({ aud: ['payroll', 'folio'] })),
      'UNAUTHENTICATED',
      'one of several',
    );
    assert.equal(await whoIs(here, await forged({ aud: undefined })), 'UNAUTHENTICATED');
    assert.equal(await whoIs(here, await forged({ iss: 'https://elsewhere.example' })), 'UNAUTHENTICATED');
    assert.equal(await whoIs(here, await forged({ iss: undefined })), 'UNAUTHENTICATED');
  });

  test('A54: half a minute of difference between clocks is forgiven, and no more', async () => {
    await open();
    const now = Math.floor(Date.now() / 1000);
    const at = async (times: JWTPayload) => (await whoIs(here, await forged(times))) !== 'UNAUTHENTICATED';
    assert.equal(await at({ exp: now - 15 }), true);
    assert.equal(await at({ exp: now - 45 }), false);
    assert.equal(await at({ nbf: now + 15 }), true);
    assert.equal(await at({ nbf: now + 60 }), false);
  });

  test('A54: what is unsigned, or signed with the public key as if it were a secret, is refused', async () => {
    await open();
    const payload = { ...decodeJwt(await forged({})) };
    assert.equal(await whoIs(here, new UnsecuredJWT(payload).encode()), 'UNAUTHENTICATED');
    const { kty, n, e } = rsa;
    const publicKey = createPublicKey({ key: { kty: kty!, n: n!, e: e! }, format: 'jwk' });
    for (const secret of [
      publicKey.export({ type: 'spki', format: 'pem' }),
      publicKey.export({ type: 'spki', format: 'der' }),
      publicKey.export({ type: 'pkcs1', format: 'pem' }),
      n!,
    ]) {
      const token = await new SignJWT(payload)
        .setProtectedHeader({ alg: 'HS256', kid: rsa.kid! })
        .sign(typeof secret === 'string' ? new TextEncoder().encode(secret) : new Uint8Array(secret));
      assert.equal(await whoIs(here, token), 'UNAUTHENTICATED');
    }
    const [header, body, signature] = (await forged({})).split('.') as [string, string, string];
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
    for (const alike of [`${none}.${body}.${signature}`, `${none}.${body}.`, `${header}.${body}.`]) {
      assert.equal(await whoIs(here, alike), 'UNAUTHENTICATED', alike.slice(0, 40));
    }
  });

  test('A54: algorithms that are not ours, and keys that a token brings along, are refused', async () => {
    await open();
    const pss = { ...rsa, alg: 'PS256' };
    assert.equal(await whoIs(here, await forged({}, {}, pss)), 'UNAUTHENTICATED');
    const own = await newKey('mallory');
    const { d: _d, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, ...jwk } = own;
    assert.equal(await whoIs(here, await forged({}, { jwk, kid: rsa.kid }, own)), 'UNAUTHENTICATED');
    assert.equal(await whoIs(here, await forged({}, { jku: 'http://127.0.0.1:9/jwks' }, own)), 'UNAUTHENTICATED');
  });

  test('a secret of our own is none where a provider signs', async () => {
    await open();
    assert.equal(await whoIs(here, await shop.token('admin')), 'UNAUTHENTICATED');
  });

  test('while it is away those it has signed in stay, and the service says what is wrong to the others', async (t) => {
    await open();
    const token = await provider.token(claims);
    assert.equal((await whoIs(here, token)).userName, 'shop');
    provider.goAway();
    t.after(() => provider.goAway(false));
    assert.equal((await whoIs(here, token)).userName, 'shop');
    const headers = { authorization: `Bearer ${token}` };
    const without = await another({ jwksUrl: provider.jwksUrl });
    const asked = await without.inject({
      method: 'POST',
      url: '/graphql',
      headers,
      payload: { query: '{ viewer { userName } }' },
    });
    assert.equal(asked.json().errors[0].extensions.code, 'SERVICE_UNAVAILABLE');
    assert.equal((await without.inject({ url: `/files/${UNKNOWN_ID}`, headers })).statusCode, 503);
    assert.equal((await without.inject({ url: '/healthz' })).statusCode, 200);
  });

  test('no user of the provider signs in as the service', async () => {
    await open();
    for (const sub of [
      'pac-webhook',
      'SYSTEM',
      'ѕуstem',
      'service:pac-webhook',
      'cli:root',
      'ana\u202e',
      'sys\u200btem',
    ]) {
      assert.equal(await whoIs(here, await forged({ sub })), 'UNAUTHENTICATED', sub);
    }
    const server = await another({
      jwksUrl: provider.jwksUrl,
      claims: { user: 'preferred_username', tenant: 'tenant_id', roles: 'roles' },
    });
    const answers = ['pac-poll', 'ana'].map(async (name) => {
      const authorization = `Bearer ${await forged({ preferred_username: name })}`;
      const payload = { query: '{ viewer { actor } }' };
      return (await server.inject({ method: 'POST', url: '/graphql', headers: { authorization }, payload })).json();
    });
    const [machine, person] = await Promise.all(answers);
    assert.equal(machine.errors[0].extensions.code, 'UNAUTHENTICATED');
    assert.equal(person.data.viewer.actor, 'user:ana');
  });

  test('claims may have the names that the provider gives them', async () => {
    await open();
    const server = await another({
      jwksUrl: provider.jwksUrl,
      claims: { user: 'email', tenant: 'https://folio.example/tenant', roles: 'realm_access.roles' },
    });
    const roleOf = async (token: string): Promise<unknown> => {
      const answer = await server.inject({
        method: 'POST',
        url: '/graphql',
        headers: { authorization: `Bearer ${token}` },
        payload: { query: '{ viewer { userName roles tenant { id } } }' },
      });
      const { data, errors } = answer.json();
      return errors?.[0].extensions.code ?? data.viewer;
    };
    const named = await provider.token({
      email: 'ana@example.com',
      'https://folio.example/tenant': shop.tenant.id,
      realm_access: { roles: ['admin', 'offline_access'] },
    });
    assert.deepEqual(await roleOf(named), {
      userName: 'ana@example.com',
      roles: ['admin'],
      tenant: { id: shop.tenant.id },
    });
    assert.equal(await roleOf(await provider.token(claims)), 'UNAUTHENTICATED');
  });
});

describe('a token of our own', () => {
  let opened: Promise<World> | undefined;
  const ownWorld = () => (opened ??= createWorld({ works: false }));
  const make = (here: World, shop: TestTenant, expiresIn = '1h') =>
    createToken(here.app, shop.tenant, JWT_SECRET, {
      userName: 'till 3',
      role: 'operator',
      expiresIn,
      now: here.clock.now(),
    });

  const LIST = '{ apiTokens { id userName role createdAt expiresAt lastUsedAt revokedAt revokedBy } }';
  const REVOKE = 'mutation ($id: UUID!) { revokeApiToken(id: $id) { id revokedAt revokedBy } }';

  test('is listed without itself, and is refused on every process soon after it was revoked', async () => {
    const here = await ownWorld();
    const shop = await here.tenant();
    const { id, token } = await make(here, shop);
    assert.equal((await whoIs(here, token)).userName, 'till 3');

    const { apiTokens } = await shop.get(LIST);
    assert.equal(apiTokens.length, 1);
    assert.deepEqual(
      { id, userName: 'till 3', role: 'operator' },
      { id: apiTokens[0].id, userName: apiTokens[0].userName, role: apiTokens[0].role },
    );
    assert.notEqual(apiTokens[0].lastUsedAt, null);
    const kept = JSON.stringify(await here.query('select * from api_tokens'));
    assert.ok(!kept.includes(token) && !kept.includes(token.split('.')[2]!), 'the token itself is kept nowhere');

    const { revokeApiToken } = await shop.get(REVOKE, { id });
    assert.equal(revokeApiToken.revokedBy, 'admin-user');
    here.clock.offsetMs += 5_001;
    assert.equal(await whoIs(here, token), 'UNAUTHENTICATED');
    const again = await shop.get(REVOKE, { id });
    assert.deepEqual(again.revokeApiToken, revokeApiToken, 'revoking twice changes nothing');
  });

  test('costs a look into the database in five seconds, not one per request', async () => {
    const here = await ownWorld();
    const shop = await here.tenant();
    const { token } = await make(here, shop);
    let looks = 0;
    const { pool } = here.database;
    pool.on('acquire', () => (looks += 1));
    // Asks for nothing but the caller, so whatever is asked of the database is asked by the authentication.
    for (let request = 0; request < 50; request += 1) await whoIs(here, token);
    pool.removeAllListeners('acquire');
    assert.ok(looks <= 3, `${looks} transactions for 50 requests`);
  });

  test('is valid under either of two secrets, the one that its key id names or any that fits', async () => {
    const here = await ownWorld();
    const shop = await here.tenant();
    const NEW = 'the secret that comes after it, as long as the other';
    const who = { userName: 'till', role: 'viewer', expiresIn: '1h', now: here.clock.now() } as const;
    const of = async (secret: string) => (await createToken(here.app, shop.tenant, secret, who)).token;
    const [old, fresh] = [await of(JWT_SECRET), await of(NEW)];
    const kids = [old, fresh].map((token) => decodeProtectedHeader(token).kid);
    assert.equal(new Set(kids).size, 2);
    const bare = (kid: string | undefined, secret: string) =>
      new SignJWT({ tenant_id: shop.tenant.id, roles: ['viewer'], sub: 'till' })
        .setProtectedHeader({ alg: 'HS256', ...(kid === undefined ? {} : { kid }) })
        .sign(new TextEncoder().encode(secret));
    const ofOld = [old, await bare(undefined, JWT_SECRET), await bare(kids[1], JWT_SECRET)];
    const ofNew = [fresh, await bare('of another program', NEW)];
    const ofNone = [await bare(kids[0], 'a secret that was never given'), 'no.token.at-all'];
    for (const [secret, secondary, taken] of [
      [JWT_SECRET, NEW, [...ofOld, ...ofNew]],
      [NEW, JWT_SECRET, [...ofOld, ...ofNew]],
      [NEW, undefined, ofNew],
    ] as const) {
      const { app, settings } = here;
      const server = await buildServer({ app, verification: { secret, secondary }, serves: true, settings });
      for (const token of [...ofOld, ...ofNew, ...ofNone]) {
        const { body } = await server.inject({
          method: 'POST',
          url: '/graphql',
          headers: { authorization: `Bearer ${token}` },
          payload: { query: '{ viewer { userName } }' },
        });
        assert.equal(body.includes('UNAUTHENTICATED'), !taken.includes(token), `${secret} ${token}`);
      }
      await server.close();
    }
  });

  test('is refused where it is not known, though the signature is right', async () => {
    const here = await ownWorld();
    const [shop, other] = await Promise.all([here.tenant(), here.tenant()]);
    const { id, token } = await make(here, shop);
    const alike = (payload: JWTPayload) =>
      new SignJWT({ tenant_id: shop.tenant.id, roles: ['admin'], sub: 'mallory', iss: 'folio', ...payload })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('1h')
        .sign(new TextEncoder().encode(JWT_SECRET));
    assert.equal((await whoIs(here, token)).userName, 'till 3');
    assert.equal(await whoIs(here, await alike({ jti: UNKNOWN_ID })), 'UNAUTHENTICATED');
    assert.equal(await whoIs(here, await alike({})), 'UNAUTHENTICATED');
    assert.equal(await whoIs(here, await alike({ jti: 'a b c' })), 'UNAUTHENTICATED');
    assert.equal(await whoIs(here, await alike({ jti: id })), 'UNAUTHENTICATED', 'the id of a token is not the token');
    assert.equal(await whoIs(here, await alike({ jti: id, tenant_id: other.tenant.id })), 'UNAUTHENTICATED');
  });

  test('ends when its time is over, without being revoked', async () => {
    const here = await ownWorld();
    const shop = await here.tenant();
    const { token } = await make(here, shop, '10m');
    assert.equal((await whoIs(here, token)).userName, 'till 3');
    here.clock.offsetMs += 11 * 60_000;
    assert.equal(await whoIs(here, token), 'UNAUTHENTICATED');
  });

  test('of another program ends within AUTH_MAX_TOKEN_DAYS, and in no case after the last year there is', async () => {
    const here = await ownWorld();
    const shop = await here.tenant();
    const now = Math.floor(here.clock.now().getTime() / 1000);
    const of = async (exp: number | undefined, iss?: string): Promise<string> => {
      const claims = { sub: 'till', tenant_id: shop.tenant.id, roles: ['viewer'], exp, iss };
      const given = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
      return new SignJWT(given).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(JWT_SECRET));
    };
    const listed = (await make(here, shop, '999d')).token;
    for (const [mostDays, token, isTaken] of [
      [undefined, await of(undefined), true],
      [undefined, await of(now + 400 * 86_400), true],
      [undefined, await of(1e300), false],
      [undefined, await of(253_402_300_800), false],
      [30, await of(undefined), false],
      [30, await of(now + 29 * 86_400), true],
      [30, await of(now + 31 * 86_400), false],
      [30, listed, true],
    ] as const) {
      const server = await buildServer({
        app: here.app,
        verification: { secret: JWT_SECRET, mostDays },
        serves: true,
        settings: here.settings,
      });
      const { body } = await server.inject({
        method: 'POST',
        url: '/graphql',
        headers: { authorization: `Bearer ${token}` },
        payload: { query: '{ viewer { userName } }' },
      });
      assert.equal(body.includes('UNAUTHENTICATED'), !isTaken, `${mostDays} ${token}`);
      await server.close();
    }
  });

  test('of an earlier release, without an id, works until it expires', async () => {
    const here = await ownWorld();
    const shop = await here.tenant();
    assert.equal((await whoIs(here, await shop.token('viewer'))).userName, 'viewer-user');
  });

  test('is not one of the service, with a row or without', async () => {
    const here = await ownWorld();
    const shop = await here.tenant();
    const wanted = { roles: ['admin' as const], expiresIn: '1h', now: here.clock.now() };
    for (const userName of ['pac-webhook', 'system', 'Import', 'token:1', 'ana\u2066']) {
      const claims = { ...wanted, userName, tenantId: shop.tenant.id };
      assert.equal(await whoIs(here, await issueToken(JWT_SECRET, claims)), 'UNAUTHENTICATED', userName);
      const { token } = await createToken(here.app, shop.tenant, JWT_SECRET, { ...wanted, userName, role: 'admin' });
      assert.equal(await whoIs(here, token), 'UNAUTHENTICATED', userName);
    }
  });

  test('is another tenant’s to neither see nor end', async () => {
    const here = await ownWorld();
    const [shop, other] = await Promise.all([here.tenant(), here.tenant()]);
    const { id } = await make(here, shop);
    assert.deepEqual((await other.get(LIST)).apiTokens, []);
    assert.equal((await other.refusal(REVOKE, { id })).code, 'NOT_FOUND');
  });
});
