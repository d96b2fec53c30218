// How many pages a question reads: EXPLAIN (ANALYZE, BUFFERS) of the very statements that it sends, planned as they are planned.
import { CompiledQuery } from 'kysely';
import { PREPARED } from '../../src/platform/eager-client.ts';
import type { TenantDb } from '../../src/tenancy/index.ts';
import { literal } from '../sql-text.ts';

interface Explained {
  'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }];
}

const EXPLAIN = 'explain (analyze, buffers, timing off, format json)';
/** After five executions PostgreSQL decides whether a prepared statement keeps one plan for all parameters. */
const EXECUTIONS = 7;

export async function buffersOf(db: TenantDb, statements: readonly CompiledQuery[]): Promise<number> {
  let buffers = 0;
  for (const statement of statements) {
    const explained = statement.sql.trimStart().startsWith(PREPARED) ? explainPrepared : explainTwice;
    const { Plan: plan } = (await explained(db, statement))['QUERY PLAN'][0];
    buffers += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  }
  return buffers;
}

/** Counts each page once, however often it is touched: the statements run on a server that has just started. */
export async function distinctPages(db: TenantDb, statements: readonly CompiledQuery[]): Promise<number> {
  // As it is planned when it is asked all day; the first executions would be planned for their parameters.
  await db.executeQuery(CompiledQuery.raw('set local plan_cache_mode = force_generic_plan'));
  let pages = 0;
  for (const statement of statements) {
    const { Plan: plan } = (await explainPrepared(db, statement, 1))['QUERY PLAN'][0];
    pages += plan['Shared Read Blocks'];
  }
  return pages;
}

async function explainTwice(db: TenantDb, { sql, parameters }: CompiledQuery): Promise<Explained> {
  const asked = CompiledQuery.raw(`${EXPLAIN} ${sql}`, [...parameters]);
  // The first execution may still set hint bits.
  await db.executeQuery<Explained>(asked);
  return (await db.executeQuery<Explained>(asked)).rows[0]!;
}

async function explainPrepared(
  db: TenantDb,
  { sql, parameters }: CompiledQuery,
  executions = EXECUTIONS,
): Promise<Explained> {
  await db.executeQuery(CompiledQuery.raw(`prepare bench_question as ${sql}`));
  const given = parameters.length > 0 ? `(${parameters.map(literal).join(', ')})` : '';
  let last: Explained | undefined;
  for (let execution = 0; execution < executions; execution += 1) {
    const { rows } = await db.executeQuery<Explained>(CompiledQuery.raw(`${EXPLAIN} execute bench_question${given}`));
    last = rows[0]!;
  }
  await db.executeQuery(CompiledQuery.raw('deallocate bench_question'));
  return last!;
}
