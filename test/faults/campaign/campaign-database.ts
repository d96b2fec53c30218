// A database for a campaign: one of its own on a server that others use too, dropped at the end.
import pg from 'pg';
import { allMigrations, forMigrations, onPool } from '../../../src/wiring/open-database.ts';
import { migrateUp } from '../../../src/platform/migrate.ts';
import { openPool } from '../../../src/platform/postgres.ts';
import { installVirtualTime } from './virtual-time.ts';

export interface CampaignDatabase {
  pool: pg.Pool;
  /** Forgets all tenants and what is theirs, so that the last run is as fast as the first. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

export async function openCampaignDatabase(server: string): Promise<CampaignDatabase> {
  const { url, drop } = await createDatabase(server);
  const { db, pool } = onPool(openPool({ url }, { max: 8 }));
  await migrateUp(forMigrations(db), await allMigrations());
  await installVirtualTime(pool);
  return {
    pool,
    async empty() {
      const { rows } = await pool.query<{ tables: string }>(
        `select string_agg(quote_ident(tablename), ', ') as tables from pg_tables
         where schemaname = 'public' and tablename <> 'folio_migrations'`,
      );
      await pool.query(`truncate ${rows[0]!.tables}`);
    },
    async close() {
      await db.destroy();
      await drop();
    },
  };
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
