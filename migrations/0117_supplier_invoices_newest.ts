// An index along which the invoices of suppliers are listed, the newest first.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { createIndexBesideWriters } from './beside-writers.ts';
import { run } from './support.ts';

/** Written while this runs. */
export const inTransaction = false;

export async function up(db: MigrationDb): Promise<void> {
  await createIndexBesideWriters(
    db,
    'supplier_invoices_newest',
    'on supplier_invoices (tenant_id, created_at, number) include (supplier_id)',
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await run(db, 'drop index concurrently if exists supplier_invoices_newest');
}
