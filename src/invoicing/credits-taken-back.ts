// Payments by CREDIT that an earlier release took for money: the migration took them back, and what is still owed of their invoices is to be collected.
import { sql } from 'kysely';
import type { TenantDb } from '../tenancy/index.ts';
import { DOCUMENT_LISTS } from './list-documents.ts';

/** Numbers of those invoices that still owe something. */
export async function creditsTakenBack(db: TenantDb): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select distinct document.number
    from refunds refund
    join payments payment on payment.tenant_id = refund.tenant_id and payment.id = refund.payment_id
    join invoices invoice on invoice.tenant_id = refund.tenant_id and invoice.id = refund.invoice_id
    join fiscal_documents document on document.tenant_id = invoice.tenant_id and document.id = invoice.id
    where refund.tenant_id = ${db.tenant.id} and refund.created_by = 'migration' and payment.method = 'CREDIT'
      and invoice.invoice_status = any (${DOCUMENT_LISTS.invoices.open})
    order by document.number`.execute(db);
  return rows.map(({ number }) => number);
}
