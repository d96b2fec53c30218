// Internal cancel: no call to the PAC, and refused for whatever the PAC has accepted or may have accepted.
import { isAuthorized, isRejected, lockDocument, withdraw, type FiscalDocument } from '../certification/index.ts';
import type { Clock } from '../platform/clock.ts';
import { conflict } from '../platform/errors.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { creditsOfInvoices, readCredit, readInvoice, type CreditRecord, type InvoiceRecord } from './records.ts';
import { lockInvoice, refreshInvoiceStatus } from './refresh-invoice-status.ts';
import { reverseCredit } from './reverse-credit.ts';
import { reverseInvoice } from './reverse-invoice.ts';
import { setCreditStatus } from './set-credit-status.ts';

/** The goods come back and the order is open again. Cancelling twice is cancelling once. */
export async function cancelInvoice(db: TenantDb, clock: Clock, id: string, actor: string): Promise<InvoiceRecord> {
  const document = await lockDocument(db, id);
  const invoice = await lockInvoice(db, id);
  if (invoice.canceled_at !== null) return readInvoice(db, id);
  if (invoice.voided_at !== null) throw conflict(`Invoice ${document.number} is VOID`);
  await assertCancelable(db, document, 'Invoice');
  const living = (await creditsOfInvoices(db, [id])).filter(isLiving);
  if (living.length > 0) throw conflict(`Invoice ${document.number} has credits; cancel ${living[0]!.number} first`);
  await reverseInvoice(db, id, document.number, actor);
  await db
    .updateTable('invoices')
    .set({ canceled_at: clock.now() })
    .where('tenant_id', '=', db.tenant.id)
    .where('id', '=', id)
    .execute();
  await refreshInvoiceStatus(db, clock, id);
  return readInvoice(db, id);
}

/** Refused with INSUFFICIENT_STOCK when its goods have left again, unless a verdict on the invoice demands it. */
export async function cancelCredit(
  db: TenantDb,
  clock: Clock,
  id: string,
  actor: string,
  allowShortage = false,
): Promise<CreditRecord> {
  const document = await lockDocument(db, id);
  const credit = await readCredit(db, id);
  if (credit.credit_status === 'CANCELED') return credit;
  if (credit.credit_status === 'VOID') throw conflict(`Credit ${credit.number} is VOID`);
  await assertCancelable(db, document, 'Credit');
  // A rejected credit was taken back when it was rejected.
  if (!isRejected(document.legal_status)) await reverseCredit(db, clock, id, document.number, actor, allowShortage);
  await setCreditStatus(db, id, { credit_status: 'CANCELED', canceled_at: clock.now() });
  return readCredit(db, id);
}

/**
 * What was credited inside the house on an invoice that exists no more ends with it. Before `reverseInvoice`, in the order in which
 * everybody locks: the invoice's legal row, which the caller holds, the credits' and then the invoice.
 */
export async function cancelInternalCredits(
  db: TenantDb,
  clock: Clock,
  invoiceId: string,
  actor: string,
): Promise<void> {
  const credits = await creditsOfInvoices(db, [invoiceId]);
  const ending = credits.filter((one) => isLiving(one) && one.mode === 'PROFORM');
  // All of them first: to cancel one locks the invoice, which whoever holds another one is about to lock.
  for (const { id } of ending) await lockDocument(db, id);
  for (const { id } of ending) await cancelCredit(db, clock, id, actor, true);
}

export function isLiving(credit: CreditRecord): boolean {
  return (
    (credit.credit_status === 'UNAPPLIED' || credit.credit_status === 'APPLIED') && !isRejected(credit.legal_status)
  );
}

async function assertCancelable(db: TenantDb, document: FiscalDocument, what: string): Promise<void> {
  if (isAuthorized(document.legal_status)) {
    throw conflict(`${what} ${document.number} is ${document.legal_status}; void it instead of cancelling it`);
  }
  if (document.submission_state === 'UNKNOWN') {
    throw conflict(`${what} ${document.number} may be at the PAC; it can be canceled or voided once that is known`);
  }
  if (document.submission_state === 'PENDING' && !(await withdraw(db, document))) {
    throw conflict(`${what} ${document.number} is being sent to the PAC at this moment`);
  }
}
