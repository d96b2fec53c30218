// Ways in of people: from the link of an invitation to a password, and back with it; what guesses, repeats or comes from elsewhere finds nothing.
import assert from 'node:assert/strict';
import { scryptSync } from 'node:crypto';
import { before, describe, test, type TestContext } from 'node:test';
import { createToken, issueToken } from '../../src/access/index.ts';
import { assertEach, assertNone } from '../support/assert-each.ts';
import { serving } from '../support/serving.ts';
import { cookieJar, type Jar } from '../support/cookies.ts';
import { createWorld, eventually, JWT_SECRET, type Answer, type TestTenant, type World } from '../support/world.ts';

const DAY_MS = 86_400_000;
/** Slightly longer than a process holds a session. */
const HELD_MS = 6_000;
const PASSWORD = 'el gato sube al tejado';
const INVITE =
  'mutation ($name: String!, $role: Role!, $key: String) { inviteMember(userName: $name, role: $role, idempotencyKey: $key) { invitation remedy member { id userName role invitedUntil hasPassword email } } }';

let here: World;
let shop: TestTenant;
let branch: TestTenant;
let people = 0;
before(async () => {
  here = await createWorld({ works: false });
  [shop, branch] = [await here.tenant({ name: 'A shop' }), await here.tenant({ name: 'A branch' })];
});

/** A name and an e-mail that no other test has. */
function newPerson(): { name: string; email: string } {
  people += 1;
  return { name: `ana.${people}`, email: `ana.${people}@example.com` };
}

async function invite(name: string, role = 'operator', of = shop): Promise<{ code: string; id: string }> {
  const { inviteMember } = await of.get(INVITE, { name, role });
  return { code: inviteMember.invitation, id: inviteMember.member.id };
}

