// Tokens and webhook secrets on the command line, on an embedded database in a folder of its own.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { openDatabase, type OpenDatabase } from '../wiring/open-database.ts';
import { systemClock } from '../platform/clock.ts';
import { findWebhookTenant } from '../company/index.ts';
import { findTenant } from '../tenancy/index.ts';
import { browserSessions } from '../access/index.ts';
import { runFolio, startFolio, type Ended } from './test-support.ts';

describe('tokens and secrets', () => {
  let folder: string;
  let tenant: string;
  /** Stands for the service, so that each command finds a database that is open already. */
  let service: OpenDatabase;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'folio-keys-'));
    service = await openDatabase({ DATA_DIR: folder, DATABASE_POOL: 1 });
    tenant = (await json<{ id: string }>('tenant create --name Shop --pac-company-id shop')).id;
  });

  after(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  function folio(words: string, stdin = '', start = runFolio): Promise<Ended> {
    return start(words.split(' '), { env: { DATA_DIR: folder }, stdin });
  }

  async function json<T>(words: string, input?: string, start = runFolio): Promise<T> {
    const { code, stdout, stderr } = await folio(`${words} --json`, input, start);
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout) as T;
  }

  async function refused(words: string, code: 1 | 2, says: RegExp, input?: string): Promise<void> {
    const ended = await folio(words, input);
    assert.deepEqual({ code: ended.code, stdout: ended.stdout }, { code, stdout: '' }, ended.stderr);
    assert.match(ended.stderr, says);
  }

  async function secrets(): Promise<string[]> {
    return [...new Set((await findWebhookTenant(service, 'shop', ['the common one', 'the common one'])).secrets)];
  }

  test('the secret in DATA_DIR is changed in three steps, and each waits for the one before', async () => {
    const inFile = async () =>
      JSON.parse(await readFile(join(folder, 'secrets.json'), 'utf8')) as Record<string, string>;
    await refused('signing-secret use', 1, /no other secret/);
    const old = (await inFile())['jwtSecret']!;
    await json('signing-secret add');
    await refused('signing-secret add', 1, /two secrets already/);
    const added = await inFile();
    assert.equal(added['jwtSecret'], old);
    assert.match(added['jwtSecretSecondary']!, /^[0-9a-f]{64}$/);
    assert.equal((await stat(join(folder, 'secrets.json'))).mode & 0o777, 0o600);
    await json('signing-secret use');
    const used = await inFile();
    assert.deepEqual([used['jwtSecret'], used['jwtSecretSecondary']], [added['jwtSecretSecondary'], old]);
    await json('signing-secret drop');
    const { jwtSecretSecondary, ...left } = used;
    assert.equal(jwtSecretSecondary, old);
    assert.deepEqual(await inFile(), left);
    await refused('signing-secret drop', 1, /no other secret/);
    await refused(`token create --tenant ${tenant} --user till --role viewer --expires-in 400d`, 1, /at most 366 days/);
  });

  test('a token is made, listed without itself, and revoked once', async () => {
    const made = await json<{ token: string; id: string }>(
      `token create --tenant ${tenant} --user till --role viewer --expires-in 2d`,
    );
    assert.equal(decodeJwt(made.token).jti, made.id);
    const listed = await folio(`token list --tenant ${tenant} --json`);
    assert.ok(!listed.stdout.includes(made.token.split('.')[2]!));
    const { tokens } = JSON.parse(listed.stdout) as { tokens: Record<string, unknown>[] };
    assert.equal(tokens.length, 1);
    const { id, user, role, createdAt, expiresAt, lastUsedAt, revokedAt } = tokens[0]!;
    assert.deepEqual(
      { id, user, role, lastUsedAt, revokedAt },
      { id: made.id, user: 'till', role: 'viewer', lastUsedAt: null, revokedAt: null },
    );
    assert.ok(Math.abs(Date.parse(String(expiresAt)) - Date.parse(String(createdAt)) - 2 * 86_400_000) < 60_000);
    const first = await json<{ id: string; revokedAt: string }>(`token revoke ${made.id}`);
    assert.equal(first.id, made.id);
    assert.deepEqual(await json(`token revoke ${made.id.toUpperCase()} --tenant ${tenant}`), first, 'twice is once');
    assert.match((await folio(`token list --tenant ${tenant}`)).stdout, /viewer .* revoked \d{4}-\d\d-\d\d .*till\n$/);
  });

  test('a token of an assistant is made with its limits, and a wrong limit makes none', async () => {
    const strange = '018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f';
    const { offices } = await json<{ offices: { id: string }[] }>(`office list --tenant ${tenant}`);
    const office = offices[0]!.id;
    const create = `token create --tenant ${tenant} --user ana --role operator --agent Claude`;
    const listed = async () =>
      (await json<{ tokens: { id: string; limits: unknown }[] }>(`token list --tenant ${tenant}`)).tokens;
    const before = (await listed()).length;
    await refused(`${create} --acts SELL,FLY`, 2, /--acts are of SELL, .*"FLY"/);
    await refused(`${create} --per-act much`, 2, /--per-act must be an amount/);
    await refused(`${create} --per-day=-1`, 1, /amountPerDay/);
    await refused(`${create} --offices main`, 2, /--offices are ids/);
    await refused(`${create} --offices ${strange}`, 1, /Office not found/);
    assert.equal((await listed()).length, before);
    const all = '--acts SELL,COLLECT --per-act 100 --per-day 500.50 --approval-above 80';
    const { id } = await json<{ id: string }>(`${create} ${all} --offices ${office}`);
    const none = await json<{ id: string }>(create);
    const limitsOf = async (of: string) => (await listed()).find((one) => one.id === of)?.limits;
    assert.deepEqual(await limitsOf(id), {
      ...{ agent: 'Claude', acts: ['SELL', 'COLLECT'], officeIds: [office] },
      ...{ amountPerAct: '100', amountPerDay: '500.50', approvalAbove: '80' },
    });
    assert.deepEqual(await limitsOf(none.id), { agent: 'Claude', acts: [], officeIds: null });
    assert.match((await folio(`token list --tenant ${tenant}`)).stdout, /Claude for ana/);
    for (const one of [id, none.id]) await json(`token revoke ${one}`);
  });

  test('what cannot be revoked is refused', async () => {
    await refused('token revoke 018f3c1e-7b6a-7c3e-9d55-0a1b2c3d4e5f', 1, /There is no token 018f/);
    await refused('token revoke mine', 2, /"mine" is no token id/);
    await refused('token revoke', 2, /takes 1 argument/);
    await refused('token list', 2, /--tenant is missing/);
  });

  test('a session is listed without what signs in, and ended; the browser is signed out, and the act says by whom', async () => {
    const openTenant = (id: string) => findTenant(service, id);
    const sessions = browserSessions({ ...service, clock: systemClock, openTenant }, ['a secret of this installation']);
    const shop = (await openTenant(tenant))!;
    const key = (id: string) => ({ tenantId: tenant, id });
    const opened = await Promise.all(
      ['ana', 'luis'].map((userName) =>
        sessions.open({
          tenant: shop,
          userName,
          actor: `user:${userName}`,
          roles: ['operator'],
          tokenId: null,
          until: new Date(Date.now() + 3_600_000),
        }),
      ),
    );
    const list = `session list --tenant ${tenant}`;
    const { stdout } = await folio(`${list} --json`);
    for (const id of opened) assert.ok(!stdout.includes(id), 'what signs in is not told');
    const { sessions: listed } = JSON.parse(stdout) as { sessions: { id: string; userName: string }[] };
    assert.deepEqual(listed.map(({ userName }) => userName).toSorted(), ['ana', 'luis']);
    const { id } = listed.find(({ userName }) => userName === 'ana')!;
    await refused(`session end no-session --tenant ${tenant}`, 1, /no-session|not found|There is no/i);
    assert.equal((await json<{ userName: string }>(`session end ${id} --tenant ${tenant}`)).userName, 'ana');
    assert.equal(await sessions.find(key(opened[0]!)), undefined);
    assert.equal((await sessions.find(key(opened[1]!)))?.userName, 'luis');
    assert.match((await folio(list)).stdout, /^\S+ {2}used \S+ {2}until \S+ {2}operator {2}luis\n$/);
    await refused(`session end ${id} --tenant ${tenant}`, 1, /./);
    const { rows } = await sql<{ operation: string; actor: string; entities: string[] }>`
      select operation, actor, entity_ids as entities from acts where operation = 'endSession'`.execute(service.db);
    assert.deepEqual(rows, [{ operation: 'endSession', actor: `cli:${userInfo().username}`, entities: [id] }]);
  });

  test('a webhook secret is set from a file or standard input, and rotated', async () => {
    assert.deepEqual(await secrets(), ['the common one']);
    const file = join(folder, 'secret.txt');
    await writeFile(file, 'from-a-file-0123456789\n');
    const set = `tenant webhook-secret set --tenant ${tenant}`;
    assert.deepEqual(await json(`${set} --file ${file}`), { previousUntil: null });
    assert.deepEqual(await secrets(), ['from-a-file-0123456789']);
    const { previousUntil } = await json<{ previousUntil: string }>(
      `${set} --file - --keep-old 24h`,
      'from-standard-input-0123456789',
      startFolio,
    );
    assert.ok(Math.abs(Date.parse(previousUntil) - Date.now() - 86_400_000) < 120_000);
    assert.deepEqual(await secrets(), ['from-standard-input-0123456789', 'from-a-file-0123456789']);
    // Until when the one before is kept is told by the act of the command.
    assert.deepEqual((await json<{ problems: unknown[] }>(`verify --tenant ${tenant}`)).problems, []);
    const rotated = await json<{ secret: string; previousUntil: null }>(
      `tenant webhook-secret rotate --tenant ${tenant}`,
    );
    assert.match(rotated.secret, /^[0-9a-f]{64}$/);
    assert.deepEqual(await secrets(), [rotated.secret]);
    await json(`tenant webhook-secret remove --tenant ${tenant} --keep-old 1h`);
    assert.deepEqual(await secrets(), ['the common one', rotated.secret]);
    await json(`tenant webhook-secret rotate --tenant ${tenant}`);
  });

  test('a secret that is none, or comes as an argument, is refused and changes nothing', async () => {
    const before = await secrets();
    const set = `tenant webhook-secret set --tenant ${tenant}`;
    await refused(`${set} --file -`, 1, /16 to 1000 letters/, 'short');
    await refused(`${set} --file -`, 1, /16 to 1000 letters/, 'with spaces in between it');
    await refused(`${set} --file ${join(folder, 'nothing-there')}`, 1, /cannot be read/);
    await refused(`${set} --secret abc`, 2, /Unknown option '--secret'/);
    await refused(`${set} --file - --keep-old soon`, 2, /"soon" is no time/, 'long-enough-and-well-formed');
    assert.deepEqual(await secrets(), before);
  });
});
