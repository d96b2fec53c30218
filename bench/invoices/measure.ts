// Invoices of so many lines, goods, roll-ups and documents with them, beside the same rows written bare; and many callers of one tenant.
import type { Kysely } from 'kysely';
import { generateInvoice } from '../../src/invoicing/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { Database } from '../../src/platform/database.ts';
import { createLogger } from '../../src/platform/log.ts';
import { createOrder } from '../../src/sales/index.ts';
import { findTenant, inTenant, rehearse, ofTenant } from '../../src/tenancy/index.ts';
import { buildApp } from '../../src/wiring/app.ts';
import { readConfig } from '../../src/wiring/config.ts';
import { idOf, tenantOf } from '../data/ids.ts';
import type { DataSet } from '../data/sets.ts';
import { HEATS, sizeName, type Shape } from '../data/shape.ts';
import { atLeast } from '../goals.ts';
import type { Line } from '../report/lines.ts';
import { proveLedger } from '../writes/measure.ts';
import { compare, type Way } from '../writes/rounds.ts';
import { createBareTables, dropBareTables, insertBareRows, rowsWritten, type BareRows } from './bare-rows.ts';

export interface InvoiceFigures {
  size: string;
  lines: Line[];
}

/** Lines of an invoice, and invoices in a slice. */
const KINDS = [
  { lines: 1, turns: 200 },
  { lines: 10, turns: 60 },
  { lines: 100, turns: 10 },
];
const MANY_CALLERS = 8;
const TURNS_OF_CALLERS = 240;
const CALLERS_GOAL = atLeast(3);
const ENVIRONMENT = {
  ROLE: 'api',
  PAC_BASE_URL: 'http://127.0.0.1:9',
  PAC_API_KEY: 'none',
  PAC_WEBHOOK_SECRET: 'none',
};

export async function measureInvoices(
  { shape, database }: DataSet,
  tell: (text: string) => void,
): Promise<InvoiceFigures> {
  const tenant = (await findTenant(database, tenantOf(shape.seed)))!;
  const config = readConfig(ENVIRONMENT);
  const pac = { ...config.pac!, fileHosts: [], isProduction: false };
  const log = createLogger({ level: 'error', readable: false });
  const app = await buildApp({ config, database, pac, clock: systemClock, log });
  const touched = new Set<string>();
  const lines: Line[] = [];
  let sold = 0;

  async function order(lineCount: number): Promise<string> {
    const items = Array.from({ length: lineCount }, () => itemAt(shape, sold++));
    for (const itemId of items) touched.add(itemId);
    const input = {
      clientId: idOf('client', shape.seed, 1, 1 + (sold % shape.clients)),
      lines: items.map((itemId) => ({ itemId, quantity: '1' })),
    };
    const { id } = await inTenant(database, tenant, (db) => createOrder(db, input, 'bench'));
    return id;
  }

  const invoice = (orderId: string, context: { db: Kysely<Database> } = app) =>
    generateInvoice(ofTenant({ ...app, ...context }, tenant), { orderId, mode: 'PROFORM' }, 'bench');

  function invoicesOf(lineCount: number): Way {
    const orders: string[] = [];
    return {
      async prepare(turns) {
        while (orders.length < turns) orders.push(await order(lineCount));
      },
      once: () => invoice(orders.pop()!),
    };
  }

  /** The rows that one more invoice would write, by table. */
  async function rowsOfOne(lineCount: number): Promise<BareRows[]> {
    await invoice(await order(lineCount));
    const next = await order(lineCount);
    return rehearse(database, tenant, (rehearsal) => rowsWritten(rehearsal.db, () => invoice(next, rehearsal)));
  }

  try {
    for (const { lines: count, turns } of KINDS) {
      tell(`invoices of ${count} lines`);
      const rows = await rowsOfOne(count);
      await createBareTables(database, rows);
      const ways = [invoicesOf(count), { once: () => insertBareRows(database, tenant, rows) }];
      const { perSecond, ratios, cpu, cpuRatios } = await compare(database, ways, 1, turns);
      await dropBareTables(database, rows);
      const written = rows.reduce((sum, row) => sum + row.count, 0);
      const of = `invoice of ${count} ${count === 1 ? 'line' : 'lines'} (${written} rows of ${rows.length} tables)`;
      lines.push(
        { what: `${of}: rate to the same rows bare`, value: ratios[0], unit: '×' },
        { what: '… processor time of the bare rows to it', value: cpuRatios[0], unit: '×' },
        { what: '… per second, one caller', value: perSecond[0] },
        { what: '… Node', value: cpu[0]!.node, unit: ' µs' },
        { what: '… PostgreSQL', value: cpu[0]!.postgres, unit: ' µs' },
      );
    }
    tell('many callers of one tenant');
    const { ratios } = await compare(database, [invoicesOf(1), invoicesOf(1)], [MANY_CALLERS, 1], TURNS_OF_CALLERS);
    lines.push({
      what: `${MANY_CALLERS} callers of one tenant, invoices of one line: rate to one caller`,
      value: ratios[0],
      unit: '×',
      goal: CALLERS_GOAL,
    });
    await proveLedger(database, tenant, [...touched], tell);
    return { size: sizeName(shape.movements), lines };
  } finally {
    await app.jobs.stop();
  }
}

/** One after the other; the first ones have a heat. */
function itemAt({ seed, itemsPerTenant }: Shape, place: number): string {
  return idOf('item', seed, 1, HEATS.length + 1 + (place % (itemsPerTenant - HEATS.length)));
}
