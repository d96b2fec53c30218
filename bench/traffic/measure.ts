// Traffic between the service and its database: statements of an invoice, idle load, and the delay of its duties.
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { QueryResultRow } from 'pg';
import { ensureDefaultLocation } from '../../src/catalog/index.ts';
import type { GenerationMode } from '../../src/fiscal/document.ts';
import { createTenant } from '../../src/company/index.ts';
import { inTenant, type Tenant } from '../../src/tenancy/index.ts';
import { bringUpToDate } from '../../src/wiring/open-database.ts';
import { ask, type Shop } from '../../test/faults/kill-loop/load.ts';
import { createDatabase, dropDatabase, openDatabase, ownName, type BenchDatabase, type Server } from '../database.ts';
import { atMost } from '../goals.ts';
import { startWholeService, type WholeService } from '../http/with-simulator.ts';
import type { Line } from '../report/lines.ts';
import { median } from '../statistics.ts';
import { exportOfItems, noticesStored } from './bulk.ts';
import { startCountingProxy, type CountingProxy, type Talk } from './counting-proxy.ts';

const CONNECTIONS = 8;
const IDLE_MS = 60_000;
const SETTLING_MS = 10_000;
const QUIET_MS = 2000;
const ITEMS = 100;
const INVOICES = 20;
const TRIES = 7;
const WITHIN_MS = 300_000;
const VERDICT_DELAY_MS = 300;

const ORDER = 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id } }';
const GENERATE = `mutation ($id: UUID!, $mode: GenerationMode!) { generateInvoice(orderId: $id, mode: $mode) { id } }`;

interface Bench {
  service: WholeService;
  database: BenchDatabase;
  proxy: CountingProxy;
  shop: Shop;
}

