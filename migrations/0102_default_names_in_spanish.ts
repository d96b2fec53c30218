// The office and the location that each tenant begins with are called Principal: their names stand on the paper that a client is handed.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { acrossTenants, inBatch } from './beside-writers.ts';
import { run } from './support.ts';

export const inTransaction = false;

const TABLES = { offices: 'is_main', locations: 'is_default' };

export async function up(db: MigrationDb): Promise<void> {
  await nameFirstOffices(db, 'Main', 'Principal');
  await acrossTenants(db, Object.keys(TABLES), async () => {
    for (const [table, isFirst] of Object.entries(TABLES))
      await inBatch(db, (batch) =>
        sql`update ${sql.table(table)} set name = 'Principal' where name = 'Main' and ${sql.ref(isFirst)}`.execute(
          batch,
        ),
      );
  });
}

/** Of new tenants alone: what is called Principal now may have been called so before. */
export async function down(db: MigrationDb): Promise<void> {
  await nameFirstOffices(db, 'Principal', 'Main');
}

async function nameFirstOffices(db: MigrationDb, before: string, after: string): Promise<void> {
  await run(
    db,
    `do $$ begin execute replace(pg_get_functiondef('found_office'::regproc), '''${before}''', '''${after}'''); end $$`,
  );
}
