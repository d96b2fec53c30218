// What every migration of a tenant's table needs: isolation that the database itself enforces.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';

/** The tenant of the running transaction; null (and so no row at all) where none was set. */
export const CURRENT_TENANT = `nullif(current_setting('app.tenant_id', true), '')::uuid`;

/** Row-level security, forced on the owner too; `rights` is what the tenant role may do. */
export async function protectTenantTable(db: MigrationDb, table: string, rights: string): Promise<void> {
  const name = sql.table(table);
  await sql`alter table ${name} enable row level security`.execute(db);
  await sql`alter table ${name} force row level security`.execute(db);
  await sql`create policy tenant_isolation on ${name} to app_tenant
    using (tenant_id = ${sql.raw(CURRENT_TENANT)}) with check (tenant_id = ${sql.raw(CURRENT_TENANT)})`.execute(db);
  await sql`grant ${sql.raw(rights)} on ${name} to app_tenant`.execute(db);
}

/** Several statements in one text, for tables that need no parameter. */
export async function run(db: MigrationDb, text: string): Promise<void> {
  await sql.raw(text).execute(db);
}

/**
 * Makes a role under which transactions run, and lets the owner take it on. Roles belong to the whole server: another database of it
 * may have made them, perhaps at this very moment, and where the owner may make none, an administrator has.
 */
export async function ensureServerRole(db: MigrationDb, role: string): Promise<void> {
  await run(
    db,
    `do $$ begin
       if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin; end if;
     exception when duplicate_object or unique_violation then null;
     end $$;
     do $$ declare may_take_on boolean; begin
       -- From PostgreSQL 16 on, who made a role is its member and may not take it on all the same.
       if current_setting('server_version_num')::int >= 160000 then
         execute 'select pg_has_role(current_user, ''${role}'', ''set'')' into may_take_on;
         if not may_take_on then execute format('grant ${role} to %I with inherit true, set true', current_user); end if;
       elsif not pg_has_role(current_user, '${role}', 'member') then
         execute format('grant ${role} to %I', current_user);
       end if;
     exception when unique_violation then null;
     end $$`,
  );
}
