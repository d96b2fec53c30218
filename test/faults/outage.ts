// F26 at its full size: thousands of documents of one tenant wait for a PAC that is down, while another tenant's PAC works; then it
// comes back, and the service is killed twice while they are drained.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Simulator } from '../../simulator/server.ts';
import { verifyTenant } from '../../src/cli/verify-tenant.ts';
import { headsContext } from '../../src/wiring/app.ts';
import { readConfig, type Config } from '../../src/wiring/config.ts';
import { openDatabase } from '../../src/wiring/open-database.ts';
import { type Tenant } from '../../src/tenancy/index.ts';
import { createDatabase } from '../support/databases.ts';
import { serviceAt, type Service } from './kill-loop/killable-process.ts';
import { ask, type Shop } from './kill-loop/load.ts';
import { COMPANY, openShop, pacFor } from './kill-loop/open-shop.ts';
import { startPostgres } from './kill-loop/postgres-server.ts';
import { freePort } from '../support/free-port.ts';

const FEW = 10;
const PEOPLE = 8;
const LOOKS = 60;
const DRAINED_WITHIN_MS = 3_600_000;

export async function outage(waiting: number, seed: string): Promise<number> {
  const shared = process.env['TEST_DATABASE_URL'];
  const server = shared === undefined ? await startPostgres() : undefined;
  const own = shared === undefined ? undefined : await createDatabase(shared);
  const databaseUrl = server?.url ?? own?.url;
  if (databaseUrl === undefined) {
    console.log('skipped: no PostgreSQL is installed here');
    return 0;
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'folio-outage-'));
  const port = await freePort();
  const companies = ['many', 'few', 'other'].map((companyId) => ({ ...COMPANY, companyId }));
  const { simulator, env: ofPac } = await pacFor(port, { verdictDelayMs: 300, seed, companies });
  const env = {
    ...ofPac,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    AUTH_JWT_SECRET: 'a secret for the time of an outage',
  };
  const config = readConfig(env);
  const opened = [];
  for (const company of companies) opened.push(await openShop(config, port, company));
  const [many, few, other] = opened.map(({ shop }) => shop) as [Shop, Shop, Shop];
  const service = serviceAt(port, env);
  const problems: string[] = [];
  try {
    await service.start();
    const before = await timesOf(other);
    // Refused before a verdict, so nothing of it is unknown: what waits, waits with nothing sent.
    simulator.setKnobs({
      standingFaults: ['many', 'few'].flatMap((companyId) =>
        (['submit', 'get'] as const).map((operation) => ({ name: 'http401' as const, companyId, operation })),
      ),
    });
    const meanwhile = await whileDown({ simulator, service, many, few, other, waiting });
    simulator.setKnobs({ standingFaults: [] });
    const drained = await drain({ service, many, few, waiting, problems });
    const accepted = companies.map(({ companyId }) => acceptedOf(simulator, companyId));
    const twice = accepted.reduce((sum, one) => sum + one.twice, 0);
    if (twice > 0) problems.push(`${twice} numbers were accepted twice`);
    if (accepted[0]!.numbers < waiting) problems.push(`${accepted[0]!.numbers} of ${waiting} documents were accepted`);
    await service.stop();
    await verifyAll(
      config,
      opened.map(({ tenant }) => tenant),
      problems,
    );
    console.log(report({ waiting, seed, before, meanwhile, drained, twice, problems }));
    return problems.length === 0 ? 0 : 1;
  } finally {
    await service.kill();
    await simulator.close();
    await server?.stop();
    await own?.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Outage {
  simulator: Simulator;
  service: Service;
  many: Shop;
  few: Shop;
  other: Shop;
  waiting: number;
  problems: string[];
}

async function whileDown({ simulator, service, many, few, other, waiting }: Omit<Outage, 'problems'>) {
  const started = performance.now();
  await sell(many, waiting);
  await sell(few, FEW);
  const sellingSeconds = secondsSince(started);
  const calls = simulator.calls().length;
  const quiet = performance.now();
  const times = await timesOf(other);
  const memory = await residentMb(service.url);
  const asked = simulator.calls().filter(({ companyId }, index) => index >= calls && companyId !== 'other').length;
  return { sellingSeconds, times, memory, askedPerMinute: (asked / secondsSince(quiet)) * 60 };
}

async function drain({ service, many, few, waiting, problems }: Omit<Outage, 'simulator' | 'other'>) {
  const back = performance.now();
  let fewAfter: number | undefined;
  let manyLeft = waiting;
  for (let kill = 0; kill < 2; kill += 1) {
    await delay(5000);
    await service.kill();
    await service.start();
  }
  while (manyLeft > 0 && performance.now() - back < DRAINED_WITHIN_MS) {
    if (fewAfter === undefined && (await left(few)) === 0) fewAfter = secondsSince(back);
    manyLeft = await left(many);
    if (process.stderr.isTTY) process.stderr.write(`\r${manyLeft} left `);
    await delay(1000);
  }
  const seconds = secondsSince(back);
  if (fewAfter === undefined && (await left(few)) > 0) problems.push('the few are not through when the many are');
  if (manyLeft > 0) problems.push(`${manyLeft} documents still wait`);
  return { seconds, fewAfter };
}

interface Findings {
  waiting: number;
  seed: string;
  before: string;
  meanwhile: Awaited<ReturnType<typeof whileDown>>;
  drained: Awaited<ReturnType<typeof drain>>;
  twice: number;
  problems: readonly string[];
}

function report({ waiting, seed, before, meanwhile, drained, twice, problems }: Findings): string {
  return [
    `Outage: ${waiting} documents wait for one PAC, seed ${seed}`,
    `  orders and invoices entered meanwhile, per second   ${((waiting + FEW) / meanwhile.sellingSeconds).toFixed(0)}`,
    `  a sale of another tenant, before: p50, p99          ${before}`,
    `  a sale of another tenant, meanwhile: p50, p99       ${meanwhile.times}`,
    `  calls to the PAC that is down, per minute           ${meanwhile.askedPerMinute.toFixed(0)}`,
    `  memory of the service, MB                           ${meanwhile.memory.toFixed(0)}`,
    `  ${FEW} documents of a smaller tenant sent after         ${drained.fewAfter?.toFixed(0) ?? '–'} s`,
    `  all drained after, with two kills                   ${drained.seconds.toFixed(0)} s`,
    `  numbers accepted twice                              ${twice}`,
    ...problems.map((what) => `✖ ${what}`),
  ].join('\n');
}

async function verifyAll(config: Config, tenants: readonly Tenant[], problems: string[]): Promise<void> {
  const database = await openDatabase(config);
  try {
    for (const tenant of tenants) {
      const { problems: found } = await verifyTenant(await headsContext(config, database), tenant, []);
      problems.push(...found.map((one) => JSON.stringify(one)));
    }
  } finally {
    await database.close();
  }
}

const ORDER = 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }';
const GENERATE = 'mutation ($id: UUID!) { generateInvoice(orderId: $id) { id } }';

