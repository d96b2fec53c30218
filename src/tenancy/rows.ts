// The rows of the caller's tenant in one table: read, changed, or one that must be there; and statements that nothing waits for.
import {
  sql,
  type Insertable,
  type InsertObject,
  type InsertQueryBuilder,
  type InsertResult,
  type Selectable,
  type SelectQueryBuilder,
  type UpdateObject,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Database } from '../platform/database.ts';
import { notFound } from '../platform/errors.ts';
import type { Statement } from '../platform/sql.ts';
import type { TenantDb } from './in-tenant.ts';
import { commitWith, pipeline, rowsPlanned } from './pipeline.ts';

/** Every table with rows of tenants. */
type Table = {
  [T in keyof Database]: Selectable<Database[T]> extends { tenant_id: string } ? T : never;
}[keyof Database];

// A type parameter for the table defeats the builder's inference; the query is built for one that has `tenant_id` as all of them.
const ANY = 'document_numbers';

/** Rows of which the caller says the columns. */
export function tenantRows<T extends Table>(db: TenantDb, table: T): SelectQueryBuilder<Database, T, object> {
  return db.selectFrom(table as typeof ANY).where('tenant_id', '=', db.tenant.id) as never;
}

export function rowsOf<T extends Table>(
  db: TenantDb,
  table: T,
): SelectQueryBuilder<Database, T, Selectable<Database[T]>> {
  return tenantRows(db, table as typeof ANY).selectAll() as never;
}

/** Rows that are dated by who changes them; what another process or a person changes is dated by the table's trigger, in an update more. */
const DATED: ReadonlySet<Table> = new Set<Table>([
  'clients',
  'items',
  'locations',
  'payments',
  'purchase_orders',
  'suppliers',
]);

export function changing<T extends Table>(db: TenantDb, table: T): UpdateQueryBuilder<Database, T, T, UpdateResult> {
  const rows = db.updateTable(table as typeof ANY).where('tenant_id', '=', db.tenant.id);
  return (DATED.has(table) ? rows.set(DATE as never) : rows) as never;
}

const DATE = { updated_at: sql`statement_timestamp()` };

/** Changes the row of this id, which the caller has found, and answers it. */
export function changeRow<T extends Table>(
  db: TenantDb,
  table: T,
  id: string,
  set: UpdateObject<Database, T>,
): Promise<Selectable<Database[T]>> {
  const changed = changing(db, table as 'orders')
    .set(set as never)
    .where('id', '=', id);
  return changed.returningAll().executeTakeFirstOrThrow() as never;
}

/** Columns of a status: which, why, by whom and since when. */
export function newStatus<S extends string>(status: S, userName: string, reason: string | null = null) {
  return { status, reason, status_by: userName, status_at: sql<Date>`now()` };
}

/** A new row of the tenant. */
export function adding<T extends Table>(
  db: TenantDb,
  table: T,
  row: Omit<InsertObject<Database, T>, 'tenant_id'>,
): InsertQueryBuilder<Database, T, InsertResult> {
  return db.insertInto(table as typeof ANY).values({ tenant_id: db.tenant.id, ...row } as never) as never;
}

/** A new row under an id of its own; undefined where another has its values in the columns of `unique`. */
export async function addRow<T extends Table>(
  db: TenantDb,
  table: T,
  columns: Omit<Insertable<Database[T]>, 'tenant_id' | 'id'>,
  unique: readonly (keyof Database[T] & string)[],
): Promise<Selectable<Database[T]> | undefined> {
  const row = adding(db, table as typeof ANY, { id: uuid(), ...columns } as never);
  const added = row.onConflict((on) => on.columns(['tenant_id', ...unique] as never).doNothing()).returningAll();
  return added.executeTakeFirst() as never;
}

/** Reads a row by its id; NOT_FOUND, by the name of what it is, where there is none. With all `columns` it is planned once. */
export function findingRow<T extends Table>(
  table: T,
  what: string,
  field?: string,
  columns?: readonly (keyof Selectable<Database[T]> & string)[],
) {
  return (db: TenantDb, id: string, named = field): Promise<Selectable<Database[T]>> => {
    const row = rowsOf(db, table as 'orders').where('id', '=', id);
    return mustFind(columns ? plannedRow(columns as never)(db, row as never) : row, what, named) as never;
  };
}

/** The first row of a query by a statement that each connection plans once: with all `columns` by their names, in place of `*`. */
export function plannedRow<T extends Table>(columns: readonly (keyof Selectable<Database[T]> & string)[]) {
  return (db: TenantDb, query: SelectQueryBuilder<Database, T, Selectable<Database[T]>>) => ({
    executeTakeFirst: async (): Promise<Selectable<Database[T]> | undefined> => {
      const named = query.clearSelect().select(columns as never) as never as Statement<Selectable<Database[T]>>;
      const [row] = await rowsPlanned(db, named);
      return row;
    },
  });
}

/** The same, and locks the row until the transaction ends. */
export function lockingRow<T extends Table>(table: T, what: string) {
  return (db: TenantDb, id: string): Promise<Selectable<Database[T]>> =>
    mustFind(
      rowsOf(db, table as 'orders')
        .where('id', '=', id)
        .forUpdate(),
      what,
    ) as never;
}

/** Reads the rows whose `column` names any of these, in the order of others. */
export function readingRows<T extends Table>(
  table: T,
  column: keyof Database[T] & string,
  ...order: (keyof Database[T] & string)[]
) {
  return (db: TenantDb, ids: readonly string[]): Promise<Selectable<Database[T]>[]> => {
    const rows = rowsOf(db, table as 'order_lines').where(column as 'order_id', 'in', ids);
    return order.reduce((query, by) => query.orderBy(by as 'line_number'), rows).execute() as never;
  };
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

/** The same by the transaction's last statement, which goes with the commit. */
export async function commitAndFind<Row>(db: TenantDb, query: Statement<Row>, what: string): Promise<Row> {
  const [row] = await commitWith(db, query);
  if (row === undefined) throw notFound(what);
  return row;
}

/** A statement that goes with the transaction's next one, as `pipeline` sends it. */
export function inPipeline(db: TenantDb) {
  return (parts: TemplateStringsArray, ...values: unknown[]): Promise<void> => pipeline(db, sql(parts, ...values));
}
