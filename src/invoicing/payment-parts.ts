// Several methods in one sale: what is handed over at once, what is given back of it, and what is left on credit. Pure.
import { isCash, isTerm, MOST_PARTS, type PaymentMethod } from '../fiscal/payment-methods.ts';
import { addDays } from '../platform/days.ts';
import { add, compare, inCents, isPositive, lesser, positive, subtract, type Decimal } from '../platform/decimal.ts';
import { badInput, readAll, readEach, sentence, type Sentence } from '../platform/errors.ts';

export interface PaymentTerms {
  /** Method of the part that is paid at once. */
  method: PaymentMethod;
  /** In the order of their days; empty when all is paid at once. */
  instalments: readonly Instalment[];
  /** Parts handed over at once, where several methods are used. */
  parts?: readonly PaymentPart[];
}

export interface Instalment {
  dueDate: string;
  amount: Decimal;
}

export interface PaymentPart {
  method: PaymentMethod;
  /** Amount handed over; cash may exceed the amount due. */
  amount: Decimal;
  /** Days of CREDIT after the sale; default: the due day of the order. */
  days?: number | null | undefined;
  reference?: string | null | undefined;
}

const MOST_DAYS = 3650;
const MAX_REFERENCE_LENGTH = 200;

/** Refuses parts that make no sense by themselves; whether they come to what is due is for `partProblems`. */
export function termsOfParts(
  parts: readonly PaymentPart[],
  { due_date: dueDate, issue_day: issueDay }: { due_date: string | null; issue_day?: string },
): PaymentTerms {
  if (parts.length > MOST_PARTS)
    throw badInput('{field} must be at most {most}', { field: 'payment.payments', most: MOST_PARTS });
  const dues = readEach('payment.payments', parts, (part) => dueDayOf(part, dueDate, issueDay));
  const instalments = new Map<string, Decimal>();
  for (const [index, day] of dues.entries())
    if (day !== null) instalments.set(day, add(instalments.get(day) ?? '0', parts[index]!.amount));
  return {
    method: parts[0]!.method,
    instalments: [...instalments]
      .map(([day, amount]): Instalment => ({ dueDate: day, amount }))
      .toSorted((one, other) => (one.dueDate < other.dueDate ? -1 : 1)),
    parts: parts.filter(({ method }) => !isTerm(method)),
  };
}

/** Null for what is paid at once. */
function dueDayOf(part: PaymentPart, dueDate: string | null, issueDay: string | undefined): string | null {
  return readAll({
    amount: () => inCents('amount', part.amount, positive),
    reference: () => {
      const { length } = part.reference ?? '';
      if (length > MAX_REFERENCE_LENGTH)
        throw badInput('{field} must be at most {most}, not {length}', {
          ...{ field: 'reference', most: MAX_REFERENCE_LENGTH, length },
        });
    },
    days: () => {
      if (!isTerm(part.method)) {
        if (part.days == null) return null;
        throw badInput('{field} belongs to CREDIT alone: what is paid otherwise is paid at once', { field: 'days' });
      }
      if (part.days == null) {
        if (dueDate !== null) return dueDate;
        throw badInput('{field} is needed: the order has no due day', { field: 'days' });
      }
      if (part.days < 0 || part.days > MOST_DAYS)
        throw badInput('{field} must be between 0 and {most} days', { field: 'days', most: MOST_DAYS });
      return addDays(issueDay!, part.days);
    },
  }).days;
}

export function sumOf(amounts: readonly { amount: Decimal }[]): Decimal {
  return add('0', ...amounts.map(({ amount }) => amount));
}

/** Amount handed over beyond the amount due; below zero where it is less. */
function excess(due: Decimal, { parts = [], instalments }: PaymentTerms): Decimal {
  return subtract(add(sumOf(parts), sumOf(instalments)), due);
}

/** Why a sale of so much cannot be paid by these parts. */
export function partProblems(due: Decimal, terms: PaymentTerms): Sentence[] {
  const over = excess(due, terms);
  if (compare(over, '0') < 0) {
    const params = { due, missing: subtract('0', over), field: 'payment.payments' };
    return [sentence('The payments are {missing} less than the {due} that are due', params)];
  }
  const cash = sumOf(terms.parts!.filter(({ method }) => isCash(method)));
  if (compare(over, cash) > 0) {
    const params = { due, over, field: 'payment.payments' };
    return [sentence('The payments exceed the {due} that are due by {over}, and only cash gives change', params)];
  }
  return [];
}

/** Change, given back from the cash. */
export function changeOf(due: Decimal, terms: PaymentTerms): Decimal {
  return terms.parts === undefined ? '0' : excess(due, terms);
}

/** Parts that stay in the till: the change is taken from the cash, the last first. */
export function keptParts(due: Decimal, terms: PaymentTerms): PaymentPart[] {
  const change = changeOf(due, terms);
  return split((terms.parts ?? []).toReversed(), change, 'CASH').left.toReversed();
}

/** The first of them, or of those by one method, up to so much; and what is left of all. */
export function split(parts: readonly PaymentPart[], much: Decimal, method?: PaymentMethod) {
  let rest = much;
  const cut = parts.map((part) => {
    const most = method !== undefined && part.method !== method ? '0' : part.amount;
    const first = lesser(most, rest);
    rest = subtract(rest, first);
    return { first: { ...part, amount: first }, left: { ...part, amount: subtract(part.amount, first) } };
  });
  const isSome = ({ amount }: PaymentPart): boolean => isPositive(amount);
  return {
    first: cut.map(({ first }) => first).filter(isSome),
    left: cut.map(({ left }) => left).filter(isSome),
    rest,
  };
}

/** Parts that are still to be registered; refuses parts that leave out earlier payments. */
export function partsBeyond(paid: readonly PaymentPart[], parts: readonly PaymentPart[]): readonly PaymentPart[] {
  return paid.reduce((beyond, { method, amount }) => {
    const { left, rest } = split(beyond, amount, method);
    if (!isPositive(rest)) return left;
    const params = { amount, method, field: 'payment.payments' };
    throw badInput('{amount} are paid by {method} already: {field} must tell them', params);
  }, parts);
}
