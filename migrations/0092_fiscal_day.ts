// The day under which the DGI has a document, where it is not the day on which the tenant sold: filed later, or sold near midnight in another zone.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { acrossTenants, briefly, inBatch } from './beside-writers.ts';

/** The tables are written with every sale. */
export const inTransaction = false;

const TABLES = ['invoices', 'credits', 'debit_notes'];

export async function up(db: MigrationDb): Promise<void> {
  for (const table of TABLES)
    await briefly(
      db,
      `alter table ${table} add column if not exists fiscal_day date; grant update (fiscal_day) on ${table} to app_tenant`,
    );
  await acrossTenants(db, [...TABLES, 'fiscal_documents'], async () => {
    const { rows } = await sql<{ id: string }>`select id from tenants order by id`.execute(db);
    for (const { id } of rows) for (const table of TABLES) await inBatch(db, (batch) => repair(batch, table, id));
  });
}

/** By the CUFE; by the payload where there is none yet. Few differ, so few rows are written. */
async function repair(db: MigrationDb, table: string, tenantId: string): Promise<void> {
  await sql`
    with filed as (
      select id, case when coalesce(cufe, expected_cufe) ~ '^FE.{30}[0-9]{8}'
        then to_date(substr(coalesce(cufe, expected_cufe), 33, 8), 'YYYYMMDD')
        else ((pac_input #>> '{information,issueDate}')::timestamptz at time zone 'America/Panama')::date end as day
      from fiscal_documents where tenant_id = ${tenantId} and mode = 'DGI'
    )
    update ${sql.table(table)} business set fiscal_day = filed.day from filed
    where business.tenant_id = ${tenantId} and business.id = filed.id
      and filed.day <> coalesce(business.fiscal_day, business.issue_day)`.execute(db);
}

export async function down(db: MigrationDb): Promise<void> {
  for (const table of TABLES) await briefly(db, `alter table ${table} drop column if exists fiscal_day`);
}
