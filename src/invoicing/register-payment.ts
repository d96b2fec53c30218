// Receives money for an invoice.
import type { Insertable } from 'kysely';
import { v7 as uuid } from 'uuid';
import { claimExternalId, optionalText, readOwnWords, type OwnWords } from '../catalog/index.ts';
import { isBeingVoided, lockDocument, type FiscalDocument } from '../certification/index.ts';
import { isRejected } from '../fiscal/legal-status.ts';
import { isTerm, type PaymentMethod } from '../fiscal/payment-methods.ts';
import type { Clock } from '../platform/clock.ts';
import { compare, inCents, plain, positive, subtract, type Decimal } from '../platform/decimal.ts';
import { badInput, conflict, readAll } from '../platform/errors.ts';
import { adding, type TenantDb } from '../tenancy/index.ts';
import { balanceOf } from './invoice-status.ts';
import { readInvoice, type InvoiceRecord } from './records.ts';
import { lockInvoice, refreshInvoiceStatus } from './refresh-invoice-status.ts';
import type { PaymentRow } from './tables.ts';

export interface NewPayment extends OwnWords {
  invoiceId: string;
  amount: Decimal;
  method: PaymentMethod;
  reference?: string | null | undefined;
  /** Now, when left out. */
  paidAt?: Date | null | undefined;
  /** Left out: a sum far above what is owed is refused. */
  allowOverpayment?: boolean | null | undefined;
}

/** In B/.; what is owed, where that is more, may be exceeded by as much again. */
const MOST_OVER = '100';
const MAX_REFERENCE_LENGTH = 200;

/** A calendar of another zone may be a day ahead; before this century nothing of what is kept here was paid. */
export const AHEAD_MS = 24 * 3_600_000;
const EARLIEST = new Date('2000-01-01T00:00:00Z');

/** Answers the invoice that is paid, or less paid, now. */
export type PaymentVerb<Input> = (
  db: TenantDb,
  clock: Clock,
  input: Input,
  createdBy: string,
) => Promise<InvoiceRecord>;

export const registerPayment: PaymentVerb<NewPayment> = async (db, clock, payment, createdBy) => {
  const { amount, reference, words } = readAll({ ...paymentRules(payment, clock), words: () => readOwnWords(payment) });
  // The legal row before the business row, the order in which every verb locks them.
  const document = await lockDocument(db, payment.invoiceId);
  const invoice = await lockInvoice(db, payment.invoiceId);
  assertPayable(document, invoice);
  if (!payment.allowOverpayment) assertPlausible(amount, balanceOf(invoice));
  await claimExternalId(db, 'payments', words.external_id);
  const paid = { invoice_id: invoice.id, amount: plain(amount), method: payment.method, reference };
  await insertPayment(db, { ...paid, paid_at: payment.paidAt ?? clock.now(), created_by: createdBy, ...words });
  await refreshInvoiceStatus(db, invoice.id);
  return readInvoice(db, invoice.id);
};

/** Answers its id; the status of its invoice is the caller's. */
export async function insertPayment(
  db: TenantDb,
  payment: Omit<Insertable<PaymentRow>, 'tenant_id' | 'id'>,
): Promise<string> {
  const id = uuid();
  await adding(db, 'payments', { id, ...payment }).execute();
  return id;
}

/** Rules of each field of a payment, for `readAll`. */
export function paymentRules(payment: Omit<NewPayment, 'invoiceId'>, clock: Clock) {
  return {
    amount: () => money('amount', payment.amount),
    method: () => assertPays(payment.method),
    reference: () => optionalText('reference', payment.reference, MAX_REFERENCE_LENGTH),
    paidAt: () => assertPaidAt(payment.paidAt, clock.now()),
  };
}

/** CREDIT says when a sale is paid, and pays nothing. */
export function assertPays(method: PaymentMethod): void {
  if (!isTerm(method)) return;
  throw badInput('{field} CREDIT is a term and pays no debt: the invoice is owed until its due date', {
    field: 'method',
  });
}

export function assertPlausible(amount: Decimal, owed: Decimal): void {
  const over = subtract(amount, owed);
  const most = compare(owed, MOST_OVER) > 0 ? owed : MOST_OVER;
  if (compare(over, most) <= 0) return;
  const params = { field: 'amount', owed, over };
  throw badInput('{field} exceeds the {owed} that are owed by {over}: say allowOverpayment if it is right', params);
}

/** An amount in cents, above 0. */
export const money = (field: string, value: Decimal): Decimal => inCents(field, value, positive);

function assertPaidAt(paidAt: Date | null | undefined, now: Date): void {
  if (!paidAt || (paidAt >= EARLIEST && paidAt.getTime() <= now.getTime() + AHEAD_MS)) return;
  throw badInput('{field} must be between 2000-01-01 and tomorrow', { field: 'paidAt' });
}

/** Throws the refusal of `registerPayment`, if there is one. */
export function assertPayable(
  document: FiscalDocument,
  invoice: Pick<InvoiceRecord, 'invoice_status' | 'is_owed'>,
): void {
  const { number, legal_status: legalStatus } = document;
  if (!invoice.is_owed) throw conflict('Nothing is owed on {number}', { number });
  if (invoice.invoice_status === 'VOID' || invoice.invoice_status === 'CANCELED') {
    throw conflict('The invoice is {invoiceStatus} and takes no payment', { invoiceStatus: invoice.invoice_status });
  }
  if (isRejected(legalStatus))
    throw conflict('Invoice {number} is {legalStatus} and takes no payment', { number, legalStatus });
  if (isBeingVoided(document))
    throw conflict('Invoice {number} is being voided at the PAC and takes no payment meanwhile', { number });
}
