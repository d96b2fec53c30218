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
  /** Left out: the total is owed. */
  is_owed?: boolean;
}

/** `today` is the tenant's calendar day. */
export function invoiceStatus(invoice: InvoiceFacts, today: string): InvoiceStatus {
  if (invoice.isVoid) return 'VOID';
  if (invoice.isCanceled) return 'CANCELED';
  const isCredited = isPositive(invoice.credited);
  const charged = chargedOn(invoice);
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

function chargedOn({ total, debited, is_owed: isOwed = true }: Charged): Decimal {
  return add(isOwed ? total : '0', debited);
}

type Charged = Pick<InvoiceFacts, 'total' | 'debited' | 'is_owed'>;

/** total + debited − retention − paid − credited, never below zero. */
export function balanceOf(invoice: Charged & Pick<InvoiceFacts, 'retention' | 'paid' | 'credited'>): Decimal {
  const { retention, paid, credited } = invoice;
  return atLeastNothing(subtract(chargedOn(invoice), add(retention, paid, credited)));
}

function atLeastNothing(amount: Decimal): Decimal {
  return isPositive(amount) ? amount : '0';
}
