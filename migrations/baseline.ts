// The schema of release 2.0 at once, for a database where nothing is applied yet; one of an earlier release goes on by the chain.
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { up as grantRebuilding } from './0014_rebuilding.ts';
import { up as grantQueue } from './0039_role_of_the_queue.ts';
import { ensureServerRole, run } from './support.ts';

/** The newest migration that is in the baseline; later ones run on every database. */
export const LAST = '0122_more_is_told';

/** Everything but roles, which belong to the whole server, and rows, which are each installation's own. */
export const FILE = new URL('baseline.sql', import.meta.url);

/** Makes what all of `names` make, and records them as applied. */
export async function make(db: MigrationDb, names: readonly string[]): Promise<void> {
  for (const role of ['app_tenant', 'app_system', 'app_rebuild', 'app_watch']) await ensureServerRole(db, role);
  await run(db, await readFile(FILE, 'utf8'));
  await grantRebuilding(db);
  const note = (await grantQueue(db)) ?? null;
  await run(
    db,
    `insert into database_witness default values;
     insert into installation_keys (name, key_id, secret)
     values ('SESSIONS', 'random', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''))`,
  );
  await sql`
    insert into folio_migrations (name, note)
    select name, case name when '0039_role_of_the_queue' then ${note}::text end from unnest(${names}::text[]) name`.execute(
    db,
  );
}
