// Invoices become past due by the calendar alone; each tenant's new day is looked at as it begins.
import { sql } from 'kysely';
import { dailyJob } from '../jobs/index.ts';
import { batchByBatch, inEachTenant, type DatabaseContext, type TenantDb } from '../tenancy/index.ts';
import { withheldOf } from './withheld.ts';
import { refreshInvoiceStatus, today } from './refresh-invoice-status.ts';

export const markPastDueDuty = dailyJob('mark-past-due');

/** No transaction holds more invoices. */
const BATCH = 200;

export function markAllPastDue(context: DatabaseContext): Promise<void> {
  return inEachTenant(context, ({ inTenant }) =>
    batchByBatch(inTenant, async (db) => (await markPastDue(db)) === BATCH),
  );
}

/** Looks both ways: what was marked by a wrong day is taken back. Answers how many were changed; at most one batch. */
export async function markPastDue(db: TenantDb): Promise<number> {
  const { rows: due } = await sql<{ id: string }>`
    with day as materialized (select ${today(db)}::date as today), due as (
      select id from invoices
      where tenant_id = ${db.tenant.id} and due_date < (select today from day)
        and invoice_status in ('UNPAID', 'PARTIALLY_PAID', 'PARTIALLY_CANCELED')
        -- Nothing is owed on what costs nothing; it would be found again and again.
        and total + certified_more + debited > paid + credited + ${withheldOf('invoices')} and is_owed
      union all
      select id from invoices
      where tenant_id = ${db.tenant.id} and due_date >= (select today from day) and invoice_status = 'PAST_DUE'
    )
    select id from due order by id limit ${BATCH}`.execute(db);
  for (const { id } of due) await refreshInvoiceStatus(db, id);
  return due.length;
}
