// The machine of the leader is lost again and again while people sell through two processes of the real service; afterwards every sale
// that was acknowledged is there, and the PAC's books say that nothing was filed twice.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readConfig } from '../../src/wiring/config.ts';
import { openDatabase } from '../../src/wiring/open-database.ts';
import { chanceOf, type Chance } from './campaign/chance.ts';
import type { Told } from './campaign/evidence.ts';
import { startCluster, whatIsMissing, type Cluster } from './failover/cluster.ts';
import { check, environment, simulatorFor, urlOf } from './kill-loop.ts';
import { serviceAt } from './kill-loop/killable-process.ts';
import { followFeed, type Shop } from './kill-loop/load.ts';
import { openShop } from './kill-loop/open-shop.ts';
import { freePort } from '../support/free-port.ts';

const PEOPLE_AT_EACH = 3;
const SETTLE_WITHIN_MS = 300_000;
/** Asked for, and printed when missed: how long a busy machine takes proves nothing. */
const GOAL_SECONDS = 15;
const WAYS = ['HAProxy', 'a list of hosts'] as const;

interface Sale {
  id: string;
  number: string;
  /** Process that answered, and the begin and end of its request. */
  way: number;
  askedAt: number;
  soldAt: number;
}

export async function failover(losses: number, seed: string): Promise<number> {
  const missing = whatIsMissing();
  if (missing !== false) {
    console.log(`skipped: ${missing}`);
    return 0;
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'folio-failover-'));
  const cluster = await startCluster();
  const ports = [await freePort(), await freePort()];
  const simulator = await simulatorFor(ports[0]!, seed, [
    { name: 'slowAnswer', operation: 'submit', probability: 0.3, ms: 300 },
  ]);
  const addresses = [cluster.proxyUrl, cluster.hostsUrl];
  const services = ports.map((port, way) =>
    serviceAt(port, environment(dataDir, addresses[way], simulator.url, undefined)),
  );
  const sales: Sale[] = [];
  const problems: string[] = [];
  let isOver = false;
  try {
    const config = readConfig(environment(dataDir, cluster.hostsUrl, simulator.url, undefined));
    const { tenant, shop } = await openShop(config, ports[0]!);
    for (const service of services) await service.start();
    const shops = ports.map((port) => ({ ...shop, url: urlOf(port) }));
    const people = Array.from({ length: PEOPLE_AT_EACH * shops.length }, (_, nth) =>
      sell(shops, nth % shops.length, `${seed} ${nth}`, { sales, problems, isOver: () => isOver }),
    );
    const told: Told[] = [];
    let isSettled = false;
    const reader = followFeed(shops[1]!, told, () => isSettled);
    const silences = await loseLeaders(cluster, losses, chanceOf(seed), sales, problems);
    isOver = true;
    await Promise.all(people);
    if (services.some((service) => !service.isRunning())) problems.push('a service ended');
    const forOperator = await settle(shops[0]!);
    problems.push(...forOperator);
    isSettled = true;
    await reader;
    for (const service of services) await service.stop();
    const tally = await check(config, tenant, simulator, [], told);
    problems.push(...tally.violations.map(({ what }) => what));
    const lost = await missingSales(config, tenant.id, sales);
    problems.push(...lost.map(({ number }) => `${number} was acknowledged and is not there`));
    const wentBack = await askDatabase<{ because: string | null }>(
      config,
      'select went_back_because as because from database_witness',
    );
    problems.push(...wentBack.flatMap(({ because }) => because ?? []));
    const sentAgain = simulator.counts().filter(({ attempts }) => attempts > 1);
    problems.push(...sentAgain.map(({ numeration, attempts }) => `${numeration} arrived ${attempts} times`));
    console.log(
      [
        `Failover: seed ${seed}, ${losses} leaders lost under the load of ${people.length} people, ${tally.documents} documents`,
        ...silences.map(describe),
        `  sales acknowledged                  ${sales.length}`,
        `  of these lost                       ${lost.length}`,
        `  acceptances per document, at most   ${tally.acceptancesMax}`,
        `  documents that arrived twice        ${sentAgain.length}`,
        `  for an operator                     ${forOperator.length}`,
        ...WAYS.map((way, at) => `  no sale through ${way}: ${figures(silences.map(({ seconds }) => seconds[at]!))}`),
        ...problems.slice(0, 20).map((what) => `✖ ${what}`),
      ].join('\n'),
    );
    return problems.length === 0 ? 0 : 1;
  } finally {
    isOver = true;
    for (const service of services) await service.kill();
    await simulator.close();
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Silence {
  what: string;
  /** From the loss until the first sale that was asked for afterwards is acknowledged, by each way. */
  seconds: number[];
}

async function loseLeaders(
  cluster: Cluster,
  losses: number,
  chance: Chance,
  sales: readonly Sale[],
  problems: string[],
): Promise<Silence[]> {
  const silences: Silence[] = [];
  for (let nth = 0; nth < losses && problems.length === 0; nth += 1) {
    const before = sales.length;
    await until(() => sales.length > before + 20, problems, 'people do not sell');
    await delay(chance.below(2_000));
    const leader = await cluster.leader();
    const how = nth % 3 === 2 ? 'FROZEN' : 'KILLED';
    const withEtcd = nth % 2 === 1;
    const lostAt = await cluster.lose(leader, how, withEtcd);
    const firstBy = (way: number): Sale | undefined => sales.find((sale) => sale.way === way && sale.askedAt > lostAt);
    await until(() => WAYS.every((_, way) => firstBy(way)), problems, 'no more sales');
    const seconds = WAYS.map((_, way) => ((firstBy(way)?.soldAt ?? Number.POSITIVE_INFINITY) - lostAt) / 1000);
    const silence = { what: `${leader.name} ${how.toLowerCase()}${withEtcd ? ' with its etcd' : ''}`, seconds };
    silences.push(silence);
    if (process.stderr.isTTY) process.stderr.write(`${describe(silence)}\n`);
    await cluster.rejoin(leader);
  }
  return silences;
}

async function until(isSo: () => boolean, problems: string[], otherwise: string): Promise<void> {
  const giveUpAt = performance.now() + SETTLE_WITHIN_MS;
  while (!isSo()) {
    if (problems.length > 0) return;
    if (performance.now() > giveUpAt) {
      problems.push(otherwise);
      return;
    }
    await delay(20);
  }
}

const ORDER = 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }';
const INVOICE =
  'mutation ($id: UUID!, $key: String!) { generateInvoice(orderId: $id, idempotencyKey: $key) { id number } }';

