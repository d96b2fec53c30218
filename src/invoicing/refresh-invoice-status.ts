// The one writer of the invoice status: sums the facts anew and lets the pure rule decide.
import { sql, type RawBuilder } from 'kysely';
import { sqlRow, type Sql } from '../platform/sql.ts';
import { changing, lockingRow, type TenantDb } from '../tenancy/index.ts';
import { invoiceStatus } from './invoice-status.ts';

/** The tenant's day by the database's clock, which all processes share: a process whose clock is wrong makes nothing past due. */
export function today(db: TenantDb): RawBuilder<string> {
  return sql<string>`(clock_timestamp() at time zone ${db.tenant.timeZone})::date::text`;
}

/** Held until the transaction ends: facts of one invoice are written one after the other. */
export const lockInvoice = lockingRow('invoices', 'Invoice');

/** Payments of an invoice, less refunds. */
export function paidOn(db: TenantDb, invoiceId: Sql): RawBuilder<string> {
  const of = sql`tenant_id = ${db.tenant.id} and invoice_id = ${invoiceId}`;
  return sql`((select coalesce(sum(amount), 0) from payments where ${of}) -
    (select coalesce(sum(amount), 0) from refunds where ${of}))`;
}

/** Called after each fact, in the fact's transaction. */
export async function refreshInvoiceStatus(db: TenantDb, invoiceId: string): Promise<void> {
  const invoice = await lockInvoice(db, invoiceId);
  const { today: day, ...sums } = await sqlRow<Record<'paid' | 'credited' | 'debited' | 'today', string>>(db)`
    select
      ${paidOn(db, sql`${invoiceId}`)} as paid,
      (select coalesce(sum(total + certified_more), 0) from credits
       where tenant_id = ${db.tenant.id} and invoice_id = ${invoiceId} and credit_status = 'APPLIED') as credited,
      (select coalesce(sum(total + certified_more), 0) from debit_notes
       where tenant_id = ${db.tenant.id} and invoice_id = ${invoiceId} and debit_status = 'ISSUED') as debited,
      ${today(db)} as today`;
  await changing(db, 'invoices')
    .set({ ...sums, invoice_status: invoiceStatus({ ...invoice, ...sums }, day) })
    .where('id', '=', invoiceId)
    .execute();
}
