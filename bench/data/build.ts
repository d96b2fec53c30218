// Builds a data set in a database of its own: set by set, without its indexes, as quickly as the disk allows.
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { acrossTenants } from '../../migrations/beside-writers.ts';
import { allMigrations, forMigrations, type OpenDatabase } from '../../src/wiring/open-database.ts';
import { createLogger } from '../../src/platform/log.ts';
import { condenseItems } from '../../src/rollups/condense-items.ts';
import { migrateUp, type MigrationDb } from '../../src/platform/migrate.ts';
import { dropIndexes } from './beside-indexes.ts';
import { writeDocuments } from './documents.ts';
import { writeInbox } from './inbox.ts';
import { createFunctions, months, writeLevels, writeMonth } from './ledger.ts';
import { LAST_INSTANT, sizeName, type Shape } from './shape.ts';
import { createPlan, writeMasterData } from './world.ts';

/** Two sort or write while the others wait for the disk. */
const WORKERS = 2;
const LOADED = ['inventory_logs', 'item_sales', 'client_sales'];
const OTHERS = [
  'tenants',
  'offices',
  'locations',
  'items',
  'clients',
  'suppliers',
  'purchase_orders',
  'purchase_order_lines',
];
const DOCUMENTS = ['fiscal_documents', 'invoices', 'invoice_lines', 'credits', 'credit_lines'];
const SUPPLIED = [
  'supplier_invoices',
  'supplier_invoice_lines',
  'document_numbers',
  'stock_levels',
  'pac_notices',
  'kept_counts',
];
const VACUUM_TURNS = 60;
const VACUUM_PAUSE_MS = 1000;
/** Two that write at once leave some pages without a row, and those are never marked. */
const EMPTY_PAGES = 0.02;

export interface BuildOptions {
  /** Writes the invoices and credits behind the movements as well. */
  withDocuments: boolean;
  tell: (text: string) => void;
}

export async function buildDataSet(database: OpenDatabase, shape: Shape, options: BuildOptions): Promise<void> {
  const { withDocuments, tell } = options;
  const db = forMigrations(database.db);
  const started = performance.now();
  await migrateUp(db, await allMigrations());
  await db.connection().execute((connection) =>
    acrossTenants(connection, [...LOADED, ...OTHERS, ...DOCUMENTS, ...SUPPLIED], async () => {
      await createPlan(connection, shape);
      await createFunctions(connection, shape.seed);
      await writeMasterData(connection, shape);
      const indexes = await dropIndexes(connection, LOADED);
      let written = 0;
      await inTurns(db, months(), async (worker, month) => {
        const rows = await writeMonth(worker, month);
        written += rows;
        tell(`${sizeName(shape.movements)}: ${Math.round((100 * written) / shape.movements)} % written`);
      });
      if (written !== shape.movements) throw new Error(`${written} movements were written, not ${shape.movements}`);
      await writeLevels(connection);
      if (withDocuments) await writeDocuments(connection);
      await writeInbox(connection, shape);
      tell(`${sizeName(shape.movements)}: building the indexes`);
      await inTurns(db, indexes, async (worker, definition) => {
        await sql.raw(definition).execute(worker);
      });
      await sql.raw('drop schema bench cascade').execute(connection);
    }),
  );
  await condense(database);
  tell(`${sizeName(shape.movements)}: vacuum`);
  await vacuum(db);
  await unmarkPages(db);
  await checkpoint(db);
  tell(`${sizeName(shape.movements)}: built in ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

/** As housekeeping would the night after. */
async function condense({ db }: OpenDatabase): Promise<void> {
  await sql.raw('analyze').execute(db);
  const log = createLogger({ level: 'error', readable: true });
  await condenseItems({ db, clock: { now: () => LAST_INSTANT }, log });
  // Its pages are as full as if it had been built at the end, like the other indexes.
  await sql.raw('reindex index client_sales_pkey').execute(db);
}

/** Each task once, by workers with a connection each; nothing of it needs to survive a crash. */
async function inTurns<T>(
  db: MigrationDb,
  tasks: readonly T[],
  work: (db: MigrationDb, task: T) => Promise<void>,
): Promise<void> {
  const left = [...tasks];
  await Promise.all(
    Array.from({ length: WORKERS }, () =>
      db.connection().execute(async (connection) => {
        await sql
          .raw(
            `set synchronous_commit = off; set work_mem = '256MB'; set maintenance_work_mem = '1GB'; set jit = off; set enable_mergejoin = off`,
          )
          .execute(connection);
        try {
          for (let task = left.shift(); task !== undefined; task = left.shift()) await work(connection, task);
        } finally {
          await sql.raw('reset all').execute(connection);
        }
      }),
    ),
  );
}

/**
 * Until pages are known to be visible to every transaction, as after some quiet minutes; index-only scans rest on that.
 * A background process that just then gathers statistics has a snapshot, and what is newer than a snapshot stays unmarked.
 * Sees to it, too, that no background process does it while something is measured.
 */
async function vacuum(db: MigrationDb): Promise<void> {
  for (let turn = 1; ; turn += 1) {
    await sql.raw('vacuum (analyze)').execute(db);
    const { rows } = await sql<{ name: string; unmarked: number }>`
      select relname as name, 1 - relallvisible::float8 / relpages as unmarked from pg_class
      where oid = any (${LOADED}::text[]::regclass[]) and relpages > 0 and relallvisible < relpages * ${1 - EMPTY_PAGES}::float8`.execute(
      db,
    );
    const [one] = rows;
    if (!one) return;
    if (turn === VACUUM_TURNS) {
      throw new Error(`After ${turn} vacuums ${Math.round(100 * one.unmarked)} % of ${one.name} are not all-visible`);
    }
    await setTimeout(VACUUM_PAUSE_MS);
  }
}

/**
 * One of each table, as there always is one in life. It costs nothing to read, but where a page may have to be read for each row the
 * planner weighs its indexes anew, and takes another one where nothing but the cost spoke for the right one.
 */
async function unmarkPages(db: MigrationDb): Promise<void> {
  await db.connection().execute((connection) =>
    acrossTenants(connection, LOADED, async () => {
      for (const table of LOADED) {
        await sql.raw(`update ${table} set tenant_id = tenant_id where ctid = '(0,1)'`).execute(connection);
        await sql.raw(`analyze ${table}`).execute(connection);
      }
    }),
  );
}

/** So that none falls into what is measured; not every login may ask for one. */
async function checkpoint(db: MigrationDb): Promise<void> {
  const { rows } = await sql<{ may: boolean }>`
    select rolsuper or pg_has_role('pg_checkpoint', 'member') as may from pg_roles where rolname = current_user`.execute(
    db,
  );
  if (rows[0]!.may) await sql.raw('checkpoint').execute(db);
}
