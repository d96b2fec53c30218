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
    const explained = statement.sql.trimStart().startsWith(PREPARED) ? explainPrepared : explainOnce;
    const { Plan: plan } = (await explained(db, statement))['QUERY PLAN'][0];
    buffers += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  }
  return buffers;
}

async function explainOnce(db: TenantDb, { sql, parameters }: CompiledQuery): Promise<Explained> {
  const asked = CompiledQuery.raw(`${EXPLAIN} ${sql}`, [...parameters]);
  // The first execution may still set hint bits.
  await db.executeQuery<Explained>(asked);
  return (await db.executeQuery<Explained>(asked)).rows[0]!;
}

async function explainPrepared(db: TenantDb, { sql, parameters }: CompiledQuery): Promise<Explained> {
  await db.executeQuery(CompiledQuery.raw(`prepare bench_question as ${sql}`));
  const given = parameters.length > 0 ? `(${parameters.map(literal).join(', ')})` : '';
  let last: Explained | undefined;
  for (let execution = 0; execution < EXECUTIONS; execution += 1) {
    const { rows } = await db.executeQuery<Explained>(CompiledQuery.raw(`${EXPLAIN} execute bench_question${given}`));
    last = rows[0]!;
  }
  await db.executeQuery(CompiledQuery.raw('deallocate bench_question'));
  return last!;
}