async function sellOne(shop: Shop): Promise<void> {
  const lines = [{ itemId: shop.itemIds[0]!, quantity: '1' }];
  const order = await ask(shop, ORDER, { input: { clientId: shop.clientId, lines } });
  const invoice = await ask(shop, GENERATE, { id: order?.createOrder?.id });
  if (!invoice?.generateInvoice) throw new Error(`no invoice: ${JSON.stringify(invoice ?? order)}`);
}

async function sell(shop: Shop, count: number): Promise<void> {
  let next = 0;
  const person = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await sellOne(shop);
    }
  };
  await Promise.all(Array.from({ length: PEOPLE }, person));
}

/** Times of sales in a sequence, as text. */
async function timesOf(shop: Shop): Promise<string> {
  const times: number[] = [];
  for (let nth = 0; nth < LOOKS; nth += 1) {
    const started = performance.now();
    await sellOne(shop);
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): string =>
    `${times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(0)} ms`;
  return `${at(0.5)}, ${at(0.99)}`;
}

/** How many of its documents are not yet at the PAC. */
async function left(shop: Shop): Promise<number> {
  const answer = await ask(shop, '{ pacHealth { waiting } }', {});
  const health: { waiting: number }[] | { waiting: number } | undefined = answer?.pacHealth;
  if (health === undefined) return Number.POSITIVE_INFINITY;
  return [health].flat().reduce((sum, { waiting }) => sum + waiting, 0);
}

function acceptedOf(simulator: Simulator, companyId: string): { numbers: number; twice: number } {
  const counts = simulator.counts().filter((one) => one.companyId === companyId && one.acceptances > 0);
  return { numbers: counts.length, twice: counts.filter(({ acceptances }) => acceptances > 1).length };
}

async function residentMb(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 2 ** 20;
}

function secondsSince(instant: number): number {
  return (performance.now() - instant) / 1000;
}