/** One person at one till, who asks again under the same key until there is an answer. */
async function sell(
  shops: readonly Shop[],
  way: number,
  name: string,
  { sales, problems, isOver }: { sales: Sale[]; problems: string[]; isOver: () => boolean },
): Promise<void> {
  const chance = chanceOf(name);
  const shop = shops[way]!;
  for (let nth = 0; !isOver(); nth += 1) {
    const key = `${name} ${nth}`;
    const lines = [{ itemId: chance.oneOf(shop.itemIds), quantity: String(1 + chance.below(3)) }];
    const { createOrder: order } = await asked(shop, ORDER, {
      input: { clientId: shop.clientId, lines, idempotencyKey: key },
    });
    if (!order) return void problems.push(`${key}: no order`);
    const { generateInvoice: invoice, askedAt } = await asked(shop, INVOICE, { id: order.id, key: `invoice ${key}` });
    if (!invoice) return void problems.push(`${key}: no invoice`);
    sales.push({ ...invoice, way, askedAt, soldAt: performance.now() });
  }
}

// Each caller knows what it has asked for.
// oxlint-disable-next-line typescript/no-explicit-any
async function asked(shop: Shop, query: string, variables: object): Promise<any> {
  const giveUpAt = performance.now() + SETTLE_WITHIN_MS;
  for (;;) {
    const askedAt = performance.now();
    const { data, errors = [] } = await post(shop, { query, variables });
    if (data && errors.length === 0) return { ...data, askedAt };
    const refused = errors.find(({ extensions }) => extensions?.code !== 'SERVICE_UNAVAILABLE');
    if (refused || performance.now() > giveUpAt) {
      console.error(refused?.message ?? 'no answer in time');
      return {};
    }
    await delay(50);
  }
}

interface Answered {
  data?: Record<string, unknown>;
  errors?: { message: string; extensions?: { code?: string } }[];
}

async function post({ url, token }: Shop, body: object): Promise<Answered> {
  try {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(5_000),
    });
    return (await response.json()) as Answered;
  } catch {
    // No answer in time; the key says what it was.
    return {};
  }
}

/** Without help: what waits for an operator, and what is not at its end in time. */
async function settle(shop: Shop): Promise<string[]> {
  const giveUpAt = performance.now() + SETTLE_WITHIN_MS;
  for (;;) {
    const { openDocuments } = await asked(shop, '{ openDocuments { number nextAction } }', {});
    const open = openDocuments as { number: string; nextAction: string }[] | undefined;
    if (open?.length === 0) return [];
    const needsPerson = open?.every(({ nextAction }) => ['OPERATOR', 'AWAIT_NOTICE_OR_OPERATOR'].includes(nextAction));
    // A notice may still settle one; the simulator has told of all by then.
    if ((needsPerson && performance.now() > giveUpAt - SETTLE_WITHIN_MS * 0.8) || performance.now() > giveUpAt) {
      return (open ?? []).map(({ number, nextAction }) => `${number} still waits for ${nextAction}`);
    }
    await delay(500);
  }
}

async function missingSales(
  config: ReturnType<typeof readConfig>,
  tenantId: string,
  sales: readonly Sale[],
): Promise<Sale[]> {
  const rows = await askDatabase<{ id: string; number: string }>(
    config,
    "select id, number from fiscal_documents where tenant_id = $1 and legal_status = 'DGI_AUTHORIZED'",
    [tenantId],
  );
  const there = new Map(rows.map(({ id, number }) => [id, number]));
  return sales.filter(({ id, number }) => there.get(id) !== number);
}

async function askDatabase<Row extends object>(
  config: ReturnType<typeof readConfig>,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const database = await openDatabase(config);
  try {
    return (await database.pool.query<Row>(text, values)).rows;
  } finally {
    await database.close();
  }
}

function describe({ what, seconds }: Silence): string {
  return `  ${what}: ${seconds.map((one, way) => `${one.toFixed(1)} s through ${WAYS[way]}`).join(', ')}`;
}

function figures(seconds: readonly number[]): string {
  const sorted = seconds.toSorted((a, b) => a - b);
  const [median, most] = [sorted[Math.floor((sorted.length - 1) / 2)]!, sorted.at(-1)!];
  const missed = most < GOAL_SECONDS ? '' : `, above the ${GOAL_SECONDS} s that are the goal`;
  return `${median.toFixed(1)} s in the median, ${most.toFixed(1)} s at most${missed}`;
}
