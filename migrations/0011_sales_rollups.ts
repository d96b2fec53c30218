// Units sold by day and by month, per location and per client: what the metrics and the top clients read.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { acrossTenants, inBatch } from './beside-writers.ts';
import { protectTenantTable, run } from './support.ts';

/** Tenant by tenant, and again from the beginning after an interruption. */
export const inTransaction = false;

const DOCUMENTS = ['invoices', 'invoice_lines', 'credits', 'credit_lines', 'fiscal_documents'];

export async function up(db: MigrationDb): Promise<void> {
  await inBatch(db, createTables);
  await acrossTenants(db, [...DOCUMENTS, 'item_sales', 'client_sales'], async () => {
    const { rows } = await sql<{ id: string }>`select id from tenants order by id`.execute(db);
    for (const { id } of rows) await inBatch(db, (inBatch) => sumUp(inBatch, id));
  });
}

export async function down(db: MigrationDb): Promise<void> {
  await run(db, 'drop table if exists client_sales, item_sales');
}

async function createTables(db: MigrationDb): Promise<void> {
  const { rows } = await sql<{ present: boolean }>`select to_regclass('client_sales') is not null as present`.execute(
    db,
  );
  if (rows[0]!.present) return;
  await run(
    db,
    `-- grain D: one calendar day of the tenant; grain M: the month that begins on that day.
     create table item_sales (
       tenant_id uuid not null,
       item_id uuid not null,
       grain "char" not null check (grain in ('D', 'M')),
       period date not null,
       location_id uuid not null,
       units numeric not null,
       primary key (tenant_id, item_id, grain, period, location_id)
     ) with (fillfactor = 80);
     create table client_sales (
       tenant_id uuid not null,
       item_id uuid not null,
       grain "char" not null check (grain in ('D', 'M')),
       period date not null,
       client_id uuid not null,
       units numeric not null,
       primary key (tenant_id, item_id, grain, period, client_id) include (units)
     ) with (fillfactor = 80)`,
  );
  await protectTenantTable(db, 'item_sales', 'select, insert, update');
  await protectTenantTable(db, 'client_sales', 'select, insert, update');
}

/**
 * Answer 10: what invoices sold, less what credits on them brought back, each on its own day; neither of what is void,
 * canceled or rejected, nor of credits that were money only.
 */
async function sumUp(db: MigrationDb, tenantId: string): Promise<void> {
  await sql`delete from item_sales where tenant_id = ${tenantId}`.execute(db);
  await sql`delete from client_sales where tenant_id = ${tenantId}`.execute(db);
  await sql`
    with invoice as (
      select i.id, i.client_id, i.issue_day
      from invoices i join fiscal_documents d on d.tenant_id = i.tenant_id and d.id = i.id
      where i.tenant_id = ${tenantId} and i.voided_at is null and i.canceled_at is null
        and (d.legal_status is null or d.legal_status not in ('PAC_REJECTED', 'DGI_REJECTED'))
    ), credit as (
      select c.id, invoice.client_id, c.issue_day
      from credits c join fiscal_documents d on d.tenant_id = c.tenant_id and d.id = c.id
      join invoice on invoice.id = c.invoice_id
      where c.tenant_id = ${tenantId} and c.restock and c.credit_status in ('UNAPPLIED', 'APPLIED')
        and (d.legal_status is null or d.legal_status not in ('PAC_REJECTED', 'DGI_REJECTED'))
    ), fact as (
      select line.item_id, line.location_id, invoice.client_id, invoice.issue_day as day, line.quantity as units
      from invoice_lines line join invoice on invoice.id = line.invoice_id
      where line.tenant_id = ${tenantId}
      union all
      select line.item_id, line.location_id, credit.client_id, credit.issue_day, -line.quantity
      from credit_lines line join credit on credit.id = line.credit_id
      where line.tenant_id = ${tenantId}
    ), sold as (
      select item_id, location_id, client_id, grain,
        case grain when 'D' then day else date_trunc('month', day)::date end as period, units
      from fact cross join (values ('D'), ('M')) as g (grain)
    ), by_location as (
      insert into item_sales (tenant_id, item_id, grain, period, location_id, units)
      select ${tenantId}, item_id, grain::"char", period, location_id, sum(units) from sold
      group by item_id, grain, period, location_id
    )
    insert into client_sales (tenant_id, item_id, grain, period, client_id, units)
    select ${tenantId}, item_id, grain::"char", period, client_id, sum(units) from sold
    group by item_id, grain, period, client_id`.execute(db);
}
