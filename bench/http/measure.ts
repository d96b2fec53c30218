// HTTP end to end: the service beside the least that Node can do and beside a peer, in turns; then what only the service does.
import type { CompiledQuery } from 'kysely';
import { itemMovements } from '../../src/analytics/item-movements.ts';
import { findTenant, inTenant, type Tenant } from '../../src/tenancy/index.ts';
import { freePort } from '../../test/faults/kill-loop/postgres-server.ts';
import { itemOf, tenantOf } from '../data/ids.ts';
import type { DataSet } from '../data/sets.ts';
import { sizeName } from '../data/shape.ts';
import type { BenchDatabase } from '../database.ts';
import { pgbenchRate, type PgbenchRate } from '../pgbench.ts';
import { withLiterals } from '../sql-text.ts';
import { median } from '../statistics.ts';
import type { LoadRequest, LoadResult } from './load.ts';
import { startLoader, type Loader } from './loader.ts';
import type { MinimalHandler } from './minimal-handler.ts';
import {
  createPeerFunction,
  dropPeerFunction,
  installPeer,
  PAGE_BY_FUNCTION,
  PAGE_OF_TABLE,
  startPeer,
} from './peer.ts';
import { adjustments, graphql, noticesOfKnown, noticesOfUnknown, orders, pageOfMovements } from './requests.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { startService, type BenchService } from './folio-process.ts';

export interface Answered {
  name: string;
  perSecond: number;
  p50: number;
  p99: number;
  /** Processor time of the server's process for one answer, which does not depend on what else the machine does. */
  cpuMicros: number | undefined;
  goal: number | undefined;
}

export interface HttpFigures {
  size: string;
  connections: number;
  /** The page of movements, by who answers it. */
  pages: (Answered & { ratio: number })[];
  /** The same SQL without Node; undefined where pgbench is not installed. */
  pgbench: PgbenchRate | undefined;
  /** What only the service does. */
  others: Answered[];
}

const CONNECTIONS = 8;
/** A PAC that has much to tell does not wait for the answer to one notice before it sends the next. */
const SENDERS = 32;
const ROUNDS = 5;
const ROUND_MS = 3000;
const WARM_UP_MS = 2000;
const OTHERS_MS = 8000;
const NOTICES = 20_000;
const MINIMAL_GOAL = 0.6;
const PEER_GOAL = 3;
const NOTICES_GOAL = 1000;

export async function measureHttp({ shape, database }: DataSet, tell: (text: string) => void): Promise<HttpFigures> {
  installPeer(tell);
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
    const pages = await comparePages(loader, service, rivals, itemId);
    const page = await statementOfPage(database, tenant, itemId);
    const script = `${openingOf(tenant)};\n${withLiterals(page)};\ncommit;`;
    const pgbench = pgbenchRate(database.url, script, CONNECTIONS);
    for (const { stop } of rivals) await stop();
    stops.splice(2);
    const kinds = [
      { name: 'adjustInventory', requests: adjustments(shape, service.token), once: false, goal: undefined },
      { name: 'createOrder, one line', requests: orders(shape, service.token), once: false, goal: undefined },
      {
        name: `notices of known documents, ${SENDERS} senders`,
        requests: await noticesOfKnown(database, tenant, service.webhookSecret, NOTICES),
        once: true,
        goal: NOTICES_GOAL,
      },
      {
        name: `notices that came before their document, ${SENDERS} senders`,
        requests: noticesOfUnknown(tenant, service.webhookSecret, NOTICES, String(process.pid)),
        once: true,
        goal: NOTICES_GOAL,
      },
    ];
    const others: HttpFigures['others'] = [];
    for (const { name, requests, once, goal } of kinds) {
      tell(name);
      const options = { forMs: OTHERS_MS, once, connections: once ? SENDERS : CONNECTIONS };
      const { perSecond, p50, p99, cpuMicros } = await load(loader, service, requests, options);
      others.push({ name, perSecond, p50, p99, cpuMicros, goal });
    }
    return { size: sizeName(shape.movements), connections: CONNECTIONS, pages, pgbench, others };
  } finally {
    for (const stop of stops.toReversed()) await stop();
    await dropPeerFunction(database);
  }
}

async function load(
  loader: Loader,
  { origin, cpuMicros }: ServerProcess,
  requests: LoadRequest[],
  { forMs, once = false, connections = CONNECTIONS }: { forMs: number; once?: boolean; connections?: number },
): Promise<LoadResult & Pick<Answered, 'cpuMicros'>> {
  const before = cpuMicros();
  const result = await loader.load({ origin, requests, connections, forMs, once });
  const after = cpuMicros();
  const used = before === undefined || after === undefined ? undefined : (after - before) / result.answered;
  return { ...result, cpuMicros: used };
}

interface Rival extends ServerProcess {
  name: string;
  request: (itemId: string) => LoadRequest;
  goal: number | undefined;
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
  const handler: MinimalHandler = {
    url: database.url,
    port,
    connections: CONNECTIONS,
    opening: openingOf(tenant),
    sql: page.sql,
    parameters: [...page.parameters],
  };
  await createPeerFunction(database, page, itemId);
  const minimal = await startServerProcess(`${import.meta.dirname}/minimal-handler.ts`, port, {
    BENCH_HANDLER: JSON.stringify(handler),
  });
  const peer = await startPeer(database, tenant.id, CONNECTIONS, await freePort());
  return [
    { ...minimal, name: 'minimal Node handler, same SQL', request: (id) => pageOfMovements(id), goal: MINIMAL_GOAL },
    {
      ...peer,
      name: 'PostGraphile 5, same SQL as a function',
      request: (id) => graphql(PAGE_BY_FUNCTION, { id }),
      goal: PEER_GOAL,
    },
    {
      ...peer,
      name: 'PostGraphile 5, its own connection with totalCount',
      request: (id) => graphql(PAGE_OF_TABLE, { id }),
      goal: PEER_GOAL,
      // The process is the one above.
      stop: async () => undefined,
    },
  ];
}

async function comparePages(
  loader: Loader,
  service: BenchService,
  rivals: readonly Rival[],
  itemId: string,
): Promise<HttpFigures['pages']> {
  const folio = {
    ...service,
    name: 'Folio',
    request: (id: string) => pageOfMovements(id, service.token),
    goal: undefined,
  };
  const all: Rival[] = [folio, ...rivals];
  for (const one of all) await load(loader, one, [one.request(itemId)], { forMs: WARM_UP_MS });
  const rounds: Awaited<ReturnType<typeof load>>[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const results: Awaited<ReturnType<typeof load>>[] = [];
    for (const one of all) results.push(await load(loader, one, [one.request(itemId)], { forMs: ROUND_MS }));
    rounds.push(results);
  }
  return all.map(({ name, goal }, index) => {
    const results = rounds.map((round) => round[index]!);
    return {
      name,
      perSecond: median(results.map(({ perSecond }) => perSecond)),
      p50: median(results.map(({ p50 }) => p50)),
      p99: median(results.map(({ p99 }) => p99)),
      cpuMicros: results[0]!.cpuMicros === undefined ? undefined : median(results.map(({ cpuMicros }) => cpuMicros!)),
      ratio: median(rounds.map((round) => round[0]!.perSecond / round[index]!.perSecond)),
      goal,
    };
  });
}
