// Invoices become past due by the calendar alone; once an hour each tenant's new day is looked at.
import { sql } from 'kysely';
import { z } from 'zod';
import { defineJob } from '../jobs/index.ts';
import type { Clock } from '../platform/clock.ts';
import { inTenant, listTenants, localDay, type DatabaseContext, type Tenant } from '../tenancy/index.ts';
import { refreshInvoiceStatus } from './refresh-invoice-status.ts';

export const markPastDueDuty = defineJob({
  name: 'mark-past-due',
  payload: z.object({}),
  patience: { retries: 3, firstDelaySeconds: 60, longestDelaySeconds: 600, timeLimitSeconds: 600 },
});

const BATCH = 200;

export async function markAllPastDue(context: DatabaseContext & { clock: Clock }): Promise<void> {
  for (const tenant of await listTenants(context)) {
    while ((await markPastDue(context, tenant)) === BATCH) {
      // The next batch: a transaction never holds more than that many invoices.
    }
  }
}

/** Answers how many were marked; at most one batch. */
export async function markPastDue(context: DatabaseContext & { clock: Clock }, tenant: Tenant): Promise<number> {
  return inTenant(context, tenant, async (db) => {
    const due = await db
      .selectFrom('invoices')
      .select('id')
      .where('tenant_id', '=', tenant.id)
      .where('due_date', '<', localDay(tenant.timeZone, context.clock.now()))
      .where('invoice_status', 'in', ['UNPAID', 'PARTIALLY_PAID', 'PARTIALLY_CANCELED'])
      // Nothing is owed on what costs nothing; it would be found again and again.
      .whereRef('total', '>', sql<string>`paid + credited`)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const { id } of due) await refreshInvoiceStatus(db, context.clock, id);
    return due.length;
  });
}
