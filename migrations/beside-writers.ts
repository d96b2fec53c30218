// How a migration changes a large table while others write to it: locks for a moment only, work in small transactions.
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { run } from './support.ts';

// A statement that waits for a table lock makes later statements queue behind it; so it gives up after a moment and retries.
const LOCK_WAIT_MS = 200;
const PAUSE_MS = 100;
const PATIENCE_MS = 600_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** A transaction of its own. It need not reach the disk by itself: what is written after it takes it along. */
export async function inBatch<T>(db: MigrationDb, work: (db: MigrationDb) => Promise<T>): Promise<T> {
  await run(db, 'begin; set local synchronous_commit = off');
  try {
    const result = await work(db);
    await sql`commit`.execute(db);
    return result;
  } catch (error) {
    await sql`rollback`.execute(db);
    throw error;
  }
}

/** Statements that need a table for themselves and have it only for a moment. They must be fit to be run again. */
export async function briefly(
  db: MigrationDb,
  statements: string | ((db: MigrationDb) => Promise<void>),
): Promise<void> {
  for (let waited = 0; ; waited += LOCK_WAIT_MS + PAUSE_MS) {
    try {
      return await inBatch(db, async (inBatch) => {
        await run(inBatch, `set local lock_timeout = ${LOCK_WAIT_MS}`);
        await (typeof statements === 'string' ? run(inBatch, statements) : statements(inBatch));
      });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE)) throw error;
      if (waited > PATIENCE_MS) {
        const minutes = PATIENCE_MS / 60_000;
        throw new Error(
          `A transaction has held a lock for ${minutes} minutes that the migration needs for a moment. End it and migrate again.`,
          { cause: error },
        );
      }
      await delay(PAUSE_MS);
    }
  }
}

/** An index that is built while others write. What an interruption left of it is of no use and is built anew. */
export async function createIndexBesideWriters(
  db: MigrationDb,
  name: string,
  definition: string,
  kind: 'unique' | '' = '',
): Promise<void> {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`.execute(db);
  if (rows[0]?.valid) return;
  if (rows[0]) await run(db, `drop index concurrently if exists ${name}`);
  await run(db, `create ${kind} index concurrently if not exists ${name} ${definition}`);
}

/**
 * The tables as a whole. Row-level security is forced on their owner as well, so unless it is above that, the owner is let in
 * for as long as the work takes.
 */
export async function acrossTenants<T>(db: MigrationDb, tables: readonly string[], work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ sees_all: boolean }>`
    select rolsuper or rolbypassrls as sees_all from pg_roles where rolname = current_user`.execute(db);
  if (rows[0]!.sees_all) return work();
  // The list of tenants as well, without which nothing is done for any of them.
  const all = [...new Set(['tenants', ...tables])];
  const close = all.map((table) => `drop policy if exists migrating on ${table}`);
  const open = all.map((table) => `create policy migrating on ${table} to current_user using (true) with check (true)`);
  for (const [at, statement] of open.entries()) await briefly(db, `${close[at]!}; ${statement}`);
  try {
    return await work();
  } finally {
    for (const statement of close) await briefly(db, statement);
  }
}

/** Tables in which triggers write what they tell. */
const TOLD_IN = ['acts', 'act_due', 'act_heads', 'kept_months'];

/** Takes rows away on the way back as any other change does, by an act of each tenant; `$` in a statement is the tenant. */
export async function takeAwayByActs(db: MigrationDb, statements: Readonly<Record<string, string>>): Promise<void> {
  await acrossTenants(db, [...Object.keys(statements), ...TOLD_IN], async () => {
    const { rows } = await sql<{ id: string }>`select id from tenants order by id`.execute(db);
    for (const { id } of rows)
      await briefly(
        db,
        [
          `select set_config('app.tenant_id', '${id}', true), set_config('app.actor', 'cli:migrate', true),
             set_config('app.operation', 'migrate down', true), set_config('app.quiet', 'on', true)`,
          ...Object.values(statements).map((statement) => statement.replaceAll('= $', `= '${id}'`)),
        ].join(';'),
      );
  });
}
