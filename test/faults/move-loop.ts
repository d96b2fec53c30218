// Two groups of tenants behind a router: a tenant moves to and fro while people sell, and moves and services are killed; then its books.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { startSimulator } from '../../simulator/server.ts';
import { createLogger } from '../../src/platform/log.ts';
import { inTenant, type Tenant } from '../../src/tenancy/index.ts';
import { verifyTenant } from '../../src/cli/verify-tenant.ts';
import { headsContext } from '../../src/wiring/app.ts';
import { readConfig } from '../../src/wiring/config.ts';
import { openDatabase } from '../../src/wiring/open-database.ts';
import { routerSettings, startRouter } from '../../kits/groups/router.ts';
import { placeOf } from './campaign/place.ts';
import { serviceAt } from './kill-loop/killable-process.ts';
import { settleEverything } from './kill-loop.ts';
import type { Shop } from './kill-loop/load.ts';
import { COMPANY, openShop, PAC } from './kill-loop/open-shop.ts';
import { startPostgres } from './kill-loop/postgres-server.ts';
import { freePort } from '../support/free-port.ts';

/** The commands of the page, with the addresses of this machine. */
const PAGE = readFileSync(new URL('../../docs/scaling.md', import.meta.url), 'utf8');
const shown = (what: RegExp): string => what.exec(PAGE)![1]!;

const SELLERS = 3;
const NEIGHBOUR = { companyId: 'neighbour', ruc: '155587169-2-2014', dv: '09', rucType: 2 as const };
const SECRET = 'a secret for the moving tenants only';
const METRICS_TOKEN = 'a-token-of-both-groups-and-the-router';

/** As the command announces them. */
export const PHASES = [
  'all rows',
  'has changed',
  'Verifying',
  'Waiting',
  'Stopped',
  'Comparing',
  'Gone',
  'Removing',
] as const;

export interface MoveOptions {
  /**
   * For each move, the phases in which its command is killed, one after the other; `service`: a process of a group, at once; `undo`: what
   * was begun is undone, and people sell where they were.
   */
  moves: readonly (readonly ((typeof PHASES)[number] | 'service' | 'undo')[])[];
  /** How many clients the tenant has besides. */
  rows: number;
}

interface Sales {
  acknowledged: string[];
  longestMs: number;
  refusals: string[];
  /** After a failure of the loop itself, no one waits for an answer any more. */
  isGivenUp: boolean;
}

/** So many moves of a tenant with 100,000 rows, each killed in three of its phases, a service in every third. */
export function movesOf(count: number): MoveOptions {
  const phases = (nth: number) => [0, 1, 2].map((more) => PHASES[(nth * 3 + more) % PHASES.length]!);
  const moves = Array.from({ length: count }, (_, nth) => [
    ...(nth % 2 === 1 ? ['Stopped' as const, 'undo' as const] : []),
    ...phases(nth),
    ...(nth % 3 === 2 ? ['service' as const] : []),
  ]);
  return { moves, rows: 100_000 };
}

