// An index of invoices that a retention has settled: credits on one may come to more than its client owed, which it has in hand.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { createIndexBesideWriters } from './beside-writers.ts';
import { run } from './support.ts';

/** Written while this runs. */
export const inTransaction = false;

export async function up(db: MigrationDb): Promise<void> {
  await createIndexBesideWriters(
    db,
    'invoices_paid_by_retention',
    `on invoices (tenant_id, client_id) where retention > 0 and invoice_status = 'PAID'`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await run(db, 'drop index concurrently if exists invoices_paid_by_retention');
}
