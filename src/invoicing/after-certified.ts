// Business effect of a certified total that is another one than ours: the balance follows it.
import { sql } from 'kysely';
import type { FiscalDocument } from '../certification/index.ts';
import type { Decimal } from '../platform/decimal.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { hasOwnLines } from './end-debit-note.ts';
import { refreshInvoiceStatus } from './refresh-invoice-status.ts';

/** Called in the transaction that records the signed XML, with the document locked. `more`: certified total less ours. */
export async function afterCertified(db: TenantDb, document: FiscalDocument, more: Decimal): Promise<void> {
  const isInvoice = document.kind === 'INVOICE';
  const table = isInvoice ? 'invoices' : hasOwnLines(document) ? 'debit_notes' : 'credits';
  const { rows } = await sql<{ invoiceId: string | null }>`
    update ${sql.table(table)} set certified_more = ${more} where tenant_id = ${db.tenant.id} and id = ${document.id}
    returning ${sql.ref(isInvoice ? 'id' : 'invoice_id')} as "invoiceId"`.execute(db);
  for (const { invoiceId } of rows) if (invoiceId !== null) await refreshInvoiceStatus(db, invoiceId);
}
