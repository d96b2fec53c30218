// Indexes along which invoices are read by their total, and the movements of all items newest first.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { createIndexBesideWriters } from './beside-writers.ts';
import { run } from './support.ts';

/** The largest tables are among them, and are written while this runs. */
export const inTransaction = false;

const INDEXES = [
  ['invoices_total', 'on invoices (tenant_id, total, id)'],
  // Movements of one instant are few, and sorted when they are read.
  ['inventory_logs_newest', 'on inventory_logs (tenant_id, occurred_at)'],
] as const;

export async function up(db: MigrationDb): Promise<void> {
  for (const [name, definition] of INDEXES) await createIndexBesideWriters(db, name, definition);
}

export async function down(db: MigrationDb): Promise<void> {
  for (const [name] of INDEXES) await run(db, `drop index concurrently if exists ${name}`);
}
