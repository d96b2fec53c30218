// Internal cancel: no call to the PAC, and refused for whatever the PAC has accepted or may have accepted.
import { lockDocument, withdraw } from '../certification/index.ts';
import { isAuthorized, isRejected } from '../fiscal/legal-status.ts';
import type { Clock } from '../platform/clock.ts';
import { isPositive } from '../platform/decimal.ts';
import { conflict, sentence, type Sentence } from '../platform/errors.ts';
import { changing, type TenantDb } from '../tenancy/index.ts';
import {
  creditsOfInvoices,
  isLiving,
  readCredit,
  readInvoice,
  type CreditRecord,
  type InvoiceRecord,
} from './records.ts';
import { lockInvoice, refreshInvoiceStatus } from './refresh-invoice-status.ts';
import { reverseCredit } from './reverse-credit.ts';
import { reverseInvoice } from './reverse-invoice.ts';
import { setCreditStatus } from './set-credit-status.ts';

/** The goods come back and the order is open again. Cancelling twice is cancelling once. */
export async function cancelInvoice(db: TenantDb, clock: Clock, id: string, actor: string): Promise<InvoiceRecord> {
  const document = await lockDocument(db, id);
  await lockInvoice(db, id);
  const invoice = await readInvoice(db, id);
  if (invoice.canceled_at !== null) return invoice;
  assertInvoiceCancelable(invoice, await creditsOfInvoices(db, [id]));
  if (document.submission_state === 'PENDING') await withdraw(db, document);
  await reverseInvoice(db, id, document.number, actor);
  await changing(db, 'invoices').set({ canceled_at: clock.now() }).where('id', '=', id).execute();
  await refreshInvoiceStatus(db, id);
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
  assertCreditCancelable(credit);
  if (document.submission_state === 'PENDING') await withdraw(db, document);
  // A rejected credit was taken back when it was rejected.
  if (!isRejected(document.legal_status)) await reverseCredit(db, id, document.number, actor, allowShortage);
  await setCreditStatus(db, id, { credit_status: 'CANCELED', canceled_at: clock.now() });
  return readCredit(db, id);
}

/**
 * Ends internal credits of an invoice that was voided or canceled. Runs before `reverseInvoice`, in the order in which
 * every verb locks: the invoice's legal row, which the caller holds, the credits' and then the invoice.
 */
export async function cancelInternalCredits(
  db: TenantDb,
  clock: Clock,
  invoiceId: string,
  actor: string,
): Promise<void> {
  const credits = await creditsOfInvoices(db, [invoiceId]);
  const ending = credits.filter((one) => isLiving(one) && one.mode === 'PROFORM');
  // All of them first: to cancel one locks the invoice, which a transaction that holds another one is about to lock.
  for (const { id } of ending) await lockDocument(db, id);
  for (const { id } of ending) await cancelCredit(db, clock, id, actor, true);
}

/** Throws the refusal of `cancelInvoice`, if there is one. */
export function assertInvoiceCancelable(invoice: InvoiceRecord, credits: readonly CreditRecord[]): void {
  const { number } = invoice;
  if (invoice.voided_at !== null) throw conflict('Invoice {number} is VOID', { number });
  assertCancelable(invoice, sentence('Invoice'));
  assertNotDebited(invoice);
  const living = credits.find(isLiving);
  if (living) throw conflict('Invoice {number} has credits; cancel {credit} first', { number, credit: living.number });
}

/** A debit note would be owed on an invoice that no longer exists. */
export function assertNotDebited({ number, debited }: Pick<InvoiceRecord, 'number' | 'debited'>): void {
  if (isPositive(debited)) throw conflict('Invoice {number} has debit notes; cancel or void them first', { number });
}

/** Throws the refusal of `cancelCredit`, if there is one; whether its goods are still there is seen when they are taken. */
export function assertCreditCancelable(credit: CreditRecord): void {
  if (credit.credit_status === 'VOID') throw conflict('Credit {number} is VOID', { number: credit.number });
  assertCancelable(credit, sentence('Credit'));
}

export function assertCancelable(
  document: Pick<InvoiceRecord, 'legal_status' | 'number' | 'submission_state' | 'is_being_sent'>,
  what: Sentence,
): void {
  const { number, legal_status: legalStatus } = document;
  if (isAuthorized(legalStatus)) {
    throw conflict('{what} {number} is {legalStatus}; void it instead of cancelling it', { what, number, legalStatus });
  }
  if (document.submission_state === 'UNKNOWN') {
    throw conflict('{what} {number} may be at the PAC; it can be canceled or voided once that is known', {
      ...{ what, number },
    });
  }
  if (document.is_being_sent) {
    throw conflict('{what} {number} is being sent to the PAC at this moment', { what, number });
  }
}
