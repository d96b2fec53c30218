// Items, clients, suppliers, locations, price lists and billing points can be archived: nothing new names them, and all that does stays.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly, createIndexBesideWriters } from './beside-writers.ts';
import { run } from './support.ts';

/** Sales read these tables, so the columns wait for their turn, and the indexes are built while others write. */
export const inTransaction = false;

const TABLES = ['items', 'clients', 'suppliers', 'locations', 'price_lists', 'billing_points'];
const LISTED = ['items', 'clients', 'suppliers'];

/**
 * Indexes that alone answer a list, its count, or which items to order: their keys, and the columns that they include. An entry grows by
 * eight bytes, and there are no more of them: neither a sale nor a movement writes to one.
 */
const INDEXES: readonly (readonly [table: string, name: string, keys: string, includes: readonly string[]])[] = [
  ...LISTED.map((table) => [table, `${table}_folded`, 'tenant_id', ['folded']] as const),
  ...LISTED.map((table) => [table, `${table}_name`, 'tenant_id, name, id', []] as const),
  ['items', 'items_judged', 'tenant_id, id', ['sku', 'lead_time_days', 'reorder_level']],
];

async function rebuild(db: MigrationDb, further: readonly string[]): Promise<void> {
  for (const [table, name, keys, includes] of INDEXES) {
    const included = [...includes, ...further].join(', ');
    await createIndexBesideWriters(
      db,
      `${name}_next`,
      `on ${table} (${keys}) ${included === '' ? '' : `include (${included})`}`,
    );
    await run(db, `drop index concurrently if exists ${name}`);
    await briefly(db, `alter index if exists ${name}_next rename to ${name}`);
  }
}

export async function up(db: MigrationDb): Promise<void> {
  for (const table of TABLES)
    await briefly(db, `alter table ${table} add column if not exists archived_at timestamptz`);
  await rebuild(db, ['archived_at']);
}

export async function down(db: MigrationDb): Promise<void> {
  await rebuild(db, []);
  for (const table of TABLES) await briefly(db, `alter table ${table} drop column if exists archived_at`);
}
