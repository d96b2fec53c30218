// Tokens that can be listed and revoked, webhook secrets that can be rotated, and no way for a tenant's statement to read a secret.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';
import { protectTenantTable, run } from './support.ts';

/** `tenants` is read with every request, so each change of it waits for its turn. */
export const inTransaction = false;

const SECRETS = ['webhook_secret', 'webhook_secret_before'];

export async function up(db: MigrationDb): Promise<void> {
  // To refer to `tenants` takes a lock on it, too.
  await briefly(db, async (inBatch) => {
    await run(
      inBatch,
      `create table if not exists api_tokens (
       tenant_id uuid not null references tenants (id),
       id uuid not null,
       -- Never the token itself: nothing in this table can be used to sign in.
       token_sha256 text not null,
       user_name text not null,
       role text not null check (role in ('viewer', 'operator', 'admin')),
       created_at timestamptz not null default now(),
       expires_at timestamptz not null,
       -- To within some minutes, so that a token in use costs no write per request.
       last_used_at timestamptz,
       revoked_at timestamptz,
       revoked_by text,
       primary key (tenant_id, id)
     );
     drop policy if exists tenant_isolation on api_tokens`,
    );
    await protectTenantTable(inBatch, 'api_tokens', 'select, insert, update (last_used_at, revoked_at, revoked_by)');
  });
  await briefly(
    db,
    `alter table tenants
       -- What was valid before the last change, and until when it still is; null with a time: the common secret.
       add column if not exists webhook_secret_before text,
       add column if not exists webhook_secret_before_until timestamptz`,
  );
  await briefly(
    db,
    `revoke select on tenants from app_tenant; grant select (${await columns(db)}) on tenants to app_tenant`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `revoke select (${await columns(db)}) on tenants from app_tenant;
     grant select on tenants to app_tenant;
     alter table tenants drop column if exists webhook_secret_before, drop column if exists webhook_secret_before_until`,
  );
  await briefly(db, 'drop table if exists api_tokens');
}

/** All that a tenant's statement may read of its own row. */
async function columns(db: MigrationDb): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = 'tenants'::regclass and attnum > 0 and not attisdropped and attname <> all (${SECRETS})
    order by attnum`.execute(db);
  return rows.map(({ name }) => name).join(', ');
}
