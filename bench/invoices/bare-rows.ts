// The rows of an invoice once more, into tables without an index, a rule or row-level security: one INSERT for each table.
import { CompiledQuery, sql, type Kysely } from 'kysely';
import type { Database } from '../../src/platform/database.ts';
import { PREPARED } from '../../src/platform/eager-client.ts';
import { inTenant, type Tenant } from '../../src/tenancy/index.ts';
import type { BenchDatabase } from '../database.ts';

export interface BareRows {
  table: string;
  /** How many rows. */
  count: number;
  /** As PostgreSQL writes an array of them. */
  rows: string;
}

/** Rows that `work` inserts and updates in the transaction, as rows of the same tables with the same count and width. */
export async function rowsWritten(db: Kysely<Database>, work: () => Promise<unknown>): Promise<BareRows[]> {
  // Rows that this connection changed earlier may still be counted.
  const before = new Map((await countsOf(db)).map(({ table, count }) => [table, count]));
  await work();
  const written: BareRows[] = [];
  for (const { table, count: after } of await countsOf(db)) {
    const count = after - (before.get(table) ?? 0);
    if (count > 0) written.push(await sampleOf(db, table, count));
  }
  return written;
}

/** So many rows of a table as they are. */
export async function sampleOf(db: Kysely<Database>, table: string, count: number): Promise<BareRows> {
  const { rows } = await sql<{ rows: string }>`
    select array_agg(one)::text as rows from (
      select one from ${sql.table(table)} one, generate_series(1, ${count}::int) limit ${count}
    ) sample`.execute(db);
  return { table, count, rows: rows[0]!.rows };
}

async function countsOf(db: Kysely<Database>): Promise<Omit<BareRows, 'rows'>[]> {
  const { rows } = await sql<Omit<BareRows, 'rows'>>`
    select relname as table, (n_tup_ins + n_tup_upd)::int as count from pg_stat_xact_user_tables
    where schemaname = 'public'`.execute(db);
  return rows;
}

export async function createBareTables({ db }: BenchDatabase, written: readonly BareRows[]): Promise<void> {
  await dropBareTables({ db }, written);
  for (const { table } of written) {
    await sql
      .raw(
        `create table ${bare(table)} as select * from ${table} with no data; grant insert on ${bare(table)} to app_tenant`,
      )
      .execute(db);
  }
}

export async function dropBareTables({ db }: Pick<BenchDatabase, 'db'>, written: readonly BareRows[]): Promise<void> {
  for (const { table } of written) await sql.raw(`drop table if exists ${bare(table)}`).execute(db);
}

export async function insertBareRows(
  database: BenchDatabase,
  tenant: Tenant,
  written: readonly BareRows[],
): Promise<void> {
  await inTenant(database, tenant, async (db) => {
    for (const { table, rows } of written) {
      await db.executeQuery(CompiledQuery.raw(PREPARED + bareStatement(table), [rows]));
    }
  });
}

/** Its parameter is the rows. */
export function bareStatement(table: string): string {
  return `insert into ${bare(table)} select * from unnest($1::${table}[])`;
}

function bare(table: string): string {
  return `bench_bare_${table}`;
}
