// The cost of a fact: rows, updates, index entries, WAL and transactions of a mutation and all that follows from it, beside numbers that are kept.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { bringUpToDate } from '../../src/wiring/open-database.ts';
import { ask, type Shop } from '../../test/faults/kill-loop/load.ts';
import { createDatabase, dropDatabase, openDatabase, ownName, type BenchDatabase, type Server } from '../database.ts';
import { atMost } from '../goals.ts';
import { startWholeService } from '../http/with-simulator.ts';
import type { Line } from '../report/lines.ts';
import { newBusiness } from '../traffic/measure.ts';
import { certifiedBesideBare } from './beside-bare.ts';
import { costOf, nameOf, placeInWal, writtenBetween, type Cost } from './wal.ts';

const CONNECTIONS = 8;
const WARMING = 3;
const TIMES = 20;
const CERTIFIED = 'an invoice, certified, until the verdict and the PDF';
const SETTLING_MS = 3000;
const QUIET_MS = 2000;
const TOLD_MS = 11_000;
const WITHIN_MS = 300_000;
const VERDICT_DELAY_MS = 100;

/** The most that a fact may cost: more is a failure, and where it is less the number follows. */
export type Kept = Record<string, Partial<Record<keyof Cost | 'kept', number>>>;
const KEPT = JSON.parse(readFileSync(join(import.meta.dirname, 'kept.json'), 'utf8')) as Kept;

export interface Facts {
  lines: Line[];
  /** By fact, what each table gets. */
  tables: { fact: string; table: string; cost: Cost }[];
  failures: string[];
}

interface Bench {
  database: BenchDatabase;
  shop: Shop;
  tenantId: string;
  leftOut: ReadonlySet<string>;
}