/** 0: nothing was lost, doubled or left behind. */
export async function moveLoop({ moves, rows }: MoveOptions): Promise<number> {
  const servers = [await startPostgres(), await startPostgres()].filter((one) => one !== undefined);
  if (servers.length < 2) {
    console.log('skipped: no PostgreSQL is installed here');
    return 0;
  }
  const folder = await mkdtemp(join(tmpdir(), 'folio-groups-'));
  const routerPort = await freePort();
  const simulator = await startSimulator({
    ...PAC,
    webhookUrl: `http://127.0.0.1:${routerPort}`,
    verdictDelayMs: 300,
    seed: 'groups',
    companies: [COMPANY, NEIGHBOUR],
    knobs: { webhookRetryMs: 500 },
  });
  const groups = await Promise.all(
    servers.map(async ({ url }, nth) => {
      const port = await freePort();
      const env = environment(join(folder, String(nth)), url, simulator.url);
      return { port, env, config: readConfig(env), service: serviceAt(port, env) };
    }),
  );
  const [a, b] = groups as [(typeof groups)[0], (typeof groups)[0]];
  const { tenant, shop } = await openShop(a.config, routerPort);
  const neighbour = await openShop(b.config, routerPort, NEIGHBOUR);
  await addClients(a.config, tenant, rows);
  const own = shown(/^(ROLE=.*) npm start$/m)
    .replace('http://10.0.0.1:4000', `http://127.0.0.1:${a.port}`)
    .replace('http://10.0.0.2:4000', `http://127.0.0.1:${b.port}`)
    .replace('METRICS_TOKEN=…', `METRICS_TOKEN=${METRICS_TOKEN}`);
  const settings = Object.fromEntries(own.split(' ').map((one) => /^(\w+)=(.*)$/.exec(one)!.slice(1)));
  const routed = readConfig({ ...settings, PORT: String(routerPort), HOST: '127.0.0.1' });
  await Promise.all(groups.map(({ service }) => service.start()));
  const router = await startRouter({
    ...routerSettings(routed),
    log: createLogger({ level: 'fatal', readable: false }),
  });
  let isOver = false;
  const sales: Sales = { acknowledged: [], longestMs: 0, refusals: [], isGivenUp: false };
  const others: Sales = { acknowledged: [], longestMs: 0, refusals: [], isGivenUp: false };
  const problems: string[] = [];
  try {
    const selling = [
      ...Array<Sales>(SELLERS)
        .fill(sales)
        .map((one) => sell(shop, one, () => isOver)),
      sell(neighbour.shop, others, () => isOver),
    ];
    void Promise.allSettled(selling);
    const pauses: number[] = [];
    for (const [nth, kills] of moves.entries()) {
      const [from, to] = nth % 2 === 0 ? [a, b] : [b, a];
      for (const phase of kills) {
        if (phase === 'undo') {
          await undo(from, to, tenant);
          await moreSales(sales);
        } else if (phase !== 'service') await move(from.env, to, tenant, phase);
        else {
          await to.service.kill();
          await to.service.start();
        }
      }
      pauses.push(Number((await move(from.env, to, tenant)).pauseMs));
      await moreSales(sales);
    }
    isOver = true;
    await Promise.all(selling);
    for (const one of [shop, neighbour.shop]) problems.push(...(await settleEverything(one, simulator, [])));
    for (const { service } of groups) await service.stop();
    const [there, left] = moves.length % 2 === 0 ? [a, b] : [b, a];
    problems.push(...(await leftBehind(left.config, tenant)));
    problems.push(...(await booksOf(there.config, tenant, sales, simulator)));
    problems.push(...(await booksOf(b.config, neighbour.tenant, others, simulator)));
    for (const one of [...sales.refusals, ...others.refusals]) problems.push(`a seller was told: ${one}`);
    console.log(
      [
        `Groups of tenants: ${servers[0]!.version}, a tenant with ${rows} clients`,
        `  moves                          ${moves.length}`,
        `  killed                         ${moves.flat().join(', ') || 'nothing'}`,
        `  sold meanwhile                 ${sales.acknowledged.length}, and ${others.acknowledged.length} by a neighbour`,
        `  stopped by the command for     ${pauses.map((ms) => (Number.isNaN(ms) ? '?' : `${ms} ms`)).join(', ')}`,
        `  longest time without a sale    ${Math.round(sales.longestMs)} ms, kills included; of the neighbour ${Math.round(others.longestMs)} ms`,
        `  problems                       ${problems.length}`,
        ...problems.slice(0, 20).map((what) => `✖ ${what}`),
      ].join('\n'),
    );
    return problems.length === 0 ? 0 : 1;
  } finally {
    isOver = sales.isGivenUp = others.isGivenUp = true;
    for (const { service } of groups) await service.kill();
    await router.close();
    await simulator.close();
    for (const server of servers) await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function environment(dataDir: string, databaseUrl: string, pacUrl: string): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    DEMO: 'off',
    PAC_BASE_URL: pacUrl,
    PAC_API_KEY: PAC.apiKey,
    PAC_WEBHOOK_SECRET: PAC.webhookSecret,
    PAC_POLL_INTERVAL_MS: '500',
    PAC_TIMEOUT_MS: '2000',
    AUTH_JWT_SECRET: SECRET,
    METRICS_TOKEN,
    LOG_LEVEL: 'fatal',
  };
}

