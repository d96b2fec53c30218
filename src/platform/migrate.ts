// The migration runner: numbered files, each up and down, applied one by one under one lock.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { sql, type Kysely } from 'kysely';
import { sqlRows } from './sql.ts';

export type MigrationDb = Kysely<unknown>;

export interface Migration {
  /** May answer a sentence about what it found, which is kept with the migration's name. */
  up(db: MigrationDb): Promise<void | string>;
  down(db: MigrationDb): Promise<void>;
  /** False where a migration works in batches of its own and must be able to go on after an interruption. */
  inTransaction?: boolean;
  /** In a database where nothing is applied: makes and records at once what `names` make, of which this one is the last. */
  atOnce?: { names: readonly string[]; make(db: MigrationDb, names: readonly string[]): Promise<void> };
}

export type MigrationStatus = Awaited<ReturnType<typeof migrationStatus>>;

export interface MigrationRun extends MigrationStatus {
  /** Migrations that this run applied or reverted, in order. */
  done: { name: string; seconds: number }[];
}

// Any number, the same in every release: two processes that migrate at once must meet at one lock.
export const LOCK = 7_061_501;
const LOCK_RETRY_MS = 100;
/** May read which migrations are applied, where the login itself may not. */
const READER = 'app_watch';

export async function loadMigrations(folder: string): Promise<Map<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => /^\d{4}_\w+\.ts$/.test(file)).toSorted();
  const loaded = new Map<string, Migration>();
  for (const file of files) {
    loaded.set(file.replace('.ts', ''), (await import(pathToFileURL(join(folder, file)).href)) as Migration);
  }
  const { LAST, make } = await import(pathToFileURL(join(folder, 'baseline.ts')).href);
  const atOnce = { names: [...loaded.keys()].filter((name) => name <= LAST), make };
  return loaded.set(LAST, { ...loaded.get(LAST)!, atOnce });
}

type AppliedMigration = { name: string; note: string | null };

async function appliedMigrations(db: MigrationDb): Promise<AppliedMigration[]> {
  const { rows } = await sql<{ readable: boolean | null }>`
    select has_table_privilege(to_regclass('folio_migrations'), 'select') as readable`.execute(db);
  const readable = rows[0]!.readable;
  if (readable === null) return [];
  if (readable) return readApplied(db);
  // A login that serves has no rights of its own.
  return db.connection().execute(async (connection) => {
    await sql.raw(`begin; set local role ${READER}`).execute(connection);
    try {
      return await readApplied(connection);
    } finally {
      await sql`commit`.execute(connection);
    }
  });
}

async function readApplied(db: MigrationDb): Promise<AppliedMigration[]> {
  // As JSON, since a table of an older release has no notes.
  return sqlRows<AppliedMigration>(db)`
    select name, to_jsonb(m) ->> 'note' as note from folio_migrations m order by name`;
}

export async function migrationStatus(db: MigrationDb, migrations: Map<string, Migration>) {
  const rows = await appliedMigrations(db);
  const applied = rows.map(({ name }) => name);
  return {
    applied,
    pending: [...migrations.keys()].filter((name) => !applied.includes(name)),
    /** Notes of migrations, by their names. */
    notes: Object.fromEntries(rows.flatMap(({ name, note }) => (note === null ? [] : [[name, note]]))),
  };
}

/**
 * Holder of the lock meanwhile: the session that migrates or, where a pooler gives no client a session of its own, a transaction that stays
 * open on a second connection. A session and a transaction of different processes meet at the same lock.
 */
export type LockHolder = 'session' | 'transaction';

