// How a sale is to be paid, as it is sent to the PAC: at once, in instalments, or a part of each. Pure.
import { add, compare, fractionDigits, isPositive, subtract, type Decimal } from '../platform/decimal.ts';
import { sentence, type Sentence } from '../platform/errors.ts';
import type { PaymentMethod } from './tables.ts';

export interface PaymentTerms {
  /** Of what is paid at once. */
  method: PaymentMethod;
  /** In the order of their days; empty when all is paid at once. */
  instalments: readonly Instalment[];
}

export interface Instalment {
  dueDate: string;
  amount: Decimal;
}

/** What is asked for; else the whole on the order's due day, and at once where it has none. */
export function paymentTerms(
  asked: Partial<PaymentTerms> | null | undefined,
  order: { due_date: string | null },
  total: Decimal,
): PaymentTerms {
  const method = asked?.method ?? 'CASH';
  if (asked?.instalments) return { method, instalments: asked.instalments };
  return { method, instalments: order.due_date === null ? [] : [{ dueDate: order.due_date, amount: total }] };
}

/** The day on which nothing may be owed any more; null where nothing was to be owed at all. */
export function lastDueDate({ instalments }: PaymentTerms): string | null {
  return instalments.at(-1)?.dueDate ?? null;
}

/** What is left of the total when the instalments are taken off. */
export function paidAtOnce(total: Decimal, { instalments }: PaymentTerms): Decimal {
  return subtract(
    total,
    instalments.reduce((sum, { amount }) => add(sum, amount), '0'),
  );
}

const MOST_INSTALMENTS = 100;

/** Why these terms cannot be those of such a sale; none when they can. */
export function termsProblems(total: Decimal, terms: PaymentTerms): Sentence[] {
  const problems: Sentence[] = [];
  if (terms.instalments.length > MOST_INSTALMENTS)
    problems.push(sentence('There can be {most} instalments at most', { most: MOST_INSTALMENTS }));
  for (const [index, { amount, dueDate }] of terms.instalments.entries()) {
    const place = { number: index + 1, field: `payment.instalments[${index}]` };
    // What costs nothing may be due all the same.
    const isAmount = isPositive(amount) || (total === '0' && amount === '0');
    if (!isAmount || fractionDigits(amount) > 2) {
      problems.push(sentence('Instalment {number} must be above 0, with at most 2 decimals', place));
    }
    const before = terms.instalments[index - 1];
    if (before && before.dueDate >= dueDate) {
      problems.push(sentence('Instalment {number} must be due after the one before it', place));
    }
  }
  const rest = paidAtOnce(total, terms);
  if (compare(rest, '0') < 0) {
    const excess = subtract('0', rest);
    problems.push(sentence('The instalments exceed the total of {total} by {excess}', { total, excess }));
  }
  if (terms.method === 'CREDIT' && isPositive(rest))
    problems.push(sentence('CREDIT pays nothing at once: say by instalments when the whole total is due'));
  return problems;
}
