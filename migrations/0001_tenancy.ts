// Tenants, and the two roles under which everything runs: one that sees a single tenant, one that finds tenants.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { CURRENT_TENANT, ensureServerRole, run } from './support.ts';

export async function up(db: MigrationDb): Promise<void> {
  for (const role of ['app_tenant', 'app_system']) await ensureServerRole(db, role);
  await run(
    db,
    `create table tenants (
       id uuid primary key,
       name text not null,
       time_zone text not null default 'America/Panama',
       ruc text,
       dv text,
       pac_company_id text unique,
       pac_office_id text,
       branch_code text not null default '0000',
       webhook_secret text,
       void_window_hours integer not null default 182,
       pac_credentials_refused_at timestamptz,
       created_at timestamptz not null default now()
     );
     alter table tenants enable row level security;
     alter table tenants force row level security;
     grant select on tenants to app_tenant;
     grant select, insert, update on tenants to app_system;
     create policy finding_tenants on tenants to app_system using (true) with check (true)`,
  );
  await sql`create policy tenant_isolation on tenants for select to app_tenant using (id = ${sql.raw(CURRENT_TENANT)})`.execute(
    db,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  // The roles stay: another database of this server may use them.
  await run(db, 'drop table tenants');
}