/** Runs `work` on one connection while no other process migrates this database; it asks `assertLocked` before it changes anything. */
async function underLock<T>(
  db: MigrationDb,
  holder: LockHolder,
  work: (db: MigrationDb, assertLocked: () => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const onTable = async (connection: MigrationDb, assertLocked: () => Promise<unknown>): Promise<T> => {
    await sql`create table if not exists folio_migrations
      (name text primary key, applied_at timestamptz not null default now())`.execute(connection);
    await sql`alter table folio_migrations add column if not exists note text`.execute(connection);
    return work(connection, assertLocked);
  };
  return db.connection().execute(async (connection) => {
    // Asked again and again: a statement that waits for the lock would be an old snapshot, and for the end of those an index
    // that is built beside the writers waits in turn.
    const tryLock = holder === 'session' ? lockSession : beginWithLock;
    while (!(await tryLock(connection))) await delay(LOCK_RETRY_MS);
    if (holder === 'session') {
      try {
        return await onTable(connection, async () => undefined);
      } finally {
        await sql`select pg_advisory_unlock(${LOCK})`.execute(connection);
      }
    }
    try {
      return await db.connection().execute((second) => onTable(second, () => sql`select 1`.execute(connection)));
    } finally {
      await sql`rollback`.execute(connection);
    }
  });
}

/** Between its statements this transaction has no snapshot, so nothing waits for its end but who wants the lock. */
async function beginWithLock(db: MigrationDb): Promise<boolean> {
  await sql`begin`.execute(db);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(db);
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as locked`.execute(db);
  if (!rows[0]!.locked) await sql`rollback`.execute(db);
  return rows[0]!.locked;
}

async function lockSession(db: MigrationDb): Promise<boolean> {
  return (await sql<{ locked: boolean }>`select pg_try_advisory_lock(${LOCK}) as locked`.execute(db)).rows[0]!.locked;
}

/** Does one step, in a transaction unless told otherwise, and says how long it took. */
async function step(db: MigrationDb, name: string, inTransaction = true, work: (db: MigrationDb) => Promise<void>) {
  const from = performance.now();
  if (inTransaction) await sql`begin`.execute(db);
  try {
    await work(db);
    if (inTransaction) await sql`commit`.execute(db);
  } catch (error) {
    if (inTransaction) await sql`rollback`.execute(db);
    throw error;
  }
  return { name, seconds: Math.round(performance.now() - from) / 1000 };
}

/** Applies what is pending; answers what it did, and what is applied and pending afterwards. */
export async function migrateUp(
  db: MigrationDb,
  migrations: Map<string, Migration>,
  holder: LockHolder = 'session',
): Promise<MigrationRun> {
  const done: MigrationRun['done'] = [];
  const before = await migrationStatus(db, migrations);
  if (before.pending.length === 0) return { ...before, done };
  return underLock(db, holder, async (connection, assertLocked) => {
    // Another process may have applied some while we waited for the lock.
    const { applied } = await migrationStatus(connection, migrations);
    const { names = [], make } = [...migrations.values()].find(({ atOnce }) => atOnce)?.atOnce ?? {};
    if (make && applied.length === 0 && names.every((name) => migrations.has(name))) {
      await assertLocked();
      done.push(await step(connection, 'baseline', true, (inStep) => make(inStep, names)));
    }
    for (const name of (await migrationStatus(connection, migrations)).pending) {
      const { up, inTransaction } = migrations.get(name)!;
      await assertLocked();
      const made = step(connection, name, inTransaction, async (inStep) => {
        const note = (await up(inStep)) ?? null;
        await sql`insert into folio_migrations (name, note) values (${name}, ${note})`.execute(inStep);
      });
      done.push(await made);
    }
    return { ...(await migrationStatus(connection, migrations)), done };
  });
}

/** Takes back the newest migration, or all that came after `to`. Answers as `migrateUp`. */
export async function migrateDown(
  db: MigrationDb,
  migrations: Map<string, Migration>,
  to?: string,
  holder: LockHolder = 'session',
): Promise<MigrationRun> {
  const done: MigrationRun['done'] = [];
  return underLock(db, holder, async (connection, assertLocked) => {
    const { applied } = await migrationStatus(connection, migrations);
    if (to !== undefined && !applied.includes(to)) throw new Error(`No applied migration is called ${to}.`);
    const back = to === undefined ? applied.slice(-1) : applied.slice(applied.indexOf(to) + 1);
    for (const name of back.toReversed()) {
      const { down, inTransaction } = migrations.get(name) ?? {};
      if (!down) throw new Error(`Migration ${name} is applied but this release does not know it.`);
      await assertLocked();
      const takenBack = await step(connection, name, inTransaction, async (inStep) => {
        await down(inStep);
        await sql`delete from folio_migrations where name = ${name}`.execute(inStep);
      });
      done.push(takenBack);
    }
    return { ...(await migrationStatus(connection, migrations)), done };
  });
}
