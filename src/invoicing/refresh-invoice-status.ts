// The one writer of the invoice status: sums the facts anew and lets the pure rule decide.
import { sql, type Selectable } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import { notFound } from '../platform/errors.ts';
import { localDay, type TenantDb } from '../tenancy/index.ts';
import { invoiceStatus } from './invoice-status.ts';
import type { InvoiceRow } from './tables.ts';

/** Held until the transaction ends: facts of one invoice are written one after the other. */
export async function lockInvoice(db: TenantDb, id: string): Promise<Selectable<InvoiceRow>> {
  const invoice = await db
    .selectFrom('invoices')
    .selectAll()
    .where('tenant_id', '=', db.tenant.id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!invoice) throw notFound('Invoice');
  return invoice;
}

/** Called after each fact, in the fact's transaction. */
export async function refreshInvoiceStatus(db: TenantDb, clock: Clock, invoiceId: string): Promise<void> {
  const invoice = await lockInvoice(db, invoiceId);
  const { rows } = await sql<{ paid: string; credited: string }>`
    select
      (select coalesce(sum(amount), 0) from payments where tenant_id = ${db.tenant.id} and invoice_id = ${invoiceId}) as paid,
      (select coalesce(sum(total), 0) from credits
       where tenant_id = ${db.tenant.id} and invoice_id = ${invoiceId} and credit_status = 'APPLIED') as credited`.execute(
    db,
  );
  const { paid, credited } = rows[0]!;
  const facts = {
    total: invoice.total,
    paid,
    credited,
    isVoid: invoice.voided_at !== null,
    isCanceled: invoice.canceled_at !== null,
    dueDate: invoice.due_date,
  };
  await db
    .updateTable('invoices')
    .set({ paid, credited, invoice_status: invoiceStatus(facts, localDay(db.tenant.timeZone, clock.now())) })
    .where('tenant_id', '=', db.tenant.id)
    .where('id', '=', invoiceId)
    .execute();
}
