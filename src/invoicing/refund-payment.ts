// Gives a payment back, as a whole or in part, moves it to another invoice of the same client, or takes it back for the right one.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { requiredText } from '../catalog/index.ts';
import { lockDocument } from '../certification/index.ts';
import { compare, subtract, type Decimal } from '../platform/decimal.ts';
import { badInput, conflict, readAll } from '../platform/errors.ts';
import { sqlRow, type Sql } from '../platform/sql.ts';
import { adding, type TenantDb } from '../tenancy/index.ts';
import { MAX_REASON_LENGTH } from './certify.ts';
import { balanceOf } from './invoice-status.ts';
import { readInvoice, readPayment, type Payment } from './records.ts';
import { lockInvoice, refreshInvoiceStatus } from './refresh-invoice-status.ts';
import {
  assertPayable,
  assertPays,
  assertPlausible,
  insertPayment,
  money,
  paymentRules,
  type NewPayment,
  type PaymentVerb,
} from './register-payment.ts';

type Refund = Pick<Correction, 'paymentId' | 'amount' | 'reason'>;

/** Also on an invoice that is void, canceled or rejected, whose money goes back. */
export const refundPayment: PaymentVerb<Refund> = async (db, clock, refund, createdBy) => {
  const { reason, amount } = readAll({
    amount: () => money('amount', refund.amount),
    reason: () => requiredText('reason', refund.reason, MAX_REASON_LENGTH),
  });
  const payment = await readPayment(db, refund.paymentId);
  await lockDocument(db, payment.invoice_id);
  await lockInvoice(db, payment.invoice_id);
  await giveBack(db, payment, { amount, reason, movedTo: null, at: clock.now() }, createdBy);
  return readInvoice(db, payment.invoice_id);
};

type Move = Pick<NewPayment, 'invoiceId' | 'amount'> & { paymentId: string };

/** Moves an overpayment, or the payment of an ended invoice, to another invoice. Returns the invoice that it pays now. */
export const movePayment: PaymentVerb<Move> = async (
  db,
  clock,
  { paymentId, invoiceId, amount: wanted },
  createdBy,
) => {
  const amount = money('amount', wanted);
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
  const now = clock.now();
  const { method, reference } = payment;
  const right = { invoice_id: invoiceId, amount, method, reference, paid_at: now, created_by: createdBy };
  const movedTo = await insertPayment(db, right);
  await giveBack(db, payment, { amount, reason: document.number, movedTo, at: now }, createdBy);
  await refreshInvoiceStatus(db, invoiceId);
  return readInvoice(db, invoiceId);
};

export interface Correction extends Omit<NewPayment, 'invoiceId' | 'externalId' | 'metadata'> {
  paymentId: string;
  reason: string;
}

/**
 * Takes back the rest of the wrong payment on its own day, since that money never existed, and registers the right one. Both stand in the name
 * of the person who took it, whose drawer it is; the act has the one who corrected.
 */
export const correctPayment: PaymentVerb<Correction> = async (db, clock, correction) => {
  const { paymentId, reason: why, ...values } = correction;
  const { amount, reference, reason } = readAll({
    ...paymentRules(values, clock),
    reason: () => requiredText('reason', why, MAX_REASON_LENGTH),
  });
  const payment = await readPayment(db, paymentId);
  const { invoice_id: invoiceId, created_by: createdBy } = payment;
  const document = await lockDocument(db, invoiceId);
  const invoice = await lockInvoice(db, invoiceId);
  const left = await leftOf(db, payment);
  if (left === '0') throw conflict('Nothing is left of the payment');
  const right = { invoice_id: invoiceId, amount, method: values.method, reference };
  const paidAt = values.paidAt ?? payment.paid_at;
  const isSame =
    compare(amount, left) === 0 &&
    right.method === payment.method &&
    reference === payment.reference &&
    paidAt.getTime() === payment.paid_at.getTime();
  if (isSame) throw badInput('{field} and all the rest are as they stand', { field: 'amount' });
  // Less than stood there is right on an invoice that takes no payment too.
  if (compare(amount, left) > 0) {
    assertPayable(document, invoice);
    if (!values.allowOverpayment)
      assertPlausible(amount, balanceOf({ ...invoice, paid: subtract(invoice.paid, left) }));
  }
  const movedTo = await insertPayment(db, { ...right, paid_at: paidAt, created_by: createdBy });
  await giveBack(db, payment, { amount: left, reason, movedTo, at: payment.paid_at }, createdBy);
  return readInvoice(db, invoiceId);
};

/** Condition on a payment in the table of that name: these have it, or one that it corrects at its own instant. */
export function isAmong(db: TenantDb, table: string, ids: Sql): Sql {
  const own = (column: string) => sql.ref(`${table}.${column}`);
  return sql`${ids} && array(
    with recursive wrong as (
      select ${own('id')} as id
      union
      select back.payment_id from wrong join refunds back on back.tenant_id = ${db.tenant.id} and back.invoice_id = ${own('invoice_id')}
        and back.moved_to = wrong.id and back.refunded_at = ${own('paid_at')}
    ) select id from wrong)`;
}

async function leftOf(db: TenantDb, payment: Pick<Payment, 'id' | 'invoice_id' | 'amount'>): Promise<Decimal> {
  const { refunded } = await sqlRow<{ refunded: Decimal }>(db)`
    select coalesce(sum(amount), 0) as refunded from refunds
    where tenant_id = ${db.tenant.id} and invoice_id = ${payment.invoice_id}
      and payment_id = ${payment.id}`;
  return subtract(payment.amount, refunded);
}

/** The caller holds the payment's invoice locked: what is left of the payment cannot be given back twice. */
export async function giveBack(
  db: TenantDb,
  payment: Pick<Payment, 'id' | 'invoice_id' | 'amount'>,
  { amount, reason, movedTo, at }: { amount: Decimal; reason: string; movedTo: string | null; at: Date },
  createdBy: string,
): Promise<void> {
  const left = await leftOf(db, payment);
  if (compare(amount, left) > 0)
    throw conflict('The payment has {left} left to give back, {amount} asked for', { left, amount, field: 'amount' });
  await adding(db, 'refunds', {
    id: uuid(),
    payment_id: payment.id,
    invoice_id: payment.invoice_id,
    amount,
    reason,
    moved_to: movedTo,
    refunded_at: at,
    created_by: createdBy,
  }).execute();
  await refreshInvoiceStatus(db, payment.invoice_id);
}
