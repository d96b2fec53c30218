// What it takes to change a key without a gap: the key before of a tenant, the key of a token, and since when each key is known.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';

/** `tenants` and `api_tokens` are read with every request, so each change of them waits for its turn. */
export const inTransaction = false;

export async function up(db: MigrationDb): Promise<void> {
  await briefly(db, 'alter table tenants add column if not exists pac_key_before_secret text');
  // Until then the key before is tried where the own one is refused; null with a time: that of the service.
  await briefly(db, 'alter table tenants add column if not exists pac_key_before_until timestamptz');
  await briefly(db, 'alter table api_tokens add column if not exists key_id text');
  await briefly(
    db,
    `create table if not exists installation_keys (
       name text not null,
       -- A short digest of the key.
       key_id text not null,
       since timestamptz not null default now(),
       primary key (name, key_id)
     );
     grant select, insert on installation_keys to app_system`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(db, 'drop table if exists installation_keys');
  await briefly(db, 'alter table api_tokens drop column if exists key_id');
  await briefly(db, 'alter table tenants drop column if exists pac_key_before_until');
  await briefly(db, 'alter table tenants drop column if exists pac_key_before_secret');
}
