// Invoices on which nothing is owed, such as an import.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';

/** The table is written to with every sale, so the change waits for its turn. */
export const inTransaction = false;

export async function up(db: MigrationDb): Promise<void> {
  await briefly(db, 'alter table invoices add column if not exists is_owed boolean not null default true');
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(db, 'alter table invoices drop column if exists is_owed');
}
