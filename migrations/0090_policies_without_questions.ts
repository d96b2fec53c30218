// Policies compare the tenant without a sub-select, which distributed tables do not take; PostgreSQL uses both forms as index conditions.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';
import { CURRENT_TENANT } from './support.ts';

/** These tables are read with every request, so each change of one waits for its turn. */
export const inTransaction = false;

const AS_QUESTION = `(select nullif(current_setting('app.tenant_id', true), '')::uuid)`;

export async function up(db: MigrationDb): Promise<void> {
  await compare(db, CURRENT_TENANT);
}

export async function down(db: MigrationDb): Promise<void> {
  await compare(db, AS_QUESTION);
}

async function compare(db: MigrationDb, tenant: string): Promise<void> {
  const { rows } = await sql<{ name: string; table: string; column: string; writes: boolean }>`
    select p.polname as name, c.relname as table, case c.relname when 'tenants' then 'id' else 'tenant_id' end as column,
      p.polwithcheck is not null as writes
    from pg_policy p join pg_class c on c.oid = p.polrelid
    where c.relnamespace = 'public'::regnamespace and pg_get_expr(p.polqual, p.polrelid) like '%app.tenant_id%'
    order by c.relname`.execute(db);
  for (const { name, table, column, writes } of rows) {
    const isOurs = `${column} = ${tenant}`;
    await briefly(db, `alter policy ${name} on ${table} using (${isOurs})${writes ? ` with check (${isOurs})` : ''}`);
  }
}