/** A sign-in through a proxy that says from which address it comes; answers its status. */
async function enteringFrom(t: TestContext): Promise<(body: object, from: string) => Promise<number>> {
  // A connection whose guess waits for its turn is idle, for minutes where hashes are slow.
  const url = await serving(t, here, { trustProxy: 'loopback', idleMs: 1_200_000 });
  return (body, from) =>
    fetch(`${url}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, 'x-forwarded-for': from },
      body: JSON.stringify(body),
    }).then(({ status }) => status);
}

interface Told {
  status: number;
  code?: string;
  field?: string;
  body: Answer;
}

async function send(jar: Jar, path: string, body: object, method = 'POST', of = shop): Promise<Told> {
  const headers = { 'content-type': 'application/json', 'folio-tenant': of.tenant.id };
  const answer = await jar.fetch(path, { method, headers, body: JSON.stringify(body) });
  const text = await answer.text();
  const read: Answer = text === '' ? {} : JSON.parse(text);
  const extensions = read.errors?.[0].extensions;
  return { status: answer.status, code: extensions?.code, field: extensions?.field, body: read };
}

const signIn = (jar: Jar, email: string, password = PASSWORD): Promise<Told> =>
  send(jar, '/session', { email, password });

async function member(role = 'operator', of = shop) {
  const { name, email } = newPerson();
  const { code, id } = await invite(name, role, of);
  const jar = cookieJar(here.url);
  const told = await send(jar, '/session', { invitation: code, email, password: PASSWORD });
  assert.equal(told.status, 200, JSON.stringify(told.body));
  return { name, email, id, code, jar };
}

/** The caller of the jar's session at the company, or the code of the refusal. */
async function whoIs(jar: Jar, of = shop): Promise<Answer> {
  const { body } = await send(jar, '/graphql', { query: '{ viewer { userName roles tenant { id } } }' }, 'POST', of);
  return body.errors ? body.errors[0].extensions.code : body.data.viewer;
}

const soon = (): void => {
  here.clock.offsetMs += HELD_MS;
};
const aMinute = (): void => {
  here.clock.offsetMs += 60_000;
};

describe('an invitation', () => {
  test('says whom and where, lets in once by a password that is chosen, with the role that was given', async () => {
    const { name, email } = newPerson();
    const { code } = await invite(name, 'viewer');
    const jar = cookieJar(here.url);
    assert.deepEqual((await send(jar, '/sign-in', { invitation: code })).body, {
      ...{ userName: name, tenantName: 'A shop', email: null },
    });
    assert.equal(jar.cookies.size, 0, 'to look opens nothing');
    const { status, body } = await send(jar, '/session', { invitation: code, email, password: PASSWORD });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.tenantId, body.userName, body.roles], [shop.tenant.id, name, ['viewer']]);
    assert.match(jar.set[0]!, /^folio-[\da-f-]{36}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=2592000$/);
    assert.deepEqual(await whoIs(jar), { userName: name, roles: ['viewer'], tenant: { id: shop.tenant.id } });

    for (const path of ['/sign-in', '/session'])
      assert.equal(
        (await send(cookieJar(here.url), path, { invitation: code, email, password: PASSWORD })).code,
        'NOT_FOUND',
      );
    const back = cookieJar(here.url);
    assert.equal(
      (await signIn(back, ` ${email.toUpperCase()} `)).status,
      200,
      'an e-mail in other letters is the same',
    );
    assert.equal((await whoIs(back)).userName, name);
    assert.notDeepEqual([...back.cookies.values()], [...jar.cookies.values()], 'each sign-in has an id of its own');
  });

  test('is over after a week, when another is made, and when the person is removed; a guess finds none', async () => {
    const over = async (code: string): Promise<void> => {
      for (const path of ['/sign-in', '/session']) {
        const told = await send(cookieJar(here.url), path, { invitation: code, email: 'a@b.co', password: PASSWORD });
        assert.deepEqual([told.status, told.code], [404, 'NOT_FOUND'], path);
      }
    };
    const { name } = newPerson();
    const first = await invite(name);
    const second = await invite(name);
    assert.equal(first.id, second.id);
    await over(first.code);
    const bytes = Buffer.from(second.code, 'base64url');
    bytes[47]! ^= 1;
    await over(bytes.toString('base64url'));
    await over('none');
    // The code of one company, said of another.
    const branchs = Buffer.concat([
      Buffer.from(branch.tenant.id.replaceAll('-', ''), 'hex'),
      Buffer.from(second.code, 'base64url').subarray(16),
    ]);
    await over(branchs.toString('base64url'));
    assert.equal((await send(cookieJar(here.url), '/sign-in', { invitation: second.code })).status, 200);
    const [{ until }] =
      (await here.sql<Answer>`select invited_until as until from members where id = ${second.id}`) as [Answer];
    const lasts = until - here.clock.now().getTime();
    assert.ok(lasts > 7 * DAY_MS - 60_000 && lasts <= 7 * DAY_MS, `${lasts} ms`);
    await here.query('update members set invited_until = $2 where id = $1', [second.id, here.clock.now()]);
    await over(second.code);
    const third = await invite(name);
    await shop.get('mutation ($id: UUID!) { removeMember(memberId: $id) { userName } }', { id: third.id });
    await over(third.code);
  });

  test('is made by an admin alone, for a name and a role that there are, and is shown once', async () => {
    const { name } = newPerson();
    for (const role of ['viewer', 'operator'])
      assert.equal((await shop.refusal(INVITE, { name, role: 'viewer' }, role as 'viewer')).code, 'FORBIDDEN');
    assert.equal((await shop.refusal(INVITE, { name: 'system', role: 'viewer' })).code, 'BAD_USER_INPUT');
    const twice = { name, role: 'viewer', key: `invite ${name}` };
    const [first, again] = [await shop.get(INVITE, twice), await shop.get(INVITE, twice)];
    assert.equal(first.inviteMember.remedy, null);
    assert.deepEqual(
      [again.inviteMember.invitation, again.inviteMember.member.id],
      [null, first.inviteMember.member.id],
    );
    assert.match(again.inviteMember.remedy, /inviteMember\(userName: "ana\.\d+", role: viewer\)/);
    const jar = cookieJar(here.url);
    assert.equal((await send(jar, '/sign-in', { invitation: first.inviteMember.invitation })).status, 200);
  });

  test('given to a member brings in by a new password, with its role; all that was open under the old one ends', async () => {
    const { name, email, id, jar } = await member('operator');
    const again = await invite(name, 'operator');
    soon();
    assert.equal((await whoIs(jar)).userName, name, 'a link alone changes nothing');
    assert.equal((await signIn(cookieJar(here.url), email)).status, 200);
    const other = 'otra frase que recuerdo';
    const fresh = cookieJar(here.url);
    assert.equal((await send(fresh, '/session', { invitation: again.code, email, password: other })).status, 200);
    soon();
    assert.equal(await whoIs(jar), 'UNAUTHENTICATED');
    assert.equal((await whoIs(fresh)).userName, name);
    assert.equal((await signIn(cookieJar(here.url), email)).code, 'UNAUTHENTICATED');
    assert.equal((await signIn(cookieJar(here.url), email, other)).status, 200);
    // Another role is had at once, by who signs in anew.
    assert.equal((await invite(name, 'viewer')).id, id);
    soon();
    assert.equal(await whoIs(fresh), 'UNAUTHENTICATED');
    assert.equal((await signIn(fresh, email, other)).status, 200);
    assert.deepEqual((await whoIs(fresh)).roles, ['viewer']);
    aMinute();
  });

  test('is refused with what a password or an e-mail must be, and is still good then', async () => {
    const { name, email } = newPerson();
    const { code } = await invite(name);
    for (const [wrong, field] of [
      [{ password: 'once letras' }, 'password'],
      [{ password: 'aaaaaaaaaaaaaa' }, 'password'],
      [{ password: 'x1y2z'.repeat(50) }, 'password'],
      [{ password: 12 }, 'password'],
      [{ email: 'ana' }, 'email'],
      [{ email: null }, 'email'],
    ] as const) {
      const told = await send(cookieJar(here.url), '/session', {
        invitation: code,
        email,
        password: PASSWORD,
        ...wrong,
      });
      assert.deepEqual([told.status, told.code, told.field], [400, 'BAD_USER_INPUT', field], JSON.stringify(wrong));
    }
    const taken = await member();
    const told = await send(cookieJar(here.url), '/session', {
      ...{ invitation: code, email: taken.email, password: PASSWORD },
    });
    assert.equal(told.code, 'CONFLICT');
    assert.equal(
      (await send(cookieJar(here.url), '/session', { invitation: code, email, password: PASSWORD })).status,
      200,
    );
    aMinute();
  });

  test('is used by one of two who follow it at once', async () => {
    const { name, email } = newPerson();
    const { code } = await invite(name);
    const both = await Promise.all(
      ['una', 'otra'].map((word) =>
        send(cookieJar(here.url), '/session', { invitation: code, email, password: `${word} ${PASSWORD}` }),
      ),
    );
    assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([200, 404]));
  });
});

describe('a password', () => {
  test('is kept as scrypt with its parameters, and nowhere else: no act, event, export or request has it', async () => {
    const { email, id } = await member();
    const [row] = await here.query<Answer>('select password, email_sha256 from members where id = $1', [id]);
    const [name, log2, r, p, salt, hash] = row.password.split('$');
    assert.deepEqual([name, log2, r, p], ['scrypt', '15', '8', '3']);
    const own = scryptSync(PASSWORD, Buffer.from(salt, 'base64url'), 32, {
      ...{ N: 2 ** Number(log2), r: Number(r), p: Number(p), maxmem: 2 ** 26 },
    });
    assert.equal(own.toString('base64url'), hash);
    const tables = await here.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'members'`,
    );
    for (const { name: table } of tables) {
      const found = await here.query(
        `select from ${table} one where to_jsonb(one)::text like any (array[$1, $2, $3, $4])`,
        [PASSWORD, hash, email, row.email_sha256].map((word) => `%${word}%`),
      );
      assert.equal(found.length, 0, table);
    }
    const acts = await here.sql<Answer>`select actor, operation, after from acts
      where entity_ids @> array[${id}::uuid] order by id`;
    assertEach(acts, ({ operation }) => operation, ['inviteMember', 'acceptInvitation']);
    assert.match(acts[1].actor, /^user:ana\.\d+$/);
    assert.ok(JSON.stringify(acts[0].after).includes('operator'), 'an act says who got which role');
  });

  test('that is wrong is refused as an e-mail that no one has, in the same words and after the same time', async () => {
    const { email } = await member();
    const tell = async (of: string): Promise<{ told: Told; ms: number; cpu: number }> => {
      const [since, before] = [performance.now(), process.cpuUsage()];
      const told = await signIn(cookieJar(here.url), of, 'no es esta contraseña');
      return { told, ms: performance.now() - since, cpu: process.cpuUsage(before).user };
    };
    const [wrong, unknown] = [await tell(email), await tell('nadie@example.com')];
    const words = ({ told: { body } }: { told: Told }) => [body.errors[0].message, body.errors[0].extensions.code];
    assert.deepEqual([wrong.told.status, unknown.told.status], [401, 401]);
    assert.deepEqual(words(wrong), words(unknown));
    for (const { ms } of [wrong, unknown]) assert.ok(ms >= 790, `${ms} ms`);
    // A machine on which a hash takes longer than a refusal would tell them apart. What else this process does adds to one of three.
    const [hashes, asMany] = [[wrong.cpu], [unknown.cpu]];
    for (let nth = 0; nth < 2; nth += 1) {
      hashes.push((await tell(email)).cpu);
      asMany.push((await tell('nadie@example.com')).cpu);
    }
    assert.ok(
      Math.min(...asMany) > Math.min(...hashes) / 2,
      `as many hashes are made: ${asMany.join(', ')} and ${hashes.join(', ')} µs`,
    );
    assert.equal((await signIn(cookieJar(here.url), email, `${PASSWORD} `)).code, 'UNAUTHENTICATED');
  });

  test('may be tried ten times a minute for each person, and of an address sixty', async (t) => {
    aMinute();
    const { email } = await member();
    // However long the tries take, they are made within the minute.
    const moment = here.clock.now();
    t.mock.method(here.clock, 'now', () => moment);
    const guess = () => signIn(cookieJar(here.url), email, 'adivinando palabras');
    const tries = Array.from({ length: 11 }, guess);
    // Only what comes after ten has run out; they come in any order.
    await Promise.any(tries.map(async (one) => assert.equal((await one).code, 'RATE_LIMITED')));
    assert.equal((await signIn(cookieJar(here.url), email)).code, 'RATE_LIMITED', 'also the right one');
    const told = (await Promise.all(tries)).map(({ status }) => status);
    assertEach([401, 429], (one) => told.filter((status) => status === one).length, [10, 1]);
    const strangers = await Promise.all(
      Array.from({ length: 61 }, (_, at) => send(cookieJar(here.url), '/session', { email: `x${at}`, password: 1 })),
    );
    assert.ok(strangers.some(({ status }) => status === 429));
    t.mock.restoreAll();
    aMinute();
    assert.equal((await signIn(cookieJar(here.url), email)).status, 200);
  });

  test('is not kept waiting by guesses of one network, whose line has all addresses of a /64', async (t) => {
    aMinute();
    const { email } = await member();
    const enter = await enteringFrom(t);
    let ended = 0;
    const guesses = Array.from({ length: 24 }, async (_, at) => {
      const from = `2001:db8::${(at + 1).toString(16)}`;
      const told = await enter({ email: `x${at}@example.com`, password: PASSWORD }, from);
      if (told === 401) ended += 1;
      return told;
    });
    await eventually(
      async () => ended,
      (count) => count > 0,
    );
    const before = ended;
    assert.equal(await enter({ email, password: PASSWORD }, '192.0.2.7'), 200);
    // Each takes as long as the right one; those that waited would have had their turn before it.
    assert.ok(ended - before < 12, `${ended} after ${before}`);
    assert.ok((await Promise.all(guesses)).every((status) => status === 401));
  });

  test('is not locked by guesses from another network; those of six networks lock it for the minute', async (t) => {
    aMinute();
    const { email } = await member();
    const moment = here.clock.now();
    t.mock.method(here.clock, 'now', () => moment);
    const enter = await enteringFrom(t);
    const guesses = (network: number, count: number) =>
      Promise.all(
        Array.from({ length: count }, () => enter({ email, password: 'adivinando palabras' }, `198.51.100.${network}`)),
      );
    assert.equal((await guesses(1, 11)).filter((status) => status === 429).length, 1);
    assert.equal(await enter({ email, password: PASSWORD }, '192.0.2.7'), 200);
    await Promise.all([2, 3, 4, 5, 6].map((network) => guesses(network, 10)));
    assert.equal(await enter({ email, password: PASSWORD }, '192.0.2.8'), 429);
  });

  test('is asked for with the e-mail in whatever bytes a keyboard makes of its letters', async () => {
    const { name } = newPerson();
    const { code } = await invite(name);
    const email = { nfc: `${name}.jos\u00e9@example.com`, nfd: `${name}.jose\u0301@example.com` };
    const chosen = { invitation: code, email: email.nfd, password: PASSWORD };
    assert.equal((await send(cookieJar(here.url), '/session', chosen)).status, 200);
    for (const typed of [email.nfc, email.nfd, email.nfd.toUpperCase()])
      assert.equal((await signIn(cookieJar(here.url), typed)).status, 200, JSON.stringify(typed));
    const { code: other } = await invite(newPerson().name);
    const taken = await send(cookieJar(here.url), '/session', { ...chosen, invitation: other, email: email.nfc });
    assert.equal(taken.code, 'CONFLICT');
  });

  test('brings into each company whose member has this e-mail and this password, and into no other', async () => {
    const { email, jar, name } = await member('admin', shop);
    const there = await invite(`${name}.b`, 'viewer', branch);
    assert.equal(
      (await send(jar, '/session', { invitation: there.code, email, password: PASSWORD }, 'POST', branch)).status,
      200,
    );
    const third = await here.tenant({ name: 'A third' });
    const other = await invite('ana', 'admin', third);
    await send(cookieJar(here.url), '/session', { invitation: other.code, email, password: 'una frase distinta' });
    const both = cookieJar(here.url);
    assert.equal((await signIn(both, email)).status, 200);
    assertEach(
      [await whoIs(both, shop), await whoIs(both, branch), await whoIs(both, third)],
      (one) => one.userName ?? one,
      [name, `${name}.b`, 'UNAUTHENTICATED'],
    );
    await here.query('update tenants set closed_at = now() where id = $1', [branch.tenant.id]);
    soon();
    const closed = cookieJar(here.url);
    await signIn(closed, email);
    assert.equal(closed.cookies.size, 1);
    await here.query('update tenants set closed_at = null where id = $1', [branch.tenant.id]);
    aMinute();
  });

  test('is changed by who knows the one before; every other session ends, and this one goes on under a new id', async () => {
    const { email, jar, name } = await member();
    const elsewhere = cookieJar(here.url);
    await signIn(elsewhere, email);
    const next = 'la luna sale de noche';
    const change = (asked: object, by = jar) =>
      send(by, '/session/password', { email, password: next, ...asked }, 'PUT');
    for (const asked of [{ current: 'no es la de ahora' }, {}])
      assert.deepEqual([(await change(asked)).code, (await change(asked)).field], ['BAD_USER_INPUT', 'current']);
    assert.equal((await change({ current: PASSWORD }, cookieJar(here.url))).code, 'UNAUTHENTICATED');
    const before = [...jar.cookies.values()][0];
    assert.equal((await change({ current: PASSWORD })).status, 200);
    assert.notEqual([...jar.cookies.values()][0], before);
    soon();
    assert.deepEqual([(await whoIs(jar)).userName, await whoIs(elsewhere)], [name, 'UNAUTHENTICATED']);
    aMinute();
    assert.equal((await signIn(cookieJar(here.url), email)).code, 'UNAUTHENTICATED');
    assert.equal((await signIn(cookieJar(here.url), email, next)).status, 200);
  });

  test('is not chosen by a token of an earlier release, which has no row, for a member who has not come yet', async () => {
    const { name } = newPerson();
    await invite(name, 'admin');
    const { id: tenantId } = shop.tenant;
    const now = here.clock.now();
    const token = await issueToken(JWT_SECRET, { userName: name, tenantId, roles: ['viewer'], expiresIn: '1h', now });
    const jar = cookieJar(here.url);
    assert.equal(await jar.signIn(token), 200);
    const asked = { email: 'thief@example.com', password: PASSWORD };
    assert.equal((await send(jar, '/session/password', asked, 'PUT')).code, 'FORBIDDEN');
    assert.equal((await signIn(cookieJar(here.url), asked.email)).status, 401);
  });

  test('is no way to stay for who came by a token, nor for a page elsewhere', async () => {
    const { name, email } = await member('admin');
    const { token } = await createToken(here.app, shop.tenant, JWT_SECRET, {
      ...{ userName: name, role: 'admin', expiresIn: '1d', now: here.clock.now() },
    });
    const jar = cookieJar(here.url);
    assert.equal(await jar.signIn(token), 200);
    const asked = { email, password: 'se queda para siempre', current: PASSWORD };
    assert.equal((await send(jar, '/session/password', asked, 'PUT')).code, 'FORBIDDEN');
    const bare = await fetch(`${here.url}/session/password`, {
      ...{
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, origin: here.url, 'content-type': 'application/json' },
      },
      body: JSON.stringify(asked),
    });
    assert.equal(bare.status, 401);
    const foreign = await cookieJar(here.url).fetch('/session', {
      ...{ method: 'POST', headers: { origin: 'https://evil.example', 'content-type': 'application/json' } },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    assert.equal(foreign.status, 403);
  });

  test('ends with the member: its sessions too, and a sign-in that was under way; another company removes no one', async () => {
    const { email, jar, id, name } = await member();
    assert.equal((await branch.refuses('removeMember', { memberId: id })).code, 'NOT_FOUND');
    assertNone((await branch.get('{ members { email } }')).members, (one) => one.email === email);
    const mine = (await shop.get('{ members { userName email hasPassword usedAt } }')).members;
    const shown = mine.find((one: Answer) => one.userName === name);
    assert.deepEqual([shown.email, shown.hasPassword, shown.usedAt !== null], [email, true, true]);
    const late = cookieJar(here.url);
    const underWay = signIn(late, email);
    await shop.call('removeMember { id userName }', { memberId: id });
    await underWay;
    soon();
    for (const one of [jar, late]) assert.equal(await whoIs(one), 'UNAUTHENTICATED');
    assert.equal((await signIn(cookieJar(here.url), email)).code, 'UNAUTHENTICATED');
    assert.equal((await here.query('select from members where id = $1', [id])).length, 0);
  });
});
