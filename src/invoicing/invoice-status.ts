// What is owed, as one word: a pure function of payments, credits, voids and dates (answer 43).
import { add, compare, isPositive, subtract, type Decimal } from '../platform/decimal.ts';
import type { InvoiceStatus } from './tables.ts';

export interface InvoiceFacts {
  total: Decimal;
  /** What the client pays to the tax authority instead of to us; counts like a payment. */
  retention: Decimal;
  paid: Decimal;
  /** Sum of the credits applied to it. */
  credited: Decimal;
  /** Sum of its living debit notes. */
  debited: Decimal;
  isVoid: boolean;
  /** Canceled internally, without the PAC. */
  isCanceled: boolean;
  dueDate: string | null;
}

/** `today` is the tenant's calendar day. */
export function invoiceStatus(invoice: InvoiceFacts, today: string): InvoiceStatus {
  if (invoice.isVoid) return 'VOID';
  if (invoice.isCanceled) return 'CANCELED';
  const isCredited = isPositive(invoice.credited);
  const charged = add(invoice.total, invoice.debited);
  if (isCredited && compare(invoice.credited, charged) >= 0) return 'CANCELED';
  const owed = atLeastNothing(subtract(charged, add(invoice.retention, invoice.credited)));
  const isPaid = isPositive(invoice.paid) || (isPositive(invoice.retention) && owed === '0');
  if (compare(invoice.paid, owed) > 0) return 'OVERPAID';
  if (isPaid && compare(invoice.paid, owed) === 0) return 'PAID';
  const hasBalance = compare(owed, invoice.paid) > 0;
  if (hasBalance && invoice.dueDate !== null && invoice.dueDate < today) return 'PAST_DUE';
  if (isPaid) return 'PARTIALLY_PAID';
  return isCredited ? 'PARTIALLY_CANCELED' : 'UNPAID';
}

/** total + debited − retention − paid − credited, never below zero. */
export function balanceOf({ total, debited, retention, paid, credited }: Owing): Decimal {
  return atLeastNothing(subtract(add(total, debited), add(retention, paid, credited)));
}

type Owing = Pick<InvoiceFacts, 'total' | 'debited' | 'retention' | 'paid' | 'credited'>;

function atLeastNothing(amount: Decimal): Decimal {
  return isPositive(amount) ? amount : '0';
}