async function addClients(config: MoveConfig, tenant: Tenant, rows: number): Promise<void> {
  const database = await openDatabase(config);
  // As the tenant: acts tell of them.
  await inTenant(database, tenant, (db) =>
    sql`insert into clients (tenant_id, id, name, receiver_type)
      select ${tenant.id}, gen_random_uuid(), 'Client ' || n, 'CONSUMIDOR_FINAL' from generate_series(1, ${rows}::int) n`.execute(
      db,
    ),
  );
  await database.close();
}

type MoveConfig = ReturnType<typeof readConfig>;

/** People sell there before it goes on. */
async function moreSales({ acknowledged }: Sales): Promise<void> {
  const before = acknowledged.length;
  while (acknowledged.length < before + 10) await delay(50);
}

/** A command that was killed late may have come to the point of no return; then it says so. */
async function undo(
  from: { env: Record<string, string>; config: MoveConfig },
  to: { env: Record<string, string> },
  tenant: Tenant,
): Promise<void> {
  const database = await openDatabase(from.config);
  const { rows } = await database.pool.query<{ place: string }>('select place from tenants where id = $1', [tenant.id]);
  await database.close();
  const undone = await move(from.env, to, tenant, undefined, ['--undo']).catch((error: Error) => error.message);
  if (rows[0]!.place === 'GONE') assert.match(undone as string, /no move to this database that could be undone/);
  else assert.deepEqual(undone, { tenant: tenant.id, place: 'HERE' });
}

/** Runs the command; killed as soon as it says that the phase has begun. */
async function move(
  env: Record<string, string>,
  to: { env: Record<string, string> },
  tenant: Tenant,
  killedIn?: string,
  more: readonly string[] = [],
): Promise<{ pauseMs?: number }> {
  const values: Record<string, string> = {
    ID: tenant.id,
    'postgres://postgres@b/folio': to.env['DATABASE_URL']!,
    '/srv/b/files': join(to.env['DATA_DIR']!, 'files'),
  };
  const words = shown(/npm run folio -- (tenant move .*)$/m).split(' ');
  const child = spawn(
    process.execPath,
    ['src/cli/folio.ts', ...words.map((word) => values[word] ?? word), ...more, '--json'],
    { env: { PATH: process.env['PATH'] ?? '', NODE_NO_WARNINGS: '1', ...env }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const ended = once(child, 'exit');
  const said: string[] = [];
  let answer = '';
  child.stdout.on('data', (text: Buffer) => (answer += text.toString()));
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line);
    if (killedIn !== undefined && line.includes(killedIn)) child.kill('SIGKILL');
  }
  const [code] = await ended;
  if (code !== 0 && killedIn === undefined)
    throw new Error(`the move ended with ${code}:\n${said.join('\n')}\n${answer}`);
  return code === 0 ? (JSON.parse(answer) as { pauseMs: number }) : {};
}

/** Asks with a key until there is an answer; a refusal that a seller would see is kept. */
async function askUntil(
  shop: Shop,
  sales: Sales,
  query: string,
  variables: object,
): Promise<Record<string, { id: string }>> {
  const key = randomUUID();
  for (;;) {
    try {
      const response = await fetch(`${shop.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${shop.token}`, 'idempotency-key': key },
        body: JSON.stringify({ query, variables }),
      });
      const { data, errors } = (await response.json()) as {
        data?: Record<string, { id: string }>;
        errors?: { message: string; extensions: { code: string } }[];
      };
      if (data && Object.values(data).every(Boolean)) return data;
      const { code, message } = { ...errors?.[0], ...errors?.[0]?.extensions };
      if (code !== 'SERVICE_UNAVAILABLE') sales.refusals.push(`${response.status} ${code} ${message}`);
    } catch (error) {
      sales.refusals.push(`no answer: ${String(error)}`);
    }
    if (sales.isGivenUp) throw new Error('given up');
    await delay(100);
  }
}

