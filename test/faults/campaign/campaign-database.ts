// A database for a campaign: one of its own in TEST_DATABASE_URL's server, dropped at the end, else an embedded one in memory.
import pg from 'pg';
import { allMigrations, forMigrations, onPool } from '../../../src/open-database.ts';
import { startEmbedded } from '../../../src/platform/embedded/start-embedded.ts';
import { migrateUp } from '../../../src/platform/migrate.ts';
import { openPool } from '../../../src/platform/postgres.ts';
import { installVirtualTime } from './virtual-time.ts';

export interface CampaignDatabase {
  pool: pg.Pool;
  /** Runs that gain from going side by side. */
  sideBySide: number;
  /** Forgets all tenants and what is theirs, so that the last run is as fast as the first. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

export async function openCampaignDatabase(server: string | undefined): Promise<CampaignDatabase> {
  const opened = server === undefined ? await inMemory() : await onServer(server);
  const { db, pool } = onPool(opened.pool);
  await migrateUp(forMigrations(db), await allMigrations());
  await installVirtualTime(pool);
  return {
    pool,
    sideBySide: opened.sideBySide,
    async empty() {
      const { rows } = await pool.query<{ tables: string }>(
        `select string_agg(quote_ident(tablename), ', ') as tables from pg_tables
         where schemaname = 'public' and tablename <> 'folio_migrations'`,
      );
      await pool.query(`truncate ${rows[0]!.tables}`);
    },
    async close() {
      await db.destroy();
      await opened.close();
    },
  };
}

interface Opened {
  pool: pg.Pool;
  sideBySide: number;
  close(): Promise<void>;
}

async function inMemory(): Promise<Opened> {
  const embedded = await startEmbedded({ memory: true });
  return { pool: openPool({ embedded: embedded.connection }), sideBySide: 3, close: () => embedded.close() };
}

async function onServer(server: string): Promise<Opened> {
  const { url, drop } = await createDatabase(server);
  return { pool: openPool({ url }, { max: 8 }), sideBySide: 6, close: drop };
}

/** A database of one's own on a server that others use too. */
export async function createDatabase(server: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `folio_faults_${process.pid}_${Math.random().toString(36).slice(2, 8)}`;
  const command = async (text: string): Promise<void> => {
    const admin = new pg.Client(server);
    await admin.connect();
    await admin.query(text);
    await admin.end();
  };
  await command(`create database ${name}`);
  const address = new URL(server);
  address.pathname = `/${name}`;
  return { url: address.href, drop: () => command(`drop database ${name} with (force)`) };
}
