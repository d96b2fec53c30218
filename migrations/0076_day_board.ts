// Indexes along which the day's board finds what was given back and what was delivered again on a day.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { createIndexBesideWriters } from './beside-writers.ts';
import { run } from './support.ts';

/** The tables are written while this runs. */
export const inTransaction = false;

const INDEXES = [
  ['refunds_newest', 'on refunds (tenant_id, refunded_at)'],
  ['webhook_deliveries_retried', 'on webhook_deliveries (tenant_id, last_tried_at) where attempts > 1'],
] as const;

export async function up(db: MigrationDb): Promise<void> {
  for (const [name, definition] of INDEXES) await createIndexBesideWriters(db, name, definition);
}

export async function down(db: MigrationDb): Promise<void> {
  for (const [name] of INDEXES) await run(db, `drop index concurrently if exists ${name}`);
}
