// The database of this configuration: the embedded one of DATA_DIR, or the PostgreSQL of DATABASE_URL; the same driver for both.
import { fileURLToPath } from 'node:url';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import { ConfigError, type Config } from './config.ts';
import type { Database } from '../platform/database.ts';
import { installQueue, installsQueue } from '../jobs/index.ts';
import { openLocalServer, Unusable } from '../platform/local-server/server.ts';
import type { Logger } from '../platform/log.ts';
import {
  loadMigrations,
  migrateUp,
  migrationStatus,
  type LockHolder,
  type Migration,
  type MigrationDb,
  type MigrationRun,
} from '../platform/migrate.ts';
import { isPooled } from '../platform/pooler.ts';
import { INSUFFICIENT_PRIVILEGE, openPool } from '../platform/postgres.ts';
import { readFrom, type Read } from '../platform/replicas.ts';
import { limitStatements, shareAmongTenants } from '../tenancy/index.ts';

// A primary is always there to ask instead.
const CONNECT_TO_REPLICA_WITHIN_MS = 1000;

export interface OpenDatabase {
  db: Kysely<Database>;
  pool: pg.Pool;
  kind: 'postgres' | 'embedded';
  close(): Promise<void>;
}

/** `isService`: the embedded database of a folder serves one service, and any number of commands beside it. */
export async function openDatabase(
  config: Pick<Config, 'DATABASE_URL' | 'DATABASE_POOL' | 'DATA_DIR'>,
  { isService = false } = {},
): Promise<OpenDatabase> {
  if (config.DATABASE_URL !== undefined) {
    return { ...onPool(openPool({ url: config.DATABASE_URL }, { max: config.DATABASE_POOL })), kind: 'postgres' };
  }
  const server = await openLocalServer(config.DATA_DIR, { isService }).catch((error: unknown) => {
    throw error instanceof Unusable ? new ConfigError(error.message, { cause: error }) : error;
  });
  const opened = onPool(openPool({ url: server.url }, { max: config.DATABASE_POOL }));
  return {
    ...opened,
    kind: 'embedded',
    async close() {
      await opened.close();
      await server.close();
    },
  };
}

type MigrationAddresses = Partial<Pick<Config, 'DATABASE_DIRECT_URL' | 'DATABASE_OWNER_URL'>>;

/**
 * Runs a migration: the owner's login where DATABASE_OWNER_URL names one, past a pooler where DATABASE_DIRECT_URL
 * says the way, else the serving login through it.
 */
export async function toMigrate<T>(
  config: MigrationAddresses,
  database: OpenDatabase,
  migrate: (db: MigrationDb, holder: LockHolder) => Promise<T>,
): Promise<T> {
  const work: typeof migrate = async (db, holder) => {
    try {
      return await migrate(db, holder);
    } catch (error) {
      if ((error as { code?: unknown }).code !== INSUFFICIENT_PRIVILEGE) throw error;
      throw new ConfigError(
        `The database does not let this login do what a migration needs: ${(error as Error).message}. Migrate with the login that owns the database (DATABASE_OWNER_URL); docs/operations.md, "First installation", says what an administrator has to allow.`,
        { cause: error },
      );
    }
  };
  return asOwner(config, database, (owned) => migrateOn(owned, work));
}

async function asOwner<T>(
  config: MigrationAddresses,
  database: OpenDatabase,
  work: (owned: Pick<OpenDatabase, 'db' | 'pool'>) => Promise<T>,
): Promise<T> {
  const url = config.DATABASE_OWNER_URL ?? config.DATABASE_DIRECT_URL;
  if (url === undefined) return work(database);
  const other = onPool(openPool({ url }, { max: 2 }));
  try {
    return await work(other);
  } finally {
    await other.close();
  }
}

/** So that questions are planned by what has just come in, not by empty tables. Tables of another owner are passed over. */
export async function analyzeTables(config: MigrationAddresses, database: OpenDatabase): Promise<void> {
  await asOwner(config, database, ({ db }) => sql`analyze`.execute(db));
}

async function migrateOn<T>(
  database: Pick<OpenDatabase, 'db' | 'pool'>,
  work: (db: MigrationDb, holder: LockHolder) => Promise<T>,
): Promise<T> {
  if (!(await isBehindPooler(database.pool))) return work(forMigrations(database.db), 'session');
  if (database.pool.options.max < 2) {
    throw new ConfigError(
      'Migrations through a pooler need two connections: set DATABASE_POOL to 2 or more, or DATABASE_DIRECT_URL to the address of PostgreSQL itself.',
    );
  }
  return work(forMigrations(database.db), 'transaction');
}

async function isBehindPooler(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect();
  try {
    return await isPooled(client);
  } finally {
    client.release();
  }
}

/** Applies what is pending, and sees to the queue where this login owns it. */
export async function bringUpToDate(config: MigrationAddresses, database: OpenDatabase): Promise<void> {
  const { pending } = await migrationStatus(forMigrations(database.db), await allMigrations());
  if (pending.length > 0) await migrateAll(config, database);
  // Its tables have a lock of their own, so no second connection is needed.
  else if (await installsQueue(database.db)) await installQueue(forMigrations(database.db));
}

/** All migrations, and the queue, which keeps a schema of its own. */
export async function migrateAll(config: MigrationAddresses, database: OpenDatabase): Promise<MigrationRun> {
  const migrations = await allMigrations();
  return toMigrate(config, database, async (db, holder) => {
    const status = await migrateUp(db, migrations, holder);
    await installQueue(db);
    return status;
  });
}

/** The replicas of DATABASE_REPLICA_URL, for questions; the database itself where there are none. */
export function openReplicas(
  config: Pick<
    Config,
    'DATABASE_POOL' | 'replicaUrls' | 'DATABASE_REPLICA_PATIENCE_MS' | 'DATABASE_STATEMENT_TIMEOUT_MS'
  >,
  { db }: Pick<OpenDatabase, 'db'>,
  log: Logger,
): { read: Read<Database>; close(): Promise<void> } {
  const opened = config.replicaUrls.map((url) => ({
    name: new URL(url).host,
    ...onPool(openPool({ url }, { max: config.DATABASE_POOL, connectWithinMs: CONNECT_TO_REPLICA_WITHIN_MS })),
  }));
  for (const replica of opened) limitStatements(replica.db, config.DATABASE_STATEMENT_TIMEOUT_MS);
  return {
    read: readFrom(db, opened, {
      patienceMs: config.DATABASE_REPLICA_PATIENCE_MS,
      tell: (replica, reason) => log.warn({ replica, reason }, 'a replica is left alone for a while'),
    }),
    async close() {
      for (const replica of opened) await replica.close();
    },
  };
}

export function onPool(pool: pg.Pool): Pick<OpenDatabase, 'db' | 'pool' | 'close'> {
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  shareAmongTenants(db, pool.options.max);
  return { db, pool, close: () => db.destroy() };
}

export function allMigrations(): Promise<Map<string, Migration>> {
  return loadMigrations(fileURLToPath(new URL('../../migrations', import.meta.url)));
}

/** The migrations know no table by type: they are what makes the types true. */
export function forMigrations(db: Kysely<Database>): MigrationDb {
  return db as unknown as MigrationDb;
}
