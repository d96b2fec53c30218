// The ledger's own index tells what questions ask of many rows, so that they read the index and not a page of the table for each row.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly, createIndexBesideWriters } from './beside-writers.ts';
import { run } from './support.ts';

/** The index is built while others write. */
export const inTransaction = false;

const KEY = '(tenant_id, item_id, location_id, occurred_at)';

export async function up(db: MigrationDb): Promise<void> {
  await replaceIndex(db, `${KEY} include (seq, movement_type, quantity_change, new_quantity)`);
  // An index can speak for a row only once a vacuum has seen its page. By default a table has to grow by a fifth first, which is
  // years of movements, and just the newest are asked for.
  await briefly(
    db,
    `alter table inventory_logs set (autovacuum_vacuum_insert_scale_factor = 0.005);
     alter table client_sales set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await replaceIndex(db, KEY);
  await briefly(
    db,
    `alter table inventory_logs reset (autovacuum_vacuum_insert_scale_factor);
     alter table client_sales reset (autovacuum_vacuum_scale_factor, autovacuum_vacuum_insert_scale_factor)`,
  );
}

/** The new one under another name first, since at no time may the ledger be without it. */
async function replaceIndex(db: MigrationDb, columns: string): Promise<void> {
  const { rows } = await sql<{ definition: string | null }>`
    select pg_get_indexdef(to_regclass('inventory_logs_stream')) as definition`.execute(db);
  const isThere = rows[0]!.definition?.toLowerCase().endsWith(`using btree ${columns}`);
  if (!isThere) {
    await createIndexBesideWriters(db, 'inventory_logs_stream_new', `on inventory_logs ${columns}`, 'unique');
    // Neither blocks writers; dropping the old one here would, until its file is removed. In the embedded
    // database another process may run the same migration and have done it already.
    await briefly(
      db,
      `do $$ begin
         if to_regclass('inventory_logs_stream_new') is not null and to_regclass('inventory_logs_stream_old') is null then
           alter index inventory_logs_stream rename to inventory_logs_stream_old;
           alter index inventory_logs_stream_new rename to inventory_logs_stream;
         end if;
       end $$`,
    );
  }
  for (const rest of ['old', 'new']) await run(db, `drop index concurrently if exists inventory_logs_stream_${rest}`);
}
