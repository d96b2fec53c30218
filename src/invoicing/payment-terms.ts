// How a sale is to be paid, as it is sent to the PAC: at once, in instalments, or a part of each. Pure.
import { isTerm, type PaymentMethod } from '../fiscal/payment-methods.ts';
import { add, compare, fractionDigits, isPositive, subtract, type Decimal } from '../platform/decimal.ts';
import { badInput, sentence, type Sentence } from '../platform/errors.ts';
import { partProblems, termsOfParts, type Instalment, type PaymentPart, type PaymentTerms } from './payment-parts.ts';

export type { Instalment, PaymentTerms } from './payment-parts.ts';

export interface AskedTerms {
  method?: PaymentMethod;
  instalments?: readonly Instalment[];
  payments?: readonly PaymentPart[];
}

/** Requested terms; default: the full amount on the order's due day, else at once. */
export function paymentTerms(
  terms: AskedTerms | null | undefined,
  order: { due_date: string | null; issue_day?: string },
  due: Decimal,
): PaymentTerms {
  if (terms?.payments && terms.payments.length > 0) {
    if (terms.instalments)
      throw badInput('{field} are said by payments with the method CREDIT', { field: 'payment.instalments' });
    return termsOfParts(terms.payments, order);
  }
  const method = terms?.method ?? 'CASH';
  if (terms?.instalments) return { method, instalments: terms.instalments };
  return { method, instalments: order.due_date === null ? [] : [{ dueDate: order.due_date, amount: due }] };
}

/** The day on which nothing may be owed any more; null where nothing was to be owed at all. */
export function lastDueDate({ instalments }: PaymentTerms): string | null {
  return instalments.at(-1)?.dueDate ?? null;
}

/** A PAC refuses a document of which a part was due before the day of its payload. */
export function assertDueFrom(day: string, { instalments }: PaymentTerms): void {
  const first = instalments[0]?.dueDate;
  if (first && first < day)
    throw badInput('It was due on {day}, which has passed: {field} must say how it is paid now', {
      ...{ day: first, field: 'payment' },
    });
}

/** Total less the instalments. */
export function paidAtOnce(total: Decimal, { instalments }: PaymentTerms): Decimal {
  return subtract(total, add('0', ...instalments.map(({ amount }) => amount)));
}

const MOST_INSTALMENTS = 100;

/** Why these terms cannot be those of a sale on which so much is due; none when they can. */
export function termsProblems(total: Decimal, terms: PaymentTerms): Sentence[] {
  if (terms.parts) return partProblems(total, terms);
  const problems: Sentence[] = [];
  if (terms.instalments.length > MOST_INSTALMENTS)
    problems.push(sentence('There can be {most} instalments at most', { most: MOST_INSTALMENTS }));
  for (const [index, { amount, dueDate }] of terms.instalments.entries()) {
    const place = { number: index + 1, field: `payment.instalments[${index}]` };
    // A total of zero may have a due day all the same.
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
  if (isTerm(terms.method) && isPositive(rest))
    problems.push(sentence('CREDIT pays nothing at once: say by instalments when the whole total is due'));
  return problems;
}
