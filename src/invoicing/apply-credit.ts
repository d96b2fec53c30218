// Applies a credit to its invoice's balance.
import { findDocument, isBeingVoided, lockDocument, type FiscalDocument } from '../certification/index.ts';
import { isAuthorized, isRejected } from '../fiscal/legal-status.ts';
import type { Clock } from '../platform/clock.ts';
import { conflict } from '../platform/errors.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { assertNotBeingVoided } from './issue-credit.ts';
import { readCredit, type CreditRecord, type InvoiceRecord } from './records.ts';
import { lockInvoice, refreshInvoiceStatus } from './refresh-invoice-status.ts';
import { setCreditStatus } from './set-credit-status.ts';

/** Applying twice is applying once. A credit of mode DGI counts only when the PAC has certified it. */
export async function applyCredit(db: TenantDb, clock: Clock, id: string): Promise<CreditRecord> {
  const document = await lockDocument(db, id);
  const credit = await readCredit(db, id);
  if (credit.credit_status === 'APPLIED') return credit;
  const invoice = await lockInvoice(db, credit.invoice_id);
  // Read after the invoice is locked, since a request to void holds the lock until it is written.
  assertApplicable(document, credit, { ...invoice, document: (await findDocument(db, credit.invoice_id))! });
  await setCreditStatus(db, id, { credit_status: 'APPLIED', applied_at: clock.now() });
  await refreshInvoiceStatus(db, credit.invoice_id);
  return readCredit(db, id);
}

/** Applies the note of a return as soon as it is certified; where its invoice is void, canceled or being voided, it waits for a person. */
export async function applyReturn(db: TenantDb, clock: Clock, id: string): Promise<void> {
  const credit = await readCredit(db, id);
  if (!credit.is_return || credit.credit_status !== 'UNAPPLIED') return;
  const { voided_at: voidedAt, canceled_at: canceledAt } = await lockInvoice(db, credit.invoice_id);
  if (voidedAt !== null || canceledAt !== null) return;
  const invoice = (await findDocument(db, credit.invoice_id))!;
  if (!isBeingVoided(invoice)) await applyCredit(db, clock, id);
}

/** Throws the refusal of `applyCredit`, if there is one. */
export function assertApplicable(
  document: FiscalDocument,
  credit: Pick<CreditRecord, 'credit_status' | 'number'>,
  invoice: Pick<InvoiceRecord, 'voided_at' | 'canceled_at' | 'invoice_status'> & { document: FiscalDocument },
): void {
  if (credit.credit_status !== 'UNAPPLIED')
    throw conflict('Credit {number} is {creditStatus}', { number: credit.number, creditStatus: credit.credit_status });
  if (isRejected(document.legal_status))
    throw conflict('Credit {number} is {legalStatus}', { number: credit.number, legalStatus: document.legal_status });
  if (document.mode === 'DGI' && !isAuthorized(document.legal_status)) {
    throw conflict('Credit {number} is not certified yet; it can be applied once the PAC has authorized it', {
      number: credit.number,
    });
  }
  if (invoice.voided_at !== null || invoice.canceled_at !== null) {
    throw conflict('The invoice is {invoiceStatus} and takes no credit', { invoiceStatus: invoice.invoice_status });
  }
  assertNotBeingVoided(invoice.document);
}
