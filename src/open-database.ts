// The database of this configuration: the embedded one of DATA_DIR, or the PostgreSQL of DATABASE_URL; the same driver for both.
import { fileURLToPath } from 'node:url';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Config } from './config.ts';
import type { Database } from './database.ts';
import { startEmbedded } from './platform/embedded/start-embedded.ts';
import { loadMigrations, type Migration, type MigrationDb } from './platform/migrate.ts';
import { openPool } from './platform/postgres.ts';

export interface OpenDatabase {
  db: Kysely<Database>;
  pool: pg.Pool;
  kind: 'postgres' | 'embedded-owner' | 'embedded-client';
  close(): Promise<void>;
}

export async function openDatabase(
  config: Pick<Config, 'DATABASE_URL' | 'DATABASE_POOL' | 'DATA_DIR'>,
): Promise<OpenDatabase> {
  if (config.DATABASE_URL !== undefined) {
    const pool = openPool({ url: config.DATABASE_URL }, { max: config.DATABASE_POOL });
    return { ...onPool(pool), kind: 'postgres' };
  }
  const embedded = await startEmbedded(config.DATA_DIR);
  const opened = onPool(openPool({ embedded: embedded.connection }));
  return {
    ...opened,
    kind: embedded.kind === 'owner' ? 'embedded-owner' : 'embedded-client',
    async close() {
      await opened.close();
      await embedded.close();
    },
  };
}

export function onPool(pool: pg.Pool): Pick<OpenDatabase, 'db' | 'pool' | 'close'> {
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, close: () => db.destroy() };
}

export function allMigrations(): Promise<Map<string, Migration>> {
  return loadMigrations(fileURLToPath(new URL('../migrations', import.meta.url)));
}

/** The migrations know no table by type: they are what makes the types true. */
export function forMigrations(db: Kysely<Database>): MigrationDb {
  return db as unknown as MigrationDb;
}
