// A certified invoice until its page is attached, in turns with the same rows bare and its four calls: processor time of both.
import { sql } from 'kysely';
import { freePort } from '../../test/support/free-port.ts';
import type { BenchDatabase } from '../database.ts';
import { atMost } from '../goals.ts';
import { startServerProcess } from '../http/server-process.ts';
import { PAC_API_KEY, type WholeService } from '../http/with-simulator.ts';
import { bareStatement, createBareTables, sampleOf } from '../invoices/bare-rows.ts';
import { cpuOf } from '../processor-time.ts';
import type { Line } from '../report/lines.ts';
import { medianOf } from '../statistics.ts';
import type { Bare } from './bare-handler.ts';
import type { Cost } from './wal.ts';

const ROUNDS = 5;
const TURNS = 12;
const GOAL = atMost(8, 4);

interface Certified {
  database: BenchDatabase;
  /** Another, whose tables no service looks after. */
  bareDatabase: BenchDatabase;
  service: WholeService;
  /** Rows that one writes, by table. */
  byTable: readonly { table: string; cost: Cost }[];
  prepare: (count: number) => Promise<void>;
  once: () => Promise<void>;
}

export async function certifiedBesideBare({
  database,
  bareDatabase,
  service,
  byTable,
  prepare,
  once,
}: Certified): Promise<Line[]> {
  const rows = [];
  for (const { table, cost } of byTable) {
    const count = Math.round(cost.inserted + cost.updated);
    if (count > 0 && !table.startsWith('pgboss.')) rows.push(await sampleOf(database.db, table, count));
  }
  await createBareTables(bareDatabase, rows);
  const port = await freePort();
  const bare: Bare = {
    ...{ url: bareDatabase.url, port },
    statements: rows.map((one) => ({ name: one.table, text: bareStatement(one.table), values: [one.rows] })),
    calls: await callsOf(database, service),
  };
  const handler = await startServerProcess('bench/facts/bare-handler.ts', port, { BENCH_BARE: JSON.stringify(bare) });
  const post = async (path: string, body: string): Promise<void> => {
    const answer = await fetch(`${handler.origin}${path}`, { method: 'POST', body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
  };
  const bareOnce = async () => {
    await post('/invoice', '{}');
    await post('/notice', JSON.stringify({ id: 'of the PAC', legalStatus: 'DGI_AUTHORIZED' }));
  };
  try {
    const rounds: { whole: Used; least: Used; ratio: number }[] = [];
    for (let round = -1; round < ROUNDS; round += 1) {
      await prepare(TURNS);
      const [whole, least] = [
        await microsOf(database, service.cpuMicros, once),
        await microsOf(bareDatabase, handler.cpuMicros, bareOnce),
      ];
      // The first warms both.
      if (round >= 0) rounds.push({ whole, least, ratio: total(whole) / total(least) });
    }
    return [
      {
        what: 'a certified invoice: processor time, to its rows bare and its four calls',
        value: medianOf(rounds, ({ ratio }) => ratio),
        unit: '×',
        goal: GOAL,
      },
      ...(['whole', 'least'] as const).flatMap((way) =>
        (['node', 'postgres'] as const).map((part) => ({
          what: `… ${way === 'whole' ? 'Folio' : 'bare'}, ${part === 'node' ? 'Node' : 'PostgreSQL'}`,
          value: medianOf(rounds, (one) => one[way][part]),
          unit: ' µs',
        })),
      ),
    ];
  } finally {
    await handler.stop();
  }
}

type Used = Record<'node' | 'postgres', number>;

const total = ({ node, postgres }: Used): number => node + postgres;

async function microsOf(
  database: BenchDatabase,
  node: () => number | undefined,
  once: () => Promise<void>,
): Promise<Used> {
  const { cpu } = await cpuOf(database, node, async () => {
    for (let turn = 0; turn < TURNS; turn += 1) await once();
  });
  return { node: (cpu.node ?? Number.NaN) / TURNS, postgres: (cpu.postgres ?? Number.NaN) / TURNS };
}

/** The submission, the look at the document and its page, as the newest one had them. */
async function callsOf({ db }: BenchDatabase, { simulator }: WholeService): Promise<Bare['calls']> {
  const { rows } = await sql<{ id: string; company: string; input: object }>`
    select document_id as id, pac_company_id as company, pac_input as input from fiscal_documents
    where legal_status = 'DGI_AUTHORIZED' order by created_at desc limit 1`.execute(db);
  const { id, company, input } = rows[0]!;
  const headers = { authorization: `Bearer ${PAC_API_KEY}`, 'content-type': 'application/json' };
  const document = `${simulator.url}/pan/v1/invoices/${id}?idCompany=${company}&documents=pdf`;
  const seen = (await (await fetch(document, { headers })).json()) as { document: { pdf: string } };
  return [
    { url: `${simulator.url}/pan/v1/invoices?idCompany=${company}`, headers, body: JSON.stringify(input) },
    { url: document, headers },
    { url: seen.document.pdf, headers: {} },
  ];
}
