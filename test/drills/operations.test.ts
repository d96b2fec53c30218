// The runbook, followed to the letter: every command of docs/operations.md is run, in a world in which its chapter's trouble has happened, while a
// till of another company sells: no sale is refused for longer than the client's patience, and each is booked once.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import type { Simulator } from '../../simulator/server.ts';
import { readConfig } from '../../src/wiring/config.ts';
import { openDatabase } from '../../src/wiring/open-database.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createTenant } from '../../src/company/index.ts';
import { createToken } from '../../src/access/index.ts';
import { serviceAt, type Service } from '../faults/kill-loop/killable-process.ts';
import { ask, type Shop } from '../faults/kill-loop/load.ts';
import { COMPANY, openShop, pacFor } from '../faults/kill-loop/open-shop.ts';
import { embeddedPostgres, installedPostgres, startPostgres } from '../faults/kill-loop/postgres-server.ts';
import { freePort } from '../support/free-port.ts';
import type { PostgresPrograms, PostgresServer } from '../faults/kill-loop/postgres-server.ts';
import { eventually, type Answer } from '../support/world.ts';
import { assertBookedOnce, BOOKED, openTill } from './till.ts';

const ROOT = join(import.meta.dirname, '../..');
const RUNBOOK = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');

interface Chapter {
  anchor: string;
  commands: string[];
}

/** In the order in which they stand. */
const CHAPTERS: Chapter[] = RUNBOOK.split(/^## /m)
  .slice(1)
  .map((text) => ({
    anchor: text.split('\n')[0]!.toLowerCase().replaceAll(' ', '-'),
    commands: [...text.matchAll(/^ *```sh\n([^]*?)^ *```$/gm)].map(([, commands]) => commands!),
  }));

const BEFORE = 'before-you-begin';
/** Followed before everything else: the world of all other chapters is the one that it makes, with a login that may do little. */
const FIRST = 'first-installation';

/** The program is stopped there, and what was sold after the backup is not in it. */
const NOBODY_SELLS = ['restore', 'embedded-folder'];
const NEIGHBOUR: typeof COMPANY = { companyId: 'till', ruc: '155587169-2-2014', dv: '20', rucType: 2 };

const ORDER = 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }';
const GENERATE =
  'mutation ($id: UUID!) { generateInvoice(orderId: $id) { id number legalStatus submissionState documentId } }';

const skip = ['curl', 'psql', 'tar'].some((tool) => spawnSync(tool, ['--version']).status !== 0)
  ? 'curl, psql or tar is not installed here'
  : installedPostgres()
    ? false
    : 'no PostgreSQL is installed here';

// Each command starts a program, and a busy machine takes its time for that.
const timeout = 900_000;

for (const programs of skip ? [undefined] : [installedPostgres()!, embeddedPostgres()!]) {
  const version = programs?.run('postgres', ['--version']).match(/\d+/)?.[0];
  describe(`the runbook on PostgreSQL ${version}`, { skip, timeout }, () => follow(programs!));
}

