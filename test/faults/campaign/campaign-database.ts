// A database for a campaign: one of its own on a server that others use too, dropped at the end.
import type pg from 'pg';
import { allMigrations, forMigrations, onPool } from '../../../src/wiring/open-database.ts';
import { migrateUp } from '../../../src/platform/migrate.ts';
import { openPool } from '../../../src/platform/postgres.ts';
import { createDatabase } from '../../support/databases.ts';
import { installVirtualTime } from './virtual-time.ts';

export interface CampaignDatabase {
  name: string;
  pool: pg.Pool;
  /** Forgets all tenants and what is theirs, so that the last run is as fast as the first. */
  empty(): Promise<void>;
  /** It is there still, to be copied. */
  disconnect(): Promise<void>;
  close(): Promise<void>;
}

/** `template`: one that was opened before, and without connections; it is copied. */
export async function openCampaignDatabase(server: string, template?: string): Promise<CampaignDatabase> {
  // That of `npm test` is migrated already.
  const { name, url, drop } = await createDatabase(server, template ?? process.env['TEST_TEMPLATE']);
  const { db, pool } = onPool(openPool({ url }, { max: 8 }));
  if (template === undefined) {
    await migrateUp(forMigrations(db), await allMigrations());
    await installVirtualTime(pool);
    // Before any run: then no row has a value of which no act tells.
    await pool.query(`update folio_migrations set applied_at = 'epoch'`);
  }
  let ended: Promise<void> | undefined;
  const disconnect = () => (ended ??= db.destroy());
  return {
    name,
    pool,
    async empty() {
      const { rows } = await pool.query<{ tables: string }>(
        `select string_agg(quote_ident(tablename), ', ') as tables from pg_tables
         where schemaname = 'public' and tablename <> 'folio_migrations'`,
      );
      await pool.query(`truncate ${rows[0]!.tables}`);
    },
    disconnect,
    async close() {
      await disconnect();
      await drop();
    },
  };
}
