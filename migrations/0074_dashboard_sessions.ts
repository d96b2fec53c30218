// Sessions of browsers, a row for each company that one is signed in to: an id as a digest, so that nothing in it can be used to sign in.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';
import { protectTenantTable, run } from './support.ts';

/** The key to `tenants` takes a lock on it, and every request reads it. */
export const inTransaction = false;

export async function up(db: MigrationDb): Promise<void> {
  await briefly(db, async (inBatch) => {
    await run(
      inBatch,
      `create table if not exists dashboard_sessions (
       tenant_id uuid not null references tenants (id),
       id_sha256 text not null,
       user_name text not null,
       roles text[] not null check (roles <@ array['viewer', 'operator', 'admin']),
       -- The token that it was opened with, where that has a row: it ends the session, too.
       token_id uuid,
       created_at timestamptz not null,
       -- To within a minute, and only by what a person did.
       used_at timestamptz not null,
       expires_at timestamptz not null,
       primary key (tenant_id, id_sha256),
       foreign key (tenant_id, token_id) references api_tokens (tenant_id, id)
     );
     drop policy if exists tenant_isolation on dashboard_sessions`,
    );
    await protectTenantTable(inBatch, 'dashboard_sessions', 'select, insert, update (used_at), delete');
  });
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(db, 'drop table if exists dashboard_sessions');
}