function follow(programs: PostgresPrograms): void {
  const folder = mkdtempSync(join(tmpdir(), 'folio-runbook-'));
  let server: PostgresServer;
  let simulator: Simulator;
  let service: Service;
  let switchboard: Server;
  let shop: Shop;
  let neighbour: Shop;
  /** Environment of a command. */
  const env: Record<string, string> = {};
  /** Commands given to systemd, and their results. */
  const asked: string[] = [];

  before(async () => {
    chmodSync(folder, 0o755);
    const archive = programs.folder();
    const backups = programs.folder();
    server = (await startPostgres({
      programs,
      settings: { archive_mode: 'on', archive_command: `cp %p ${archive}/%f`, archive_timeout: '60' },
    }))!;
    const port = await freePort();
    const pac = await pacFor(port, { verdictDelayMs: null, companies: [COMPANY, NEIGHBOUR] });
    simulator = pac.simulator;
    const login = (user: string): string =>
      Object.assign(new URL(server.url), { username: user, pathname: '/folio' }).href;
    const settings = {
      DATABASE_URL: login('folio'),
      DATA_DIR: join(folder, 'data'),
      ...pac.env,
      // The second account of a business is not asked anything in this book.
      PAC_ADDRESSES: `hka=${simulator.url}/api`,
      PAC_POLL_INTERVAL_MS: '300',
      AUTH_JWT_SECRET: 'a secret for the runbook only',
    };
    switchboard = await answerSystemctl();
    writePrograms(join(folder, 'bin'), programs.bin);
    Object.assign(env, settings, {
      PATH: [join(folder, 'bin'), programs.bin, process.env['PATH']].join(delimiter),
      HOME: folder,
      ADMIN_URL: server.url,
      BACKUP_URL: login('folio_backup'),
      SECOND_URL: login('folio_b'),
      DATABASE_OWNER_URL: login('folio_owner'),
      PASSWORD: 'only for the time of a drill',
      OWNER_PASSWORD: 'only for the time of a drill as well',
    });
    mkdirSync(env['DATA_DIR']!, { recursive: true });
    for (const commands of CHAPTERS.find(({ anchor }) => anchor === FIRST)!.commands) await run(commands);
    const opened = await openShop(readConfig(settings), port);
    shop = opened.shop;
    neighbour = (await openShop(readConfig(settings), port, NEIGHBOUR)).shop;
    service = serviceAt(port, settings);
    await service.start();
    Object.assign(env, {
      FOLIO: shop.url,
      TOKEN: shop.token,
      TENANT: opened.tenant.id,
      PGDATA: server.data,
      BACKUPS: backups,
      ARCHIVE: archive,
      SWITCHBOARD: `http://127.0.0.1:${(switchboard.address() as AddressInfo).port}`,
    });
  });
  after(async () => {
    await service?.kill();
    await simulator?.close();
    switchboard?.close();
    switchboard?.closeAllConnections();
    await server?.stop();
    for (const one of [folder, env['BACKUPS'], env['ARCHIVE']]) {
      if (one !== undefined) rmSync(one, { recursive: true, force: true });
    }
  });

  /** systemd is not the matter: what it would be told to do is done here. */
  function answerSystemctl(): Promise<Server> {
    const units: Record<string, Record<string, () => Promise<unknown>>> = {
      'folio@all': {
        start: () => service.start(),
        stop: () => service.stop(),
        restart: () => service.stop().then(() => service.start()),
        status: async () => assert.ok(service.isRunning()),
      },
      postgresql: { stop: () => server.kill(), start: () => server.restart('fast') },
    };
    const listening = createServer((request, response) => {
      const [, verb, unit] = request.url!.split('/');
      asked.push(`${verb} ${unit}`);
      units[decodeURIComponent(unit!)]![verb!]!()
        .then(() => response.end())
        .catch((error: unknown) => response.writeHead(500).end(String(error)));
    });
    return new Promise((resolve) => listening.listen(0, '127.0.0.1', () => resolve(listening)));
  }

  async function run(commands: string, more: Record<string, string> = {}): Promise<string> {
    const [prelude] = CHAPTERS.find(({ anchor }) => anchor === BEFORE)!.commands;
    const shell = spawn('bash', ['-e', '-u', '-o', 'pipefail', '-c', `${prelude}\n${commands}`], {
      cwd: ROOT,
      env: { ...env, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const code = await new Promise((resolve) => shell.once('close', resolve));
    assert.equal(code, 0, `${commands}\nsaid:\n${said}`);
    assert.doesNotMatch(said, /"errors":/, commands);
    return said;
  }

  async function sell(): Promise<Answer> {
    const lines = [{ itemId: shop.itemIds[0], quantity: '1' }];
    const order = await ask(shop, ORDER, { input: { clientId: shop.clientId, lines } });
    return (await ask(shop, GENERATE, { id: order.createOrder.id })).generateInvoice;
  }

  async function onDatabase<T extends object>(statement: string): Promise<T[]> {
    const client = new pg.Client(Object.assign(new URL(server.url), { pathname: '/folio' }).href);
    await client.connect();
    try {
      return (await client.query<T>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  const statusOf = async (id: string): Promise<Answer> =>
    (await ask(shop, 'query ($id: UUID!) { invoice(id: $id) { legalStatus submissionState } }', { id }))?.invoice;

  const rewriteAnAct = (operation: string): Promise<unknown> =>
    onDatabase(
      `begin; set local session_replication_role = replica; update acts set operation = ${operation}
       where tenant_id = '${env['TENANT']}' and turn = (select min(turn) from acts where tenant_id = '${env['TENANT']}'); commit`,
    );

  let lostId: string;

  /** State before a chapter is followed, and the state required afterwards. */
  const STAGES: Record<
    string,
    { happens?: () => Promise<Record<string, string> | void>; then?: (said: string) => Promise<void> | void }
  > = {
    'start-and-stop': { then: () => assert.ok(asked.includes('restart folio@all')) },
    "a-tenant's-life": {
      async happens() {
        const database = await openDatabase(readConfig({ DATABASE_URL: env['DATABASE_URL'] }));
        const { id } = await createTenant(database, { name: 'Casa Nueva, S.A.' });
        await database.close();
        return {
          ...{ NEW: id, COMPANY: 'casa-nueva', KEY: 'a-key-of-its-own', EXPORT: join(folder, 'export') },
          ...{ COMPANY2: 'casa-nueva-2', USER2: 'casanueva', KEY2: 'another-key-of-its-own' },
        };
      },
      async then(said) {
        assert.match(said, /PAC company +casa-nueva[^]*PAC key +its own[^]*PAC key +that of the service/);
        assert.match(said, /is suspended since[^]*works again[^]*rows of[^]*is closed[^]*closed since/);
        assert.ok(!said.includes('key-of-its-own'));
        const manifest = JSON.parse(readFileSync(join(folder, 'export', 'manifest.json'), 'utf8'));
        assert.equal(manifest.tenant.name, 'Casa Nueva de Panamá, S.A.');
      },
    },
    "a-person's-data": {
      async happens() {
        const { createClient } = await ask(
          shop,
          'mutation { createClient(input: { name: "Zulema Ríos", telephone: "6612-3456" }) { id } }',
          {},
        );
        return { CLIENT: createClient.id, ...{ PERSON: join(folder, 'person'), PROOF: join(folder, 'proof.json') } };
      },
      then(said) {
        assert.match(said, /rows and 0 files about client[^]*Nothing was changed[^]*proof\.json, SHA-256/);
        assert.match(readFileSync(join(folder, 'person', 'clients.csv'), 'utf8'), /Zulema Ríos/);
      },
    },
    'stuck-document': {
      async happens() {
        simulator.nextFault({ name: 'lostAnswer', companyId: COMPANY.companyId, operation: 'submit' });
        const lost = await sell();
        assert.equal(lost.submissionState, 'UNKNOWN');
        lostId = lost.id;
        return { DOCUMENT: lost.id, PAC_DOCUMENT: simulator.documents(COMPANY.companyId).at(-1)!.id };
      },
      async then(said) {
        assert.match(said, /AWAIT_NOTICE_OR_OPERATOR/);
        assert.equal((await statusOf(lostId)).legalStatus, 'PAC_AUTHORIZED');
      },
    },
    'pac-down': { then: (said) => assert.match(said, /"breaker":"CLOSED"[^]*\d{3} in /) },
    'disk-full': { then: (said) => assert.match(said, /Filesystem[^]*slot_name[^]*last_archived_wal/) },
    webhooks: {
      async happens() {
        const { createWebhookEndpoint: made } = await ask(
          shop,
          'mutation { createWebhookEndpoint(url: "https://shop.example/hook") { endpoint { id } } }',
          {},
        );
        await onDatabase(
          "update webhook_endpoints set is_enabled = false, disabled_reason = 'FAILING', disabled_at = now()",
        );
        return { ENDPOINT: made.endpoint.id };
      },
      then: (said) => assert.match(said, /disabled since \S+: FAILING[^]*\/hook {2}works/),
    },
    'ledger-problem': {
      happens: async () =>
        void (await onDatabase(`update stock_levels set on_hand = on_hand + 1 where tenant_id = '${env['TENANT']}'`)),
      then: (said) => assert.match(said, /on_hand is[^]*differences[^]*nothing differs/),
    },
    'acts-problem': {
      async happens() {
        await rewriteAnAct("operation || ' '");
        return { HEADS: join(env['DATA_DIR']!, 'files/acts', env['TENANT']!) };
      },
      async then(said) {
        assert.match(said, /acts: [^\n]*act 1 /);
        await rewriteAnAct('rtrim(operation)');
      },
    },
    'isolation-problem': {
      happens: async () => void (await onDatabase('alter table items no force row level security')),
      then: (said) => assert.match(said, /"status":"ready"/),
    },
    'unknown-rate': {
      then: (said) => assert.match(said, /folio_documents\{[^]*folio_pac_call_duration_seconds_count\{[^]*CLOSED/),
    },
    restore: {
      async happens() {
        const [row] = await onDatabase<{ now: string }>('select now()::text as now');
        await sell();
        await onDatabase('select pg_switch_wal()');
        const [base] = globSync(join(env['BACKUPS']!, '*/'));
        return { MOMENT: row!.now, BASE: base! };
      },
      async then(said) {
        assert.match(said, /FAC goes on after \d+ instead of[^]*nothing differs/);
        const next = await sell();
        assert.equal(next.legalStatus, 'PAC_AUTHORIZED');
        for (const { acceptances } of simulator.counts()) assert.equal(acceptances, 1);
      },
    },
    upgrade: { then: (said) => assert.match(said, /nothing differs[^]*applied[^]*nothing differs/) },
    'rotate-secrets': {
      async happens() {
        const database = await openDatabase(readConfig({ DATABASE_URL: env['DATABASE_URL'] }));
        const { id } = await createToken(database, { id: env['TENANT']! } as never, env['AUTH_JWT_SECRET']!, {
          userName: 'lost',
          role: 'viewer',
          expiresIn: '1d',
          now: systemClock.now(),
        });
        await database.close();
        return { TOKEN_ID: id };
      },
      async then(said) {
        assert.match(said, /[0-9a-f]{64}\n/);
        const another = { DATABASE_URL: env['SECOND_URL']! };
        assert.match(
          await run('npm run folio -- verify && npm run folio -- migrate down && npm run folio -- migrate up', another),
          /nothing differs/,
        );
        const owners = await onDatabase<{ name: string }>(
          "select distinct tableowner as name from pg_tables where schemaname = 'public'",
        );
        assert.deepEqual(owners, [{ name: 'folio_owner' }]);
      },
    },
    'embedded-folder': {
      async happens() {
        // A folder of its own, which has seen a tenant; whom systemd starts there is not the matter.
        const dataDir = join(folder, 'embedded');
        const made = {
          DATABASE_URL: '',
          DATABASE_OWNER_URL: '',
          PAC_BASE_URL: '',
          PAC_API_KEY: '',
          PAC_WEBHOOK_SECRET: '',
          DATA_DIR: dataDir,
        };
        await run('npm run folio -- tenant create --name "A shop"', made);
        return made;
      },
      then: (said) => assert.match(said, /0 rows of the ledger of 1 tenants: nothing differs/),
    },
  };

  for (const { anchor, commands } of CHAPTERS) {
    if (anchor === BEFORE || anchor === FIRST) continue;
    test(anchor, async (t) => {
      assert.ok(commands.length > 0, 'a chapter without a command is no help at night');
      if (
        commands.some((block) => /\$BASE\b|pg_basebackup/.test(block)) &&
        !existsSync(join(programs.bin, 'pg_basebackup'))
      )
        return t.skip('this PostgreSQL has no pg_basebackup');
      const stage = STAGES[anchor];
      const more = (await stage?.happens?.()) ?? {};
      const till = NOBODY_SELLS.includes(anchor) ? undefined : await openTill(neighbour);
      let said = '';
      try {
        if (till)
          await eventually(
            async () => till.sold.length,
            (sold) => sold > 0,
          );
        for (const block of commands) said += await run(block, more);
        // Rights of logins and roles are checked every half minute.
        if (commands.some((block) => block.includes('$ADMIN_URL'))) await nextLook();
      } finally {
        await till?.close();
      }
      assert.deepEqual(till?.refused ?? [], []);
      if (till) assertBookedOnce(till.sold, await onDatabase(BOOKED));
      await stage?.then?.(said);
    });
  }

  async function nextLook(): Promise<void> {
    const now = Date.now() / 1000;
    await eventually(
      () => lookedAt(shop.url),
      (at) => at > now,
    );
  }

  test('each stage that is set has a chapter, and each chapter that an alert names is here', () => {
    const anchors = CHAPTERS.map(({ anchor }) => anchor);
    for (const anchor of Object.keys(STAGES)) assert.ok(anchors.includes(anchor), anchor);
  });
}

describe('one login that becomes two, as the runbook says', { skip, timeout }, () => {
  test('sells all the while, and owns nothing afterwards', async (t) => {
    const server = (await startPostgres())!;
    const folder = mkdtempSync(join(tmpdir(), 'folio-two-logins-'));
    const port = await freePort();
    const { simulator, env: ofPac } = await pacFor(port, { verdictDelayMs: null });
    t.after(async () => {
      await simulator.close();
      await server.stop();
      rmSync(folder, { recursive: true });
    });
    const admin = new pg.Pool({ connectionString: server.url });
    t.after(() => admin.end());
    // As 1.8.0 had it: one login that owns the database and inherits the roles; the queue had none.
    await admin.query(`create role app_tenant; create role app_system; create role app_rebuild; create role app_watch;
      grant app_tenant to app_rebuild; create role folio login; grant app_tenant, app_system, app_rebuild, app_watch to folio;`);
    await admin.query('create database folio owner folio');
    const address = (user: string): string =>
      Object.assign(new URL(server.url), { username: user, pathname: '/folio' }).href;
    const settings: Record<string, string> = {
      DATABASE_URL: address('folio'),
      ...{ ...ofPac, DATA_DIR: folder, AUTH_JWT_SECRET: 'a secret for the runbook only' },
    };
    const { shop } = await openShop(readConfig(settings), port);
    const before = serviceAt(port, settings);
    await before.start();
    const looked = async (): Promise<void> => {
      const since = Date.now() / 1000;
      await eventually(
        async () => lookedAt(shop.url),
        (at) => at > since,
      );
    };
    const chapter = RUNBOOK.split(/^## /m).find((text) => text.startsWith('First installation'))!;
    const [make, end] = [...chapter.matchAll(/^```sql\n([^]*?)^```$/gm)].map(([, text]) => text!);
    const inFolio = new pg.Pool({ connectionString: address('postgres') });
    t.after(() => inFolio.end());
    const till = await openTill(shop);
    try {
      await inFolio.query('create role app_queue nologin');
      for (const line of make!.split(';\n').filter(Boolean)) await inFolio.query(line);
      await looked();
      const folio = ['--disable-warning=ExperimentalWarning', 'src/cli/folio.ts', 'migrate', 'up'];
      const migrated = spawnSync(process.execPath, folio, { cwd: ROOT, env: { ...process.env, ...settings } });
      assert.equal(migrated.status, 0, String(migrated.stderr));
      await before.stop();
      const after = serviceAt(port, { ...settings, DATABASE_URL: address('folio_serving') });
      t.after(() => after.kill());
      await after.start();
      await inFolio.query(end!);
      await looked();
    } finally {
      await till.close();
      await before.kill();
    }
    assert.deepEqual(till.refused, []);
    assert.ok(till.sold.length > 1);
    assertBookedOnce(till.sold, (await inFolio.query(BOOKED)).rows);
    const ready = (await (await fetch(`${shop.url}/readyz`)).json()) as { queueRole: string };
    assert.equal(ready.queueRole, 'app_queue');
    const doctor = spawnSync(process.execPath, ['src/cli/folio.ts', 'doctor', '--json'], {
      ...{ cwd: ROOT, encoding: 'utf8', env: { ...process.env, ...settings, DATABASE_URL: address('folio_serving') } },
    });
    assert.doesNotMatch(doctor.stdout, /owns the tables|inherits the rights/);
  });
});

async function lookedAt(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^folio_isolation_checked_timestamp_seconds (\S+)/m.exec(metrics)?.[1]);
}

/** `sudo` and `systemctl` as the runbook uses them. */
function writePrograms(bin: string, postgres: string): void {
  mkdirSync(bin);
  const script = (name: string, text: string): void => {
    writeFileSync(join(bin, name), `#!/bin/bash\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  const isRoot = process.getuid?.() === 0;
  const asOther = isRoot ? `exec runuser -u "$user" -- env PATH="${postgres}:$PATH" "$@"` : 'exec "$@"';
  script('sudo', `if [ "$1" = -u ]; then user=$2; shift 2; cd /; ${asOther}; fi; exec "$@"`);
  script('systemctl', 'exec curl --silent --show-error --fail-with-body --max-time 120 "$SWITCHBOARD/$1/$2"');
}
