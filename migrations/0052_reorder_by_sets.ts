// What a tenant has sold in some periods, and by what its items are judged, without a look for each item.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { createIndexBesideWriters } from './beside-writers.ts';
import { run } from './support.ts';

/** The indexes are built while others write. */
export const inTransaction = false;

export async function up(db: MigrationDb): Promise<void> {
  // Without units, which change with every sale: no update of a row would be HOT any more. Many rows are one entry.
  await createIndexBesideWriters(db, 'item_sales_period', 'on item_sales (tenant_id, grain, period)');
  await createIndexBesideWriters(
    db,
    'items_judged',
    'on items (tenant_id, id) include (sku, lead_time_days, reorder_level)',
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await run(db, 'drop index if exists item_sales_period');
  await run(db, 'drop index if exists items_judged');
}
