// HTTP end to end: the service beside the least that Node can do and beside a peer, in turns; then what only the service does.
import type { CompiledQuery } from 'kysely';
import { itemMovements } from '../../src/analytics/item-movements.ts';
import { findTenant, inTenant, type Tenant } from '../../src/tenancy/index.ts';
import { freePort } from '../../test/support/free-port.ts';
import { itemOf, tenantOf } from '../data/ids.ts';
import type { DataSet } from '../data/sets.ts';
import { sizeName } from '../data/shape.ts';
import type { BenchDatabase } from '../database.ts';
import { atLeast, atMost, type Goal } from '../goals.ts';
import { pgbenchRate, type PgbenchRate } from '../pgbench.ts';
import { cpuOf, type CpuUsed } from '../processor-time.ts';
import { withLiterals } from '../sql-text.ts';
import { median, medianOf } from '../statistics.ts';
import type { LoadRequest } from './load.ts';
import { startLoader, type Loader } from './loader.ts';
import type { Handler } from './minimal-handler.ts';
import {
  createPeerFunction,
  dropPeerFunction,
  installPeers,
  PAGE_BY_FUNCTION,
  startMercurius,
  startPostgraphile,
} from './peer.ts';
import { adjustments, graphql, noticesOfKnown, orders, pageByRest, pageOfMovements } from './requests.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { startService, type BenchService } from './folio-process.ts';

export interface Answered {
  name: string;
  perSecond: number;
  p50: number;
  p99: number;
  /** Processor time of one answer. */
  cpu: CpuUsed;
}

export interface Page extends Answered {
  /** Processor time of the server, and its rate, divided by Folio's; medians over the rounds. */
  cpuRatio: number | undefined;
  rateRatio: number;
  goal: Goal | undefined;
}

export interface HttpFigures {
  size: string;
  connections: number;
  /** The page of movements, by who answers it. */
  pages: Page[];
  /** The same SQL without Node; undefined where pgbench is not installed. */
  pgbench: PgbenchRate | undefined;
  /** Requests that only the service answers. */
  others: (Answered & { rateGoal?: Goal; cpuGoal?: Goal })[];
}

const CONNECTIONS = 8;
/** A PAC that has much to tell does not wait for the answer to one notice before it sends the next. */
const SENDERS = 32;
const ROUNDS = 5;
const ROUND_MS = 3000;
const WARM_UP_MS = 2000;
/** Before each slice: a pool drops connections that were idle for ten seconds, and theirs is the plan of the statement. */
const WARM_AGAIN_MS = 500;
const OTHERS_MS = 8000;
const NOTICES = 20_000;
const NOTICE_GOALS = { rateGoal: atLeast(5000), cpuGoal: atMost(150) };

export async function measureHttp({ shape, database }: DataSet, tell: (text: string) => void): Promise<HttpFigures> {
  installPeers(tell);
  const tenant = (await findTenant(database, tenantOf(shape.seed)))!;
  const itemId = itemOf('hot', shape.seed);
  const loader = startLoader();
  const stops: (() => Promise<void>)[] = [() => loader.stop()];
  try {
    const service = await startService(database, tenant, CONNECTIONS);
    stops.push(() => service.stop());
    const rivals = await startRivals(database, tenant, itemId);
    stops.push(...rivals.map(({ stop }) => stop));
    tell('itemMovements over HTTP');
    const pages = await comparePages({ loader, database, itemId }, service, rivals);
    const page = await statementOfPage(database, tenant, itemId);
    const script = `${openingOf(tenant)};\n${withLiterals(page)};\ncommit;`;
    const pgbench = pgbenchRate(database.url, script, CONNECTIONS);
    for (const { stop } of rivals) await stop();
    stops.splice(2);
    const kinds = [
      { name: 'adjustInventory', requests: adjustments(shape, service.token), once: false },
      { name: 'createOrder, one line', requests: orders(shape, service.token), once: false },
      {
        name: `notices of known documents, ${SENDERS} senders`,
        requests: await noticesOfKnown(database, tenant, service.webhookSecret, NOTICES),
        once: true,
        ...NOTICE_GOALS,
      },
    ];
    const others: HttpFigures['others'] = [];
    for (const { name, requests, once, ...goals } of kinds) {
      tell(name);
      const options = { forMs: OTHERS_MS, once, connections: once ? SENDERS : CONNECTIONS };
      others.push({ name, ...(await load({ loader, database }, service, requests, options)), ...goals });
    }
    return { size: sizeName(shape.movements), connections: CONNECTIONS, pages, pgbench, others };
  } finally {
    for (const stop of stops.toReversed()) await stop();
    await dropPeerFunction(database);
  }
}

