// Bytes that are put into the store, until a row of `files` has them: those that no row ever gets are found, and removed.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { protectTenantTable, run } from './support.ts';

export async function up(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create table stored_bytes (
       tenant_id uuid not null,
       storage_key text not null,
       put_at timestamptz not null default clock_timestamp(),
       primary key (tenant_id, storage_key)
     )`,
  );
  await protectTenantTable(db, 'stored_bytes', 'select, insert, update (put_at), delete');
}

export async function down(db: MigrationDb): Promise<void> {
  await run(db, 'drop table stored_bytes');
}
