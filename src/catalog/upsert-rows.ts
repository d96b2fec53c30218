// Rows by the thousand in a few statements: each is made, changed, left as it is, or refused by itself.
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { compare } from '../platform/decimal.ts';
import { conflict, DomainError, orRefusal } from '../platform/errors.ts';
import { jsonRows, sqlRows } from '../platform/sql.ts';
import type { Written } from '../requests/index.ts';
import { inPipeline, pipeline, type TenantDb } from '../tenancy/index.ts';

type Columns = Record<string, unknown>;
type Table = 'items' | 'clients' | 'suppliers';

/** How rows of a kind are named, found and read. */
export interface Upsert<Input, Found extends { id: string }> {
  table: Table;
  /** All that is written, of a new one or of a changed one. */
  columns: readonly string[];
  /** Columns that are compared as numbers. */
  decimals: readonly string[];
  /** Values that must be unique among the rows of one call, by field. */
  keys: (input: Input) => Record<string, string | null>;
  /** Reads and locks what the rows may be about; the function that is answered may refuse. */
  find: (db: TenantDb, inputs: readonly Input[]) => Promise<(input: Input) => Found | undefined>;
  /** Columns to write: all of a new record, the given ones of an existing record. */
  read: (input: Input, found: Found | undefined) => object;
}

export async function upsertRows<Input, Found extends { id: string }>(
  db: TenantDb,
  inputs: readonly Input[],
  kind: Upsert<Input, Found>,
): Promise<Written[]> {
  // One call of a tenant after the other: each locks many rows.
  await pipeline(db, sql`select pg_advisory_xact_lock(hashtextextended(${`${db.tenant.id} ${kind.table}`}, 0))`);
  const written: Written[] = [];
  const first = new Map<string, number>();
  const claim = (name: string, field: string, index: number) => {
    if (first.has(name)) throw conflict('Row {index} has the same {field}', { index: first.get(name)!, field });
    first.set(name, index);
  };
  let left = [...inputs.entries()].filter(([index, input]) => {
    const keys = Object.entries(kind.keys(input)).filter(([, key]) => key !== null);
    const refused = orRefusal(() => keys.forEach(([field, key]) => claim(`${field} ${key}`, field, index)));
    if (refused) written[index] = refused;
    return !refused;
  });
  // Again for those that another has made since they were looked for.
  for (let round = 0; left.length > 0 && round < MOST_ROUNDS; round += 1) {
    const inputsLeft = left.map(([, input]) => input);
    const find = await kind.find(db, inputsLeft);
    const created: (Columns & { id: string })[] = [];
    const updated: Columns[] = [];
    for (const [index, input] of left) {
      written[index] = orRefusal((): Written => {
        const found = find(input);
        const id = found?.id ?? uuid();
        claim(`id ${id}`, 'id', index);
        const read = kind.read(input, found) as Columns;
        if (!found) created.push({ ...read, id });
        else if (Object.entries(read).some(([name, now]) => !isSame(kind, name, (found as Columns)[name], now)))
          updated.push({ ...found, ...read });
        else return { outcome: 'UNCHANGED', id };
        return { outcome: found ? 'UPDATED' : 'CREATED', id };
      });
    }
    await updateRows(db, kind, updated);
    const stored = await insertRows(db, kind, created);
    const missed = new Set(created.map(({ id }) => id).filter((id) => !stored.has(id)));
    left = left.filter(([index]) => missed.has((written[index] as { id?: string }).id ?? ''));
  }
  for (const [index] of left) written[index] = conflict('It was written by another at this moment');
  return written;
}

const MOST_ROUNDS = 3;

/** Records of a table are found, and locked, by the code that a line has of them. */
export function byCode<Line extends { code: string }, Found extends { id: string }>(
  table: Table,
  column: keyof Found & string,
) {
  return {
    table,
    keys: ({ code }: Line) => ({ code }),
    async find(db: TenantDb, lines: readonly Line[]) {
      const rows = await sqlRows<Found>(db)`
        select * from ${sql.table(table)}
        where tenant_id = ${db.tenant.id} and ${sql.ref(column)} = any(${lines.map(({ code }) => code)})
        order by id for update`;
      const found = new Map<unknown, Found>(rows.map((row) => [row[column], row]));
      return ({ code }: Line) => found.get(code);
    },
  };
}

function isSame<Input, Found extends { id: string }>(
  { decimals }: Upsert<Input, Found>,
  name: string,
  before: unknown,
  now: unknown,
): boolean {
  if (typeof before === 'string' && typeof now === 'string' && decimals.includes(name))
    return compare(before, now) === 0;
  return isDeepStrictEqual(before, now);
}

interface Target {
  table: Table;
  columns: readonly string[];
}

/** Answers the ids of those that are there now; the others met a row that has come meanwhile. */
async function insertRows(db: TenantDb, { table, columns }: Target, rows: readonly Columns[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const names = sql.join(['id', ...columns].map((name) => sql.ref(name)));
  const { rows: stored } = await sql<{ id: string }>`
    insert into ${sql.table(table)} (tenant_id, ${names})
    select ${db.tenant.id}, ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${jsonRows(rows)})
    on conflict do nothing
    returning id`.execute(db);
  return new Set(stored.map(({ id }) => id));
}

/** The caller has them locked. */
async function updateRows(db: TenantDb, { table, columns }: Target, rows: readonly Columns[]): Promise<void> {
  if (rows.length === 0) return;
  const names = sql.join(columns.map((name) => sql.ref(name)));
  const values = sql.join(columns.map((name) => sql.ref(`now.${name}`)));
  await inPipeline(db)`
    update ${sql.table(table)} as one set (updated_at, ${names}) = (statement_timestamp(), ${values})
    from jsonb_populate_recordset(null::${sql.table(table)}, ${jsonRows(rows)}) as now
    where one.tenant_id = ${db.tenant.id} and one.id = now.id`;
}

/** A key that cannot be read names nothing: reading the row tells why. */
export function orNull(read: () => string | null): string | null {
  const key = orRefusal(read);
  return key instanceof DomainError ? null : key;
}
