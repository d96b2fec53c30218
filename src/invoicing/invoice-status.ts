// Status of an invoice's debt: a pure function of payments, credits, voids and dates (answer 43).
import { add, compare, isPositive, lesser, subtract, type Decimal } from '../platform/decimal.ts';
import type { InvoiceStatus } from './tables.ts';

/** By the columns of an invoice. */
export interface InvoiceFacts {
  total: Decimal;
  /** Amount that the client pays to the tax authority instead of to us; counts like a payment until the whole is credited. */
  retention: Decimal;
  paid: Decimal;
  /** Sum of the credits applied to it. */
  credited: Decimal;
  /** Sum of its living debit notes. */
  debited: Decimal;
  /** Certified total less the total; left out: they are the same. */
  certified_more?: Decimal;
  voided_at: Date | null;
  /** Canceled internally, without the PAC. */
  canceled_at: Date | null;
  due_date: string | null;
  /** Left out: the total is owed. */
  is_owed?: boolean;
}

/** Columns of an invoice to which nothing has happened yet. */
export const UNTOUCHED = { credited: '0', debited: '0', voided_at: null, canceled_at: null } as const;

/** `today` is the tenant's calendar day. */
export function invoiceStatus(invoice: InvoiceFacts, today: string): InvoiceStatus {
  if (invoice.voided_at) return 'VOID';
  if (invoice.canceled_at) return 'CANCELED';
  const isCredited = isPositive(invoice.credited);
  if (isCredited && compare(invoice.credited, chargedOn(invoice)) >= 0) return 'CANCELED';
  // A rejected one has the status of its debt, though nothing is owed on it any more.
  const owed = balanceOf({ ...invoice, paid: '0', holds_order: true });
  const isPaid = isPositive(invoice.paid) || (isPositive(invoice.retention) && owed === '0');
  if (compare(invoice.paid, owed) > 0) return 'OVERPAID';
  if (isPaid && compare(invoice.paid, owed) === 0) return 'PAID';
  const hasBalance = compare(owed, invoice.paid) > 0;
  if (hasBalance && invoice.due_date !== null && invoice.due_date < today) return 'PAST_DUE';
  if (isPaid) return 'PARTIALLY_PAID';
  return isCredited ? 'PARTIALLY_CANCELED' : 'UNPAID';
}

/** Amount that the client pays to the State, until the whole of the invoice is credited, as asked or as certified. `credited`: by credits that are applied. */
function withheldNow({ total, certified_more: more = '0', retention, credited }: Owed): Decimal {
  return isPositive(credited) && compare(credited, lesser(total, add(total, more))) >= 0 ? '0' : retention;
}

/** Total that was certified, with the debit notes. */
function chargedOn({ total, certified_more: more = '0', debited }: Owed): Decimal {
  return add(total, more, debited);
}

type Owed = Pick<
  InvoiceFacts,
  'total' | 'certified_more' | 'debited' | 'is_owed' | 'retention' | 'paid' | 'credited'
> & {
  /** False: it was rejected, voided or canceled. */
  holds_order?: boolean;
};

/** The certified total + debited − what is withheld now − paid − credited, never below zero; of what is not owed, with its notes, or came to nothing 0. */
export function balanceOf(invoice: Owed): Decimal {
  const { is_owed: isOwed = true, holds_order: isStanding = true, paid, credited } = invoice;
  const balance = subtract(chargedOn(invoice), add(withheldNow(invoice), paid, credited));
  return isOwed && isStanding && isPositive(balance) ? balance : '0';
}
