// Rows by the thousand in a few statements: each is made, changed, left as it is, or refused by itself.
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { compare } from '../platform/decimal.ts';
import { conflict, DomainError, type ErrorCode, type Sentence } from '../platform/errors.ts';
import { jsonRows } from '../platform/sql.ts';
import { pipeline, type TenantDb } from '../tenancy/index.ts';

export const OUTCOMES = ['CREATED', 'UPDATED', 'UNCHANGED', 'REFUSED'] as const;

export interface BulkProblem {
  code: ErrorCode;
  sentence: Sentence;
}

export interface BulkRow {
  /** In what was asked for, from 0. */
  index: number;
  /** Null where it was refused. */
  id: string | null;
  outcome: (typeof OUTCOMES)[number];
  problems: BulkProblem[];
}

type Columns = Record<string, unknown>;

/** How rows of a kind are named, found and read. */
export interface Upsert<Input, Found extends { id: string }> {
  table: 'items' | 'clients';
  /** All that is written, of a new one or of a changed one. */
  columns: readonly string[];
  /** Those of them that are compared as numbers. */
  decimals: readonly string[];
  /** What no two rows of one call may share, by its field. */
  keys: (input: Input) => Record<string, string | null>;
  /** Reads and locks what the rows may be about; the function that is answered may refuse. */
  find: (db: TenantDb, inputs: readonly Input[]) => Promise<(input: Input) => Found | undefined>;
  /** Of a new one all, of one that is there what the row says of it. */
  read: (input: Input, found: Found | undefined) => object;
}

export async function upsertRows<Input, Found extends { id: string }>(
  db: TenantDb,
  inputs: readonly Input[],
  kind: Upsert<Input, Found>,
): Promise<BulkRow[]> {
  // One call of a tenant after the other: each locks many rows.
  await pipeline(db, sql`select pg_advisory_xact_lock(hashtextextended(${`${db.tenant.id} ${kind.table}`}, 0))`);
  const rows: BulkRow[] = [];
  const first = new Map<string, number>();
  const found = new Map<string, number>();
  let left = [...inputs.entries()].filter(([index, input]) => {
    const twice = Object.entries(kind.keys(input)).find(([field, key]) => key !== null && first.has(`${field} ${key}`));
    if (twice) rows[index] = refusedRow(index, sameAsBefore(twice[0], first.get(twice.join(' '))!));
    for (const [field, key] of twice ? [] : Object.entries(kind.keys(input))) first.set(`${field} ${key}`, index);
    return !twice;
  });
  // Again for those that another has made since they were looked for.
  for (let round = 0; left.length > 0 && round < MOST_ROUNDS; round += 1) {
    const inputsLeft = left.map(([, input]) => input);
    const find = await kind.find(db, inputsLeft);
    const created: Columns[] = [];
    const updated: Columns[] = [];
    for (const [index, input] of left) {
      rows[index] = orRefused(index, () => {
        const one = find(input);
        const id = one?.id ?? uuid();
        if (found.has(id)) throw sameAsBefore('id', found.get(id)!);
        const read = kind.read(input, one) as Columns;
        found.set(id, index);
        const isChanged = Object.entries(read).some(
          ([name, now]) => !isSame(kind, name, (one as Columns)?.[name], now),
        );
        if (one && !isChanged) return { id, outcome: 'UNCHANGED' };
        (one ? updated : created).push({ ...one, ...read, id });
        return { id, outcome: one ? 'UPDATED' : 'CREATED' };
      });
    }
    await updateRows(db, kind, updated);
    const stored = await insertRows(db, kind, created);
    left = left.filter(([index]) => rows[index]!.outcome === 'CREATED' && !stored.has(rows[index]!.id!));
  }
  for (const [index] of left) rows[index] = refusedRow(index, conflict('It was written by another at this moment'));
  return rows;
}

const MOST_ROUNDS = 3;

function sameAsBefore(field: string, index: number) {
  return conflict('Row {index} has the same {field}', { index, field });
}

export function refusedRow(index: number, refusal: DomainError): BulkRow {
  const problems = refusal.problems.length > 0 ? refusal.problems : [refusal];
  return {
    ...{ index, id: null, outcome: 'REFUSED' },
    problems: problems.map(({ code, sentence }) => ({ code, sentence })),
  };
}

function orRefused(index: number, read: () => Pick<BulkRow, 'id' | 'outcome'>): BulkRow {
  try {
    return { index, ...read(), problems: [] };
  } catch (error) {
    if (error instanceof DomainError) return refusedRow(index, error);
    throw error;
  }
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
  table: 'items' | 'clients';
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
  await pipeline(
    db,
    sql`
      update ${sql.table(table)} as one set (${names}) = (${values})
      from jsonb_populate_recordset(null::${sql.table(table)}, ${jsonRows(rows)}) as now
      where one.tenant_id = ${db.tenant.id} and one.id = now.id`,
  );
}

/** A key that cannot be read names nothing: reading the row tells why. */
export function orNull(read: () => string | null): string | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
