// Invoices that were owed when the business came to Folio: their balance counts, and no month is declared by them.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';

/** The table is written to with every sale, so the change waits for its turn. */
export const inTransaction = false;

export async function up(db: MigrationDb): Promise<void> {
  await briefly(db, 'alter table invoices add column if not exists is_opening boolean not null default false');
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(db, 'alter table invoices drop column if exists is_opening');
}
