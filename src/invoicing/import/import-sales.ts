// Imports past sales from a CSV file: documents that were certified elsewhere, with the goods they moved. Can be interrupted and run again.
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import { readCsv } from '../../platform/csv-file.ts';
import { badInput } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import { inTenant, pipeline, type DatabaseContext, type Tenant, type TenantDb } from '../../tenancy/index.ts';
import { writePastDocuments } from '../write-past-documents.ts';
import { parseWallTime, type WallTime } from './calendar.ts';
import { pastDocument } from './past-document.ts';
import { prepareImport } from './prepare.ts';
import { inTurn } from './in-turn.ts';
import { dateDocuments, gatherSales, type DatedDocument } from './sales-documents.ts';
import { SALES_COLUMNS } from './sales-line.ts';

export interface ImportContext extends DatabaseContext {
  clock: Clock;
  log: Logger;
}

export interface ImportProgress {
  phase: 'reading' | 'writing';
  /** Bytes of the file while reading, lines while writing. */
  done: number;
  total: number;
}

export interface ImportOptions {
  file: string;
  /** Books, before the first document, the least stock that keeps every balance from going negative. */
  openingStock: boolean;
  /** YYYY-MM-DD: all days move so that the last document falls on this one. */
  asOf?: string | undefined;
  /** YYYY-MM-DD: invoices of this day, as it is moved, and of those before it were paid elsewhere. */
  paidUntil?: string | undefined;
  onProgress?: ((progress: ImportProgress) => void) | undefined;
}

/** Records of the file that are in the system now: the same however often it is run. `lines` and `skipped` together are all lines. */
export type ImportSummary = Awaited<ReturnType<typeof importSales>>;

// A transaction of so many lines holds its items for a quarter of a second, and others wait no longer. With a thousand PostgreSQL
// works a sixth longer, since it touches the same levels and sums more often; with four thousand Node takes 50 MB more.
const LINES_PER_TRANSACTION = 2500;

export async function importSales(context: ImportContext, tenant: Tenant, options: ImportOptions) {
  const asOf = options.asOf === undefined ? undefined : dayAsked(options.asOf);
  const { paidUntil } = options;
  if (paidUntil !== undefined) dayAsked(paidUntil);
  const gathering = gatherSales();
  await readCsv(options.file, SALES_COLUMNS, gathering.take, {
    onBytes: (done, total) => options.onProgress?.({ phase: 'reading', done, total }),
  });
  const file = gathering.gathered();
  const documents = dateDocuments(file.documents, tenant.timeZone, asOf);

  const plan = await inTenant(context, tenant, (db) => prepareImport(db, { ...file, documents }, options.openingStock));
  const total = countLines(plan.missing);
  let done = 0;
  options.onProgress?.({ phase: 'writing', done, total });
  await inTurn(batchesOf(plan.missing), async (batch, before) => {
    const past = batch.map((document) => pastDocument(document, file.linesOf(document), plan.references, paidUntil));
    await inTenant(context, tenant, async (db) => {
      await prepareSession(db);
      await writePastDocuments(db, past, { after: before });
    });
    done += countLines(batch);
    options.onProgress?.({ phase: 'writing', done, total });
  });

  const kept = [...plan.present, ...plan.missing];
  const invoices = kept.filter(({ kind }) => kind === 'INVOICE').length;
  return {
    invoices,
    credits: kept.length - invoices,
    lines: countLines(kept),
    items: file.items.length,
    clients: new Set(documents.map(({ client }) => client)).size,
    skipped: [...file.skipped, ...plan.refused].toSorted((a, b) => a.line - b.line),
    /** Documents that an earlier run had written. */
    alreadyPresent: plan.present.length,
    /** Items that this run gave stock to open with. */
    openings: plan.openings,
  };
}

/**
 * PostgreSQL keeps the plan of a foreign key's check for the session. One that was made when a table held a few hundred rows
 * reads all rows of the tenant for each line: five times the processor time of the whole import. Two imports of different files may
 * wait for each other in a circle that leads through their processes, where PostgreSQL does not see it; so no lock is waited for
 * without end, and the one that gives up is run again.
 */
async function prepareSession(db: TenantDb): Promise<void> {
  await pipeline(db, sql`discard plans`);
  await pipeline(db, sql`set local lock_timeout = '60s'`);
}

function dayAsked(text: string): WallTime {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? parseWallTime(text) : undefined;
  if (day === undefined) throw badInput('{text} is no day like 2026-03-01', { text: JSON.stringify(text) });
  return day;
}

function countLines(documents: readonly DatedDocument[]): number {
  return documents.reduce((sum, { lines }) => sum + lines.length, 0);
}

/** Whole documents, together not many more lines than a transaction should have. */
function* batchesOf(documents: readonly DatedDocument[]): Generator<DatedDocument[]> {
  let batch: DatedDocument[] = [];
  let lines = 0;
  for (const document of documents) {
    batch.push(document);
    lines += document.lines.length;
    if (lines < LINES_PER_TRANSACTION) continue;
    yield batch;
    [batch, lines] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
