// Gives a payment back, as a whole or in part, or moves it to another invoice of the same client.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { requiredText } from '../catalog/index.ts';
import { lockDocument } from '../certification/index.ts';
import type { Clock } from '../platform/clock.ts';
import { compare, subtract, type Decimal } from '../platform/decimal.ts';
import { badInput, conflict, readAll } from '../platform/errors.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { readInvoice, readPayment, type InvoiceRecord, type Payment } from './records.ts';
import { lockInvoice, refreshInvoiceStatus } from './refresh-invoice-status.ts';
import { assertPayable, assertPays, money } from './register-payment.ts';

const MAX_REASON_LENGTH = 1000;

export interface NewRefund {
  paymentId: string;
  amount: Decimal;
  reason: string;
}

/** Also on an invoice that is void, canceled or rejected, whose money goes back. Answers the invoice. */
export async function refundPayment(
  db: TenantDb,
  clock: Clock,
  refund: NewRefund,
  createdBy: string,
): Promise<InvoiceRecord> {
  const { reason, amount } = readAll({
    amount: () => money('amount', refund.amount),
    reason: () => requiredText('reason', refund.reason, MAX_REASON_LENGTH),
  });
  const payment = await readPayment(db, refund.paymentId);
  await lockDocument(db, payment.invoice_id);
  await lockInvoice(db, payment.invoice_id);
  await giveBack(db, clock, payment, { amount, reason, movedTo: null }, createdBy);
  return readInvoice(db, payment.invoice_id);
}

/** What was paid too much, or for an invoice that came to nothing, pays another one. Answers the invoice that it pays now. */
export async function movePayment(
  db: TenantDb,
  clock: Clock,
  { paymentId, invoiceId, amount: asked }: { paymentId: string; invoiceId: string; amount: Decimal },
  createdBy: string,
): Promise<InvoiceRecord> {
  const amount = money('amount', asked);
  const payment = await readPayment(db, paymentId);
  assertPays(payment.method);
  if (payment.invoice_id === invoiceId)
    throw badInput('{field} must be another invoice than the one that was paid', { field: 'invoiceId' });
  // In the order of their ids: two that move money both ways never wait for each other.
  const ids = [payment.invoice_id, invoiceId].toSorted();
  const documents = [];
  for (const id of ids) documents.push(await lockDocument(db, id));
  const invoices = [];
  for (const id of ids) invoices.push(await lockInvoice(db, id));
  const document = documents[ids.indexOf(invoiceId)]!;
  if (invoices[0]!.client_id !== invoices[1]!.client_id)
    throw conflict('Invoice {number} is of another client', { number: document.number });
  assertPayable(document, invoices[ids.indexOf(invoiceId)]!);
  const movedTo = uuid();
  await db
    .insertInto('payments')
    .values({
      tenant_id: db.tenant.id,
      id: movedTo,
      invoice_id: invoiceId,
      amount,
      method: payment.method,
      reference: payment.reference,
      paid_at: clock.now(),
      created_by: createdBy,
    })
    .execute();
  await giveBack(db, clock, payment, { amount, reason: document.number, movedTo }, createdBy);
  await refreshInvoiceStatus(db, invoiceId);
  return readInvoice(db, invoiceId);
}

/** The caller holds the payment's invoice locked: what is left of the payment cannot be given back twice. */
async function giveBack(
  db: TenantDb,
  clock: Clock,
  payment: Payment,
  { amount, reason, movedTo }: { amount: Decimal; reason: string; movedTo: string | null },
  createdBy: string,
): Promise<void> {
  const { rows } = await sql<{ refunded: Decimal }>`
    select coalesce(sum(amount), 0) as refunded from refunds
    where tenant_id = ${db.tenant.id} and invoice_id = ${payment.invoice_id} and payment_id = ${payment.id}`.execute(
    db,
  );
  const left = subtract(payment.amount, rows[0]!.refunded);
  if (compare(amount, left) > 0)
    throw conflict('The payment has {left} left to give back, {amount} asked for', { left, amount, field: 'amount' });
  await db
    .insertInto('refunds')
    .values({
      tenant_id: db.tenant.id,
      id: uuid(),
      payment_id: payment.id,
      invoice_id: payment.invoice_id,
      amount,
      reason,
      moved_to: movedTo,
      refunded_at: clock.now(),
      created_by: createdBy,
    })
    .execute();
  await refreshInvoiceStatus(db, payment.invoice_id);
}
