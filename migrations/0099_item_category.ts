// An item has a category, in the shop's own word.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';

/** Items are read by every sale, so the change waits for its turn. */
export const inTransaction = false;

export async function up(db: MigrationDb): Promise<void> {
  await briefly(db, 'alter table items add column if not exists category text');
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(db, 'alter table items drop column if exists category');
}
