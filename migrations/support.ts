// What every migration of a tenant's table needs: isolation that the database itself enforces.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';

/** The tenant of the running transaction; null (and so no row at all) where none was set. */
export const CURRENT_TENANT = sql.raw(`(select nullif(current_setting('app.tenant_id', true), '')::uuid)`);

/** Row-level security, forced on the owner too; `rights` is what the tenant role may do. */
export async function protectTenantTable(db: MigrationDb, table: string, rights: string): Promise<void> {
  const name = sql.table(table);
  await sql`alter table ${name} enable row level security`.execute(db);
  await sql`alter table ${name} force row level security`.execute(db);
  await sql`create policy tenant_isolation on ${name} to app_tenant
    using (tenant_id = ${CURRENT_TENANT}) with check (tenant_id = ${CURRENT_TENANT})`.execute(db);
  await sql`grant ${sql.raw(rights)} on ${name} to app_tenant`.execute(db);
}

/** Several statements in one text, for tables that need no parameter. */
export async function run(db: MigrationDb, text: string): Promise<void> {
  await sql.raw(text).execute(db);
}
