// Money of a return: what its note frees, and of which payments it is given back. Pure.
import { isCash, type PaymentMethod } from '../fiscal/payment-methods.ts';
import { isPositive, lesser, subtract, type Decimal } from '../platform/decimal.ts';
import { balanceOf } from './invoice-status.ts';
import { sumOf } from './payment-parts.ts';
import type { InvoiceRecord } from './records.ts';

export interface MethodAmount {
  method: PaymentMethod;
  amount: Decimal;
}

/** `amount`: what is left of the payment. */
export interface LeftPayment extends MethodAmount {
  id: string;
}

type Owing = Parameters<typeof balanceOf>[0] & Pick<InvoiceRecord, 'paid'>;

/** Money that was paid beyond what is owed after the note, and no more than the note. `credited`: by all living credits, the note among them. */
export function freedBy(invoice: Owing, credited: Decimal, note: Decimal): Decimal {
  const over = subtract(invoice.paid, balanceOf({ ...invoice, paid: '0', credited }));
  return isPositive(over) ? lesser(over, note) : '0';
}

/** So much of the payments, in their order; `left` of each, and `missing` where they hold less. */
export function takeOf(payments: readonly LeftPayment[], much: Decimal, method?: PaymentMethod) {
  let missing = much;
  const taken: LeftPayment[] = [];
  const left = payments.map((payment) => {
    if (method !== undefined && payment.method !== method) return payment;
    const amount = lesser(payment.amount, missing);
    if (!isPositive(amount)) return payment;
    missing = subtract(missing, amount);
    taken.push({ ...payment, amount });
    return { ...payment, amount: subtract(payment.amount, amount) };
  });
  return { taken, left, missing };
}

/** Cash first: it needs no terminal. What pays another sale is taken from the other end. */
export function cashFirst(payments: readonly LeftPayment[]): LeftPayment[] {
  return payments.toSorted((one, other) => Number(isCash(other.method)) - Number(isCash(one.method)));
}

/** By method: how much may go back by it at most, and how much of `much` is proposed. */
export function proposed(payments: readonly LeftPayment[], much: Decimal): (MethodAmount & { most: Decimal })[] {
  const ordered = cashFirst(payments);
  const { taken } = takeOf(ordered, much);
  return [...new Set(ordered.map(({ method }) => method))].flatMap((method) => {
    const of = (parts: readonly LeftPayment[]): Decimal => sumOf(parts.filter((one) => one.method === method));
    const most = lesser(of(payments), much);
    return isPositive(most) ? [{ method, amount: of(taken), most }] : [];
  });
}
