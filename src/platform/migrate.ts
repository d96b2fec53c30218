// The migration runner: numbered files, each up and down, applied one by one under one lock.
import { readdir } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';

export type MigrationDb = Kysely<unknown>;

export interface Migration {
  up(db: MigrationDb): Promise<void>;
  down(db: MigrationDb): Promise<void>;
  /** False where a migration works in batches of its own and must be able to go on after an interruption. */
  inTransaction?: boolean;
}

export interface MigrationStatus {
  applied: string[];
  pending: string[];
}

// Any number, the same in every release: two processes that migrate at once must meet at one lock.
const LOCK = 7_061_501;

export async function loadMigrations(folder: string): Promise<Map<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => /^\d{4}_\w+\.ts$/.test(file)).toSorted();
  const loaded = new Map<string, Migration>();
  for (const file of files) {
    loaded.set(file.replace('.ts', ''), (await import(pathToFileURL(join(folder, file)).href)) as Migration);
  }
  return loaded;
}

async function appliedNames(db: MigrationDb): Promise<string[]> {
  const present = await sql<{ present: boolean }>`
    select to_regclass('folio_migrations') is not null as present`.execute(db);
  if (!present.rows[0]?.present) return [];
  const { rows } = await sql<{ name: string }>`select name from folio_migrations order by name`.execute(db);
  return rows.map((row) => row.name);
}

export async function migrationStatus(db: MigrationDb, migrations: Map<string, Migration>): Promise<MigrationStatus> {
  const applied = await appliedNames(db);
  return { applied, pending: [...migrations.keys()].filter((name) => !applied.includes(name)) };
}

/** Runs `work` on one connection while no other process migrates this database. */
async function underLock<T>(db: MigrationDb, work: (db: MigrationDb) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${LOCK})`.execute(connection);
    try {
      await sql`create table if not exists folio_migrations
        (name text primary key, applied_at timestamptz not null default now())`.execute(connection);
      return await work(connection);
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(connection);
    }
  });
}

async function step(db: MigrationDb, migration: Migration, work: (db: MigrationDb) => Promise<void>): Promise<void> {
  if (migration.inTransaction === false) return work(db);
  await sql`begin`.execute(db);
  try {
    await work(db);
    await sql`commit`.execute(db);
  } catch (error) {
    await sql`rollback`.execute(db);
    throw error;
  }
}

/** Applies what is pending; answers what is applied and pending afterwards. */
export async function migrateUp(db: MigrationDb, migrations: Map<string, Migration>): Promise<MigrationStatus> {
  const before = await migrationStatus(db, migrations);
  if (before.pending.length === 0) return before;
  return underLock(db, async (connection) => {
    for (const [name, migration] of migrations) {
      await step(connection, migration, async (inStep) => {
        // Asked inside the step: the embedded database has one session, in which the lock does not keep others out.
        if ((await appliedNames(inStep)).includes(name)) return;
        await migration.up(inStep);
        await sql`insert into folio_migrations (name) values (${name})`.execute(inStep);
      });
    }
    return migrationStatus(connection, migrations);
  });
}

/** Takes back the newest migration, or all that came after `to`. Answers what is applied and pending afterwards. */
export async function migrateDown(
  db: MigrationDb,
  migrations: Map<string, Migration>,
  to?: string,
): Promise<MigrationStatus> {
  return underLock(db, async (connection) => {
    const { applied } = await migrationStatus(connection, migrations);
    if (to !== undefined && !applied.includes(to)) throw new Error(`No applied migration is called ${to}.`);
    const back = to === undefined ? applied.slice(-1) : applied.slice(applied.indexOf(to) + 1);
    for (const name of back.toReversed()) {
      const migration = migrations.get(name);
      if (!migration) throw new Error(`Migration ${name} is applied but this release does not know it.`);
      await step(connection, migration, async (inStep) => {
        await migration.down(inStep);
        await sql`delete from folio_migrations where name = ${name}`.execute(inStep);
      });
    }
    return migrationStatus(connection, migrations);
  });
}