export async function measureFacts(
  server: Server,
  { timed, tell }: { timed: boolean; tell: (text: string) => void },
): Promise<Facts | undefined> {
  const stops: (() => Promise<unknown>)[] = [];
  const name = ownName('folio_bench_facts');
  const opened = async (name: string) => {
    await createDatabase(server, name);
    const database = openDatabase(server, name);
    stops.push(
      () => dropDatabase(server, name),
      () => database.close(),
    );
    return database;
  };
  try {
    const database = await opened(name);
    if (!(await canReadWal(database))) {
      tell('facts are not counted: this PostgreSQL has no pg_walinspect');
      return undefined;
    }
    // Connections that are opened later follow it.
    await database.pool.query(`alter database ${name} set track_functions = 'pl'`);
    await database.pool.query('create extension if not exists pg_stat_statements').catch(() => undefined);
    await bringUpToDate({}, database);
    const { tenant, ...goods } = await newBusiness(database);
    const service = await startWholeService(database, tenant, CONNECTIONS, VERDICT_DELAY_MS);
    stops.push(() => service.stop());
    const shop = { url: service.origin, token: service.token, ...goods };
    const bench = { database, shop, tenantId: tenant.id, leftOut: await anyway(database) };
    const facts: Facts = { lines: [], tables: [], failures: [] };
    const { all, prepare } = await factsOf(bench);
    for (const [fact, once] of Object.entries(all)) {
      tell(fact);
      await add(facts, bench, fact, once);
      if (timed && fact === CERTIFIED) {
        const byTable = facts.tables.filter((one) => one.fact === fact);
        tell('a certified invoice beside its rows bare');
        const bareDatabase = await opened(ownName('folio_bench_bare'));
        await bringUpToDate({}, bareDatabase);
        facts.lines.push(...(await certifiedBesideBare({ database, bareDatabase, service, byTable, prepare, once })));
      }
    }
    return facts;
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

async function canReadWal({ pool }: BenchDatabase): Promise<boolean> {
  return pool.query('create extension if not exists pg_walinspect').then(
    () => true,
    () => false,
  );
}

/** Tables of the queue itself, and of what each process looks at now and then. */
const BESIDE = ['pgboss.queue', 'pgboss.version', 'pgboss.schedule', 'isolation_checks', 'database_witness'];

/** Tables that a service with nothing to do writes to. */
async function anyway(database: BenchDatabase): Promise<Set<string>> {
  await delay(SETTLING_MS);
  const from = await placeInWal(database);
  await delay(2 * SETTLING_MS);
  const written = await writtenBetween(database, from, await placeInWal(database));
  return new Set([...BESIDE, ...written.map(nameOf)]);
}

async function add(facts: Facts, bench: Bench, fact: string, once: () => Promise<void>): Promise<void> {
  for (let time = 0; time < WARMING; time += 1) await once();
  await settled(bench);
  const [from, keptBefore] = [await placeInWal(bench.database), await bytesKept(bench)];
  const isTimed = (await statementTime(bench.database)) !== undefined;
  const triggersBefore = isTimed ? await triggerTime(bench.database) : 0;
  const timeBefore = await statementTime(bench.database);
  for (let time = 0; time < TIMES; time += 1) await once();
  await settled(bench);
  const time = await statementTime(bench.database);
  const { all, byTable } = costOf(
    await writtenBetween(bench.database, from, await placeInWal(bench.database)),
    bench.leftOut,
  );
  const kept = ((await bytesKept(bench)) - keptBefore) / TIMES;
  const cost = { ...perFact(all), kept };
  for (const [table, one] of byTable) facts.tables.push({ fact, table, cost: perFact(one) });
  const words = {
    inserted: 'rows inserted',
    updated: 'rows updated',
    notHot: 'of them not HOT',
    deleted: 'rows deleted',
    entries: 'index entries',
    bytes: 'bytes of WAL',
    kept: 'bytes of acts, events and evidence',
    transactions: 'transactions that write',
  };
  for (const [measure, what] of Object.entries(words) as [keyof typeof words, string][]) {
    const most = KEPT[fact]?.[measure];
    facts.lines.push({
      what: measure === 'inserted' ? `${fact}: ${what}` : `… ${what}`,
      value: cost[measure],
      ...(most === undefined ? {} : { goal: atMost(most) }),
    });
    if (most !== undefined && cost[measure] > most)
      facts.failures.push(
        `${fact}: ${cost[measure].toFixed(1)} ${what}, and at most ${most} are kept in bench/facts/kept.json`,
      );
  }
  if (time && timeBefore)
    facts.lines.push({
      what: '… triggers’ share of the time of statements',
      value: ((await triggerTime(bench.database)) - triggersBefore) / (time - timeBefore),
      goal: atMost(0.25, 0.1),
    });
}

/** Milliseconds of the statements that were sent, where the server counts them (`pg_stat_statements`); what functions ask is in them. */
async function statementTime({ pool }: BenchDatabase): Promise<number | undefined> {
  const { rows } = await pool
    .query<{ ms: number }>(
      `select sum(total_exec_time + total_plan_time) as ms from pg_stat_statements where toplevel
         and query !~ 'pg_get_wal_records_info' and dbid = (select oid from pg_database where datname = current_database())`,
    )
    .catch(() => ({ rows: [] }));
  return rows[0]?.ms;
}

/** Milliseconds of what triggers call. A connection that rests tells its counts when some seconds have passed. */
async function triggerTime({ pool }: BenchDatabase): Promise<number> {
  await delay(TOLD_MS);
  const { rows } = await pool.query<{ ms: number }>(
    `select coalesce(sum(self_time), 0) as ms from pg_stat_user_functions join pg_proc on pg_proc.oid = funcid
     where prorettype = 'trigger'::regtype or proname = any ($1)`,
    [
      [
        'tell_row',
        'tell_rest',
        'add_to_count',
        ...['name', 'hidden', 'sealed', 'whole', 'sum', 'row'].map((name) => `act_${name}`),
      ],
    ],
  );
  return rows[0]!.ms;
}

const perFact = (all: Cost): Cost => ({
  transactions: all.transactions / TIMES,
  inserted: all.inserted / TIMES,
  updated: all.updated / TIMES,
  notHot: all.notHot / TIMES,
  deleted: all.deleted / TIMES,
  entries: all.entries / TIMES,
  bytes: all.bytes / TIMES,
});

/** Rows that stay for years beside those that are asked for, as they lie in their tables, without indexes. */
async function bytesKept({ database, tenantId }: Bench): Promise<number> {
  const tables = ['acts', 'act_places', 'event_rows', 'document_events', 'pac_requests'];
  const { rows } = await database.pool.query<{ bytes: number }>(
    `select (${tables.map((table) => `(select coalesce(sum(pg_column_size(t.*)), 0) from ${table} t where tenant_id = $1)`).join(' + ')})::int as bytes`,
    [tenantId],
  );
  return rows[0]!.bytes;
}

/** Nothing is due, and for a while nothing was written but what is written anyway. */
async function settled({ database, leftOut }: Bench): Promise<void> {
  const giveUpAt = performance.now() + WITHIN_MS;
  for (;;) {
    const from = await placeInWal(database);
    await delay(QUIET_MS);
    const written = await writtenBetween(database, from, await placeInWal(database));
    if (written.every((one) => leftOut.has(nameOf(one)))) return;
    if (performance.now() > giveUpAt)
      throw new Error(`something is written all the time: ${written.map(nameOf).join(', ')}`);
  }
}

/** Each once, by name; `prepare` makes so many orders to be invoiced. */
async function factsOf(
  bench: Bench,
): Promise<{ all: Record<string, () => Promise<void>>; prepare: (count: number) => Promise<void> }> {
  const { shop } = bench;
  let at = 0;
  const itemId = (): string => shop.itemIds[(at += 1) % shop.itemIds.length]!;
  const supplierId = await must(shop, 'mutation { createSupplier(name: "Supplier") { id } }', {});
  const order = (): Promise<string> =>
    must(shop, 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }', {
      input: { clientId: shop.clientId, lines: [{ itemId: itemId(), quantity: '1' }] },
    });
  const orders: string[] = [];
  const prepare = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) orders.push(await order());
  };
  await prepare(2 * (WARMING + TIMES));
  const invoice = (mode: string): Promise<string> =>
    must(shop, `mutation ($id: UUID!) { generateInvoice(orderId: $id, mode: ${mode}) { id } }`, { id: orders.pop() });
  const purchases: { id: string; line: string }[] = [];
  for (let n = 0; n < WARMING + TIMES; n += 1) {
    const answer = await ask(
      shop,
      'mutation ($input: CreatePurchaseOrderInput!) { made: createPurchaseOrder(input: $input) { id lines { id } } }',
      { input: { supplierId, lines: [{ itemId: itemId(), quantity: '2', unitCost: '1' }] } },
    );
    purchases.push({ id: answer.made.id as string, line: answer.made.lines[0].id as string });
  }
  const all = {
    'an order of one line': async () => void (await order()),
    'its invoice, PROFORM': async () => void (await invoice('PROFORM')),
    'an adjustment': async () =>
      void (await must(shop, 'mutation ($input: AdjustInventoryInput!) { adjustInventory(input: $input) { id } }', {
        input: { itemId: itemId(), quantityChange: '1', description: 'Counted' },
      })),
    'a receipt of one line': async () => {
      const { id, line } = purchases.pop()!;
      await must(shop, 'mutation ($input: ReceivePurchaseOrderInput!) { receivePurchaseOrder(input: $input) { id } }', {
        input: { purchaseOrderId: id, lines: [{ lineId: line, quantity: '2' }] },
      });
    },
    // The last one: its duties look again minutes later.
    [CERTIFIED]: async () => {
      const id = await invoice('DGI');
      await until(bench, 'select from files where source_id = $1', [id]);
    },
  };
  return { all, prepare };
}

/** The id of what was made. */
async function must(shop: Shop, query: string, variables: object): Promise<string> {
  const answer = await ask(shop, query, variables);
  const [made] = Object.values(answer ?? {}) as ({ id: string } | null)[];
  if (!made?.id) throw new Error(`nothing was made: ${JSON.stringify(answer)}`);
  return made.id;
}

async function until({ database }: Bench, text: string, values: unknown[]): Promise<void> {
  const giveUpAt = performance.now() + WITHIN_MS;
  while ((await database.pool.query(text, values)).rows.length === 0) {
    if (performance.now() > giveUpAt) throw new Error(`nothing came: ${text}`);
    await delay(5);
  }
}