async function sell(shop: Shop, sales: Sales, isOver: () => boolean): Promise<void> {
  let last: number | undefined;
  while (!isOver()) {
    const input = { clientId: shop.clientId, lines: [{ itemId: shop.itemIds[0]!, quantity: '1' }] };
    const { createOrder } = await askUntil(
      shop,
      sales,
      'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }',
      { input },
    );
    const { generateInvoice } = await askUntil(
      shop,
      sales,
      'mutation ($id: UUID!) { generateInvoice(orderId: $id) { id } }',
      { id: createOrder!.id },
    );
    sales.acknowledged.push(generateInvoice!.id);
    const now = performance.now();
    if (last !== undefined) sales.longestMs = Math.max(sales.longestMs, now - last);
    last = now;
  }
}

/** Every sale that was acknowledged is there once, in the books and at the PAC; nothing else is. */
async function booksOf(
  config: MoveConfig,
  tenant: Tenant,
  { acknowledged }: Sales,
  simulator: Awaited<ReturnType<typeof startSimulator>>,
): Promise<string[]> {
  const database = await openDatabase(config);
  try {
    const { rows } = await database.pool.query<{ id: string; number: string; order_id: string }>(
      `select i.id, d.number, i.order_id from invoices i join fiscal_documents d using (tenant_id, id) where tenant_id = $1`,
      [tenant.id],
    );
    const ids = new Set(rows.map(({ id }) => id));
    const lost = acknowledged
      .filter((id) => !ids.has(id))
      .map((id) => `invoice ${id} was acknowledged and is not there`);
    const doubled =
      new Set(acknowledged).size === acknowledged.length ? [] : ['an invoice was acknowledged to two orders'];
    const extra =
      rows.length === acknowledged.length ? [] : [`${rows.length} invoices for ${acknowledged.length} sales`];
    const ofCompany = simulator.counts().filter(({ companyId }) => companyId === tenant.pacCompanyId);
    const repeated = ofCompany
      .filter(({ acceptances }) => acceptances !== 1)
      .map((one) => `${placeOf(one)} was accepted ${one.acceptances} times`);
    const atPac =
      ofCompany.length === rows.length ? [] : [`the PAC has ${ofCompany.length} documents, the books ${rows.length}`];
    const { problems: books } = await verifyTenant(await headsContext(config, database), tenant, []);
    return [
      ...lost,
      ...doubled,
      ...extra,
      ...repeated,
      ...atPac,
      ...books.map(({ check, detail }) => `${check}: ${detail}`),
    ];
  } finally {
    await database.close();
  }
}

/** Only a tombstone, that lets no one in. */
async function leftBehind(config: MoveConfig, tenant: Tenant): Promise<string[]> {
  const database = await openDatabase(config);
  try {
    const { rows } = await database.pool.query<{ table: string }>(
      `select table_name as table from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id'`,
    );
    const found: string[] = [];
    for (const { table } of rows) {
      const { rowCount } = await database.pool.query(`select from ${table} where tenant_id = $1 limit 1`, [tenant.id]);
      if (rowCount !== 0) found.push(`${table} still has rows of the tenant where it was`);
    }
    const { rowCount } = await database.pool.query('select from pgboss.job where group_id = $1', [tenant.id]);
    if (rowCount !== 0) found.push('it still has jobs where it was');
    const entered = await inTenant(database, tenant, () => Promise.resolve('entered')).catch(() => undefined);
    return entered === undefined ? found : [...found, 'it can be entered where it was'];
  } finally {
    await database.close();
  }
}