/** In a database of its own: what other parts left to do, and what has to be tried again for ever, would be counted as well. */
export async function measureTraffic(server: Server, tell: (text: string) => void): Promise<Line[]> {
  const name = ownName('folio_bench_traffic');
  await createDatabase(server, name);
  const database = openDatabase(server, name);
  const stops = [() => dropDatabase(server, name), () => database.close()];
  try {
    await bringUpToDate({}, database);
    const { tenant, ...goods } = await newBusiness(database);
    const proxy = await startCountingProxy(database.url);
    stops.push(() => proxy.stop());
    const service = await startWholeService({ ...database, url: proxy.url }, tenant, CONNECTIONS, VERDICT_DELAY_MS);
    stops.push(() => service.stop());
    const bench = { service, database, proxy, shop: { url: service.origin, token: service.token, ...goods } };
    tell('nothing happens');
    const idle = await idleLoad(bench);
    tell('statements of an invoice');
    const statements = await statementsOfInvoices(bench, idle.own);
    tell('duties');
    const duties = [await verdictShown(bench), await secondTry(bench)];
    tell('much at once');
    const much = { service, database, tenant };
    return [...idle.lines, ...statements, ...duties, ...(await exportOfItems(much)), ...(await noticesStored(much))];
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

export async function newBusiness(
  database: BenchDatabase,
): Promise<{ tenant: Tenant; itemIds: string[]; clientId: string }> {
  const tenant = await createTenant(database, { name: 'Bench', pacCompanyId: 'company-1' });
  return inTenant(database, tenant, async (db) => {
    await ensureDefaultLocation(db);
    const { rows: items } = await sql<{ id: string }>`
      insert into items (tenant_id, id, sku, name, unit, unit_price, tax_rate, tracking_mode, allow_negative_stock)
      select ${tenant.id}, gen_random_uuid(), 'SKU-' || n, 'Item ' || n, 'und', 5, 7, 'NONE', true
      from generate_series(1, ${ITEMS}::int) n returning id`.execute(db);
    const { rows: clients } = await sql<{ id: string }>`
      insert into clients (tenant_id, id, name, receiver_type)
      values (${tenant.id}, gen_random_uuid(), 'Client', 'CONSUMIDOR_FINAL') returning id`.execute(db);
    return { tenant, itemIds: items.map(({ id }) => id), clientId: clients[0]!.id };
  });
}

async function idleLoad({ proxy, service }: Bench): Promise<{ lines: Line[]; own: Talk }> {
  await delay(SETTLING_MS);
  const [before, cpuBefore] = [proxy.counted(), service.cpuMicros()];
  await delay(IDLE_MS);
  const [after, cpuAfter] = [proxy.counted(), service.cpuMicros()];
  const seconds = IDLE_MS / 1000;
  const [own, queue] = [less(after.own, before.own), less(after.queue, before.queue)];
  const cpu = cpuBefore === undefined || cpuAfter === undefined ? undefined : (cpuAfter - cpuBefore) / 1000 / seconds;
  return {
    own: times(own, 1 / IDLE_MS),
    lines: [
      {
        what: 'nothing happens, ROLE=all: transactions per second',
        value: (own.transactions + queue.transactions) / seconds,
        goal: atMost(5, 1),
      },
      { what: '… statements per second', value: (own.statements + queue.statements) / seconds },
      { what: '… Node, each second', value: cpu, unit: ' ms' },
    ],
  };
}

async function statementsOfInvoices(bench: Bench, idle: Talk): Promise<Line[]> {
  const proform = await talkOf(bench, 'PROFORM', idle);
  const certified = await talkOf(bench, 'DGI', idle);
  const lines = ({ own, queue }: { own: Talk; queue: Talk }, what: string, goal: Line['goal']): Line[] => [
    { what: `${what}: statements`, value: own.statements, goal },
    { what: '… round trips', value: own.trips },
    { what: '… transactions', value: own.transactions },
    { what: '… statements of the queue’s own beside them', value: queue.statements },
  ];
  return [
    ...lines(proform, 'generateInvoice, PROFORM', atMost(15, 8)),
    ...lines(certified, 'generateInvoice, certified, until the verdict and the PDF', atMost(60, 40)),
  ];
}

/** Traffic of one invoice in a sequence, less the idle traffic. */
async function talkOf(bench: Bench, mode: GenerationMode, idle: Talk): Promise<{ own: Talk; queue: Talk }> {
  const orders: string[] = [];
  while (orders.length < INVOICES) orders.push(await order(bench));
  await delay(QUIET_MS);
  const [before, started] = [bench.proxy.counted(), performance.now()];
  for (const id of orders) {
    const invoiceId = await generate(bench, id, mode);
    if (mode === 'DGI') await until(bench, 'select from files where source_id = $1', [invoiceId]);
  }
  await delay(QUIET_MS);
  const after = bench.proxy.counted();
  const anyway = times(idle, performance.now() - started);
  return {
    own: times(less(less(after.own, before.own), anyway), 1 / INVOICES),
    queue: times(less(after.queue, before.queue), 1 / INVOICES),
  };
}

/** From the moment when the PAC begins to tell it. */
async function verdictShown(bench: Bench): Promise<Line> {
  const { simulator } = bench.service;
  simulator.setKnobs({ verdictDelayMs: null });
  const waits: number[] = [];
  for (let time = 0; time < TRIES; time += 1) {
    const id = await generate(bench, await order(bench), 'DGI');
    const known = 'select document_id from fiscal_documents where id = $1 and document_id is not null';
    const [document] = await until<{ document_id: string }>(bench, known, [id]);
    const told = performance.now();
    const telling = simulator.verdict(document!.document_id, 'DGI_AUTHORIZED');
    await until(bench, `select from fiscal_documents where id = $1 and legal_status = 'DGI_AUTHORIZED'`, [id]);
    waits.push(performance.now() - told);
    await telling;
  }
  return { what: 'verdict shown after the PAC told it', value: median(waits), unit: ' ms', goal: atMost(50) };
}

/** A download that failed: from the moment that was set for the next try to the call. A verdict would be another reason to try. */
async function secondTry(bench: Bench): Promise<Line> {
  const { simulator } = bench.service;
  simulator.setKnobs({ verdictDelayMs: null });
  const waits: number[] = [];
  for (let time = 0; time < TRIES; time += 1) {
    simulator.nextFault({ name: 'http503', operation: 'pdf', times: 'always' });
    const id = await generate(bench, await order(bench), 'DGI');
    const [job] = await until<{ due: Date }>(
      bench,
      `select start_after as due from pgboss.job
       where name = 'attach-pdf' and state = 'retry' and start_after > now() and data->>'documentId' = $1`,
      [id],
    );
    simulator.clearFaults();
    await until(bench, 'select from files where source_id = $1', [id]);
    const due = job!.due.getTime();
    const next = simulator.calls().find(({ operation, at }) => operation === 'pdf' && Date.parse(at) >= due);
    if (next) waits.push(Date.parse(next.at) - due);
  }
  const what = 'next try of a duty after the moment set for it';
  return { what, value: waits.length === 0 ? undefined : median(waits), unit: ' ms', goal: atMost(50) };
}

async function order({ shop }: Bench): Promise<string> {
  const itemId = shop.itemIds[Math.floor(Math.random() * shop.itemIds.length)]!;
  const answer = await ask(shop, ORDER, { input: { clientId: shop.clientId, lines: [{ itemId, quantity: '1' }] } });
  if (!answer?.createOrder) throw new Error(`no order was taken: ${JSON.stringify(answer)}`);
  return answer.createOrder.id;
}

async function generate({ shop }: Bench, id: string, mode: GenerationMode): Promise<string> {
  const answer = await ask(shop, GENERATE, { id, mode });
  if (!answer?.generateInvoice) throw new Error(`no invoice was made: ${JSON.stringify(answer)}`);
  return answer.generateInvoice.id;
}

/** Asks the database itself, past the proxy, until there is a row. */
async function until<Row extends QueryResultRow>({ database }: Bench, text: string, values: unknown[]): Promise<Row[]> {
  const giveUpAt = performance.now() + WITHIN_MS;
  for (;;) {
    const { rows } = await database.pool.query<Row>(text, values);
    if (rows.length > 0) return rows;
    if (performance.now() > giveUpAt) throw new Error(`nothing came: ${text}`);
    await delay(2);
  }
}

function less(one: Talk, other: Talk): Talk {
  return {
    transactions: one.transactions - other.transactions,
    statements: one.statements - other.statements,
    trips: one.trips - other.trips,
  };
}

function times({ transactions, statements, trips }: Talk, factor: number): Talk {
  return { transactions: transactions * factor, statements: statements * factor, trips: trips * factor };
}
