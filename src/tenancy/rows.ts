// The rows of the caller's tenant in one table: read, changed, or one that must be there; and statements that nothing waits for.
import { sql, type Selectable, type SelectQueryBuilder, type UpdateQueryBuilder, type UpdateResult } from 'kysely';
import type { Database } from '../platform/database.ts';
import { notFound } from '../platform/errors.ts';
import { pipeline, type TenantDb } from './in-tenant.ts';

/** Every table with rows of tenants. */
type Table = {
  [T in keyof Database]: Selectable<Database[T]> extends { tenant_id: string } ? T : never;
}[keyof Database];

// A type parameter for the table defeats the builder's inference; the query is built for one that has `tenant_id` as all of them.
const ANY = 'document_numbers';

export function rowsOf<T extends Table>(
  db: TenantDb,
  table: T,
): SelectQueryBuilder<Database, T, Selectable<Database[T]>> {
  const rows = db.selectFrom(table as typeof ANY).selectAll();
  return rows.where('tenant_id', '=', db.tenant.id) as never;
}

export function changing<T extends Table>(db: TenantDb, table: T): UpdateQueryBuilder<Database, T, T, UpdateResult> {
  return db.updateTable(table as typeof ANY).where('tenant_id', '=', db.tenant.id) as never;
}

/** The first row of a query; NOT_FOUND, by the name of what it is, where there is none. */
export async function mustFind<Row>(
  query: { executeTakeFirst: () => Promise<Row | undefined> },
  what: string,
  field?: string,
): Promise<Row> {
  const row = await query.executeTakeFirst();
  if (row === undefined) throw notFound(what, field);
  return row;
}

/** A statement that goes with the transaction's next one, as `pipeline` sends it. */
export function inPipeline(db: TenantDb) {
  return (parts: TemplateStringsArray, ...values: unknown[]): Promise<void> => pipeline(db, sql(parts, ...values));
}
