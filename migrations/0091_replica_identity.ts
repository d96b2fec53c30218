// The ledger, which has no primary key, names its unique key as replica identity: its rows can be replicated, and so moved to another machine.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';

/** The table is written all day. */
export const inTransaction = false;

export async function up(db: MigrationDb): Promise<void> {
  await briefly(db, 'alter table inventory_logs replica identity using index inventory_logs_stream');
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(db, 'alter table inventory_logs replica identity default');
}
