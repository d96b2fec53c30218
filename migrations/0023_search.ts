// Search without accents or case: each thing has its words in one folded spelling, which the database itself keeps. And an adjustment is found by its id.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly, createIndexBesideWriters } from './beside-writers.ts';

/** The indexes are built while others write. */
export const inTransaction = false;

// Of codes and names, codes first. An entry of an index has a bound, and some letters fold into many.
const FOLDED = {
  items: `sku || chr(10) || name`,
  clients: `coalesce(ruc, '') || chr(10) || coalesce(external_code, '') || chr(10) || name`,
  suppliers: `coalesce(ruc, '') || chr(10) || name`,
} as const;

const FUNCTIONS = String.raw`
  -- Without the marks of letters first: what lower() knows of accented ones depends on the server's language.
  create or replace function fold_text(text) returns text language sql immutable strict parallel safe return
    lower(regexp_replace(normalize($1, nfkd), '[\u0300-\u036f]', '', 'g'));

  -- For like: found anywhere, and its own wildcards taken literally.
  create or replace function folded_pattern(text) returns text language sql immutable strict parallel safe return
    '%' || regexp_replace(fold_text($1), '([\\%_])', '\\\1', 'g') || '%'`;

export async function up(db: MigrationDb): Promise<void> {
  await briefly(db, FUNCTIONS);
  for (const [table, words] of Object.entries(FOLDED)) {
    await briefly(
      db,
      `alter table ${table} add column if not exists folded text generated always as (left(fold_text(${words}), 500)) stored`,
    );
    // Reading it tells which rows match without a page of the table.
    await createIndexBesideWriters(db, `${table}_folded`, `on ${table} (tenant_id) include (folded)`);
  }
  await createIndexBesideWriters(
    db,
    'inventory_logs_adjustment',
    'on inventory_logs (tenant_id, source_id) where source_type = 5',
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(db, 'drop index if exists inventory_logs_adjustment');
  for (const table of Object.keys(FOLDED)) await briefly(db, `alter table ${table} drop column if exists folded`);
  await briefly(db, 'drop function if exists folded_pattern, fold_text');
}
