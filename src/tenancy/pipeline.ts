// Statements of a transaction that travel together: with the next one, or with the commit.
import { sql, type Kysely } from 'kysely';
import type { Database } from '../platform/database.ts';
import { LAST, PIPELINED } from '../platform/eager-client.ts';
import { planned, prepared, type Statement } from '../platform/sql.ts';
import { setting } from './pool-settings.ts';

type Turn = <T>(work: () => Promise<T>) => Promise<T>;

/** Connections on which every transaction is a savepoint of one that is rolled back in the end. */
export const rehearsals = new WeakMap<Kysely<Database>, Turn>();

/**
 * Sends a statement of the transaction without waiting for its answer: it travels with the next statement that is waited for, or with
 * the commit, and there its failure is thrown.
 */
export async function pipeline(db: Kysely<Database>, statement: Statement<unknown>): Promise<void> {
  await begunWith(PIPELINED, db, statement);
}

/**
 * The transaction's last statement, sent together with the commit; nothing can be asked of `db` afterwards, and nothing taken back. In
 * a rehearsal there is no commit.
 */
export async function commitWith<T>(db: Kysely<Database>, statement: Statement<T>): Promise<T[]> {
  await tellRest(db);
  return begunWith(rehearsals.has(db) ? '' : LAST, db, statement);
}

/** Transactions that have promised to tell of what changes in them. */
const promised = new WeakSet<Kysely<Database>>();

/** As part of the statement that opens a transaction: it tells of its changes itself, so that no row has to wait for its commit. */
export function promiseActs(db: Kysely<Database>): string {
  promised.add(db);
  return `, ${setting('app.acts', 'told')}`;
}

/** An act was recorded: of what changes afterwards the database tells. */
export function keepPromise(db: Kysely<Database>): boolean {
  return promised.delete(db);
}

/** Changes that no act tells of become an act of their own, at the end of the work. */
export async function tellRest(db: Kysely<Database>): Promise<void> {
  if (keepPromise(db)) await pipeline(db, sql`${prepared}select tell_rest()`);
}

/** Rows of a statement that each connection plans once. */
export async function rowsPlanned<T>(db: Kysely<Database>, statement: Statement<T>): Promise<T[]> {
  return begunWith('', db, planned(statement));
}

async function begunWith<T>(mark: string, db: Kysely<Database>, statement: Statement<T>): Promise<T[]> {
  const compiled = statement.compile(db);
  const { rows } = await db.executeQuery<T>({ ...compiled, sql: mark + compiled.sql });
  return rows;
}