interface Bench {
  loader: Loader;
  database: BenchDatabase;
}

async function load(
  { loader, database }: Bench,
  { origin, cpuMicros }: ServerProcess,
  requests: LoadRequest[],
  { forMs, once = false, connections = CONNECTIONS }: { forMs: number; once?: boolean; connections?: number },
): Promise<Omit<Answered, 'name'>> {
  const work = () => loader.load({ origin, requests, connections, forMs, once });
  const { result, cpu } = await cpuOf(database, cpuMicros, work);
  const { perSecond, p50, p99, answered } = result;
  const each = (micros: number | undefined) => (micros === undefined ? undefined : micros / answered);
  return { perSecond, p50, p99, cpu: { node: each(cpu.node), postgres: each(cpu.postgres) } };
}

interface Rival extends ServerProcess {
  name: string;
  request: (itemId: string) => LoadRequest;
  goal: Goal | undefined;
}

async function statementOfPage(database: BenchDatabase, tenant: Tenant, itemId: string): Promise<CompiledQuery> {
  const { statements } = await inTenant(database, tenant, (db) =>
    database.listen(() => itemMovements(db, { itemId, limit: 8, offset: 0 })),
  );
  return statements.at(-1)!;
}

/** As the application opens a tenant's transaction. */
function openingOf({ id }: Tenant): string {
  return `begin; set local role app_tenant; set local app.tenant_id = '${id}'`;
}

async function startRivals(database: BenchDatabase, tenant: Tenant, itemId: string): Promise<Rival[]> {
  const page = await statementOfPage(database, tenant, itemId);
  const port = await freePort();
  const handler: Handler = {
    url: database.url,
    port,
    connections: CONNECTIONS,
    opening: openingOf(tenant),
    sql: page.sql,
    parameters: [...page.parameters],
    itemId,
  };
  await createPeerFunction(database, page, itemId);
  const minimal = await startServerProcess(`${import.meta.dirname}/minimal-handler.ts`, port, {
    BENCH_HANDLER: JSON.stringify(handler),
  });
  const mercurius = await startMercurius({ ...handler, port: await freePort() });
  const postgraphile = await startPostgraphile(database, tenant.id, CONNECTIONS, await freePort());
  return [
    {
      ...minimal,
      name: 'minimal Node handler, same SQL',
      request: (id) => pageOfMovements(id),
      goal: atLeast(0.9, 1.3),
    },
    {
      ...mercurius,
      name: 'mercurius 16 and graphql-jit, same SQL, hand-written',
      request: (id) => pageOfMovements(id),
      goal: atLeast(0.9, 1.2),
    },
    {
      ...postgraphile,
      name: 'PostGraphile 5, same SQL as a function',
      request: (id) => graphql(PAGE_BY_FUNCTION, { id }),
      goal: atLeast(2, 3),
    },
  ];
}

async function comparePages(
  bench: Bench & { itemId: string },
  service: BenchService,
  rivals: readonly Rival[],
): Promise<Page[]> {
  const request = (id: string): LoadRequest => pageOfMovements(id, service.token);
  const byRest = { request: (id: string) => pageByRest(id, service.token), goal: atMost(1) };
  const all: Rival[] = [
    { ...service, name: 'Folio', request, goal: undefined },
    { ...service, name: 'Folio, REST', ...byRest },
    ...rivals,
  ];
  const ask = (one: Rival, forMs: number) => load(bench, one, [one.request(bench.itemId)], { forMs });
  for (const one of all) await ask(one, WARM_UP_MS);
  const rounds: Awaited<ReturnType<typeof ask>>[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const results: Awaited<ReturnType<typeof ask>>[] = [];
    for (const one of all) {
      await ask(one, WARM_AGAIN_MS);
      results.push(await ask(one, ROUND_MS));
    }
    rounds.push(results);
  }
  return all.map(({ name, goal }, index) => {
    const results = rounds.map((round) => round[index]!);
    return {
      name,
      perSecond: median(results.map(({ perSecond }) => perSecond)),
      p50: median(results.map(({ p50 }) => p50)),
      p99: median(results.map(({ p99 }) => p99)),
      cpu: { node: medianOf(results, ({ cpu }) => cpu.node), postgres: medianOf(results, ({ cpu }) => cpu.postgres) },
      cpuRatio: medianOf(rounds, (round) =>
        round[0]!.cpu.node === undefined ? undefined : round[index]!.cpu.node! / round[0]!.cpu.node,
      ),
      rateRatio: median(rounds.map((round) => round[index]!.perSecond / round[0]!.perSecond)),
      goal,
    };
  });
}
