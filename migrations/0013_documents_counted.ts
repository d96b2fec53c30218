// Beside the units sold: how many documents they come from, and how many were left out because they are void, canceled or rejected.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { acrossTenants, briefly, inBatch } from './beside-writers.ts';

/** Tenant by tenant, as 0011. */
export const inTransaction = false;

const DOCUMENTS = ['invoices', 'invoice_lines', 'credits', 'credit_lines', 'fiscal_documents'];

export async function up(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `alter table item_sales
       -- Invoices, and credits that brought goods back, with a line of the item at the location.
       add column if not exists documents integer not null default 0,
       add column if not exists documents_left_out integer not null default 0,
       -- Those of them whose first line of the item is at this location: over all locations each document counts once.
       add column if not exists leading_documents integer not null default 0,
       add column if not exists leading_documents_left_out integer not null default 0`,
  );
  await acrossTenants(db, [...DOCUMENTS, 'item_sales'], async () => {
    const { rows } = await sql<{ id: string }>`select id from tenants order by id`.execute(db);
    for (const { id } of rows) await inBatch(db, (inBatch) => countDocuments(inBatch, id));
  });
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `alter table item_sales drop column if exists documents, drop column if exists documents_left_out,
       drop column if exists leading_documents, drop column if exists leading_documents_left_out`,
  );
}

/** Overwrites what is there, so that it may run again. */
async function countDocuments(db: MigrationDb, tenantId: string): Promise<void> {
  await sql`
    with invoice as (
      select i.id, i.issue_day as day, i.voided_at is null and i.canceled_at is null
        and coalesce(d.legal_status, '') not in ('PAC_REJECTED', 'DGI_REJECTED') as counts
      from invoices i join fiscal_documents d on d.tenant_id = i.tenant_id and d.id = i.id
      where i.tenant_id = ${tenantId}
    ), credit as (
      select c.id, c.issue_day as day, invoice.counts and c.credit_status in ('UNAPPLIED', 'APPLIED')
        and coalesce(d.legal_status, '') not in ('PAC_REJECTED', 'DGI_REJECTED') as counts
      from credits c join fiscal_documents d on d.tenant_id = c.tenant_id and d.id = c.id
      join invoice on invoice.id = c.invoice_id
      where c.tenant_id = ${tenantId} and c.restock
    ), line as (
      select invoice.id, invoice.day, counts, item_id, location_id, line_number
      from invoice_lines l join invoice on invoice.id = l.invoice_id where l.tenant_id = ${tenantId}
      union all
      select credit.id, credit.day, counts, item_id, location_id, line_number
      from credit_lines l join credit on credit.id = l.credit_id where l.tenant_id = ${tenantId}
    ), document as (
      select item_id, location_id, day, counts,
        row_number() over (partition by id, item_id order by line_number) = 1 as leads,
        row_number() over (partition by id, item_id, location_id order by line_number) = 1 as is_first
      from line
    )
    insert into item_sales as s (tenant_id, item_id, grain, period, location_id, units, documents, documents_left_out,
      leading_documents, leading_documents_left_out)
    select ${tenantId}, item_id, grain::"char", case grain when 'D' then day else date_trunc('month', day)::date end, location_id,
      0, count(*) filter (where counts), count(*) filter (where not counts),
      count(*) filter (where counts and leads), count(*) filter (where not counts and leads)
    from document cross join (values ('D'), ('M')) as g (grain)
    where is_first
    group by 2, 3, 4, 5
    on conflict (tenant_id, item_id, grain, period, location_id) do update set
      documents = excluded.documents, documents_left_out = excluded.documents_left_out,
      leading_documents = excluded.leading_documents, leading_documents_left_out = excluded.leading_documents_left_out`.execute(
    db,
  );
}
