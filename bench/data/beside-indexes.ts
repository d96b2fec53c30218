// Loads tables without their indexes and puts these back as they were, whatever they are: sorting once is much quicker.
import { sql } from 'kysely';
import type { MigrationDb } from '../../src/platform/migrate.ts';

interface Index {
  table: string;
  name: string;
  /** Set when it belongs to a constraint. */
  constraint: string | null;
  definition: string;
}

/** Answers the statements that bring the indexes back. */
export async function dropIndexes(db: MigrationDb, tables: readonly string[]): Promise<string[]> {
  const { rows: indexes } = await sql<Index>`
    select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as name, c.conname as constraint,
      coalesce(
        'alter table ' || i.indrelid::regclass || ' add constraint ' || quote_ident(c.conname) || ' ' || pg_get_constraintdef(c.oid),
        pg_get_indexdef(i.indexrelid)) as definition
    from pg_index i
    left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
    where i.indrelid = any(${tables}::text[]::regclass[])`.execute(db);
  for (const { table, constraint, name } of indexes) {
    await sql
      .raw(constraint ? `alter table ${table} drop constraint "${constraint}"` : `drop index ${name}`)
      .execute(db);
  }
  return indexes.map(({ definition }) => definition);
}
