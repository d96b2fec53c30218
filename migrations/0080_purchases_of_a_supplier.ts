// Indexes by which the page of a supplier reads its purchases, the newest first.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { createIndexBesideWriters } from './beside-writers.ts';
import { run } from './support.ts';

/** Written while this runs. */
export const inTransaction = false;

const TABLES = ['purchase_orders', 'supplier_invoices'] as const;

export async function up(db: MigrationDb): Promise<void> {
  for (const table of TABLES) {
    await createIndexBesideWriters(db, `${table}_supplier`, `on ${table} (tenant_id, supplier_id, created_at desc)`);
  }
}

export async function down(db: MigrationDb): Promise<void> {
  for (const table of TABLES) await run(db, `drop index concurrently if exists ${table}_supplier`);
}
