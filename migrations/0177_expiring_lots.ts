// Goods that have a day to expire are found by that day: one entry more for each lot, and none for goods without lots.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { createIndexBesideWriters } from './beside-writers.ts';
import { run } from './support.ts';

export const inTransaction = false;

const NAME = 'inventory_lots_expiring';

export async function up(db: MigrationDb): Promise<void> {
  await createIndexBesideWriters(
    db,
    NAME,
    'on inventory_lots (tenant_id, expiration_date, id) where quantity_remaining > 0 and expiration_date is not null',
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await run(db, `drop index concurrently if exists ${NAME}`);
}
