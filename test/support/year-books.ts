// The books of a year that a test keeps by itself, in whole cents: what each document is worth, on which day it counts, and what became of it.

export type Kind = 'INVOICE' | 'CREDIT' | 'DEBIT' | 'GENERIC_CREDIT' | 'GENERIC_DEBIT';

export interface Line {
  rate: number;
  quantity: number;
  /** Price of a piece, in cents. */
  price: number;
  id?: string;
  credited?: number;
}

export interface Doc {
  id: string;
  kind: Kind;
  number: string;
  clientId: string;
  /** For the DGI that of Panama, else that of the tenant. */
  day: string;
  isFiled: boolean;
  /** Certified by another system, and imported. */
  isElsewhere?: boolean;
  /** An import, or a note on one: neither sold nor owed. */
  isBought: boolean;
  lines: Line[];
  retention: number;
  of?: Doc;
  appliedOn?: string;
  over?: { what: 'REJECTED' | 'VOIDED' | 'CANCELED'; day: string };
  paid: { id: string; day: string; cents: number }[];
}

export interface Amounts {
  base: number;
  tax: number;
  total: number;
}

/** ITBMS is counted line by line, and half a cent is a whole one. */
export function amountsOf(lines: readonly Line[]): Amounts {
  const base = lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
  const tax = lines.reduce(
    (sum, { rate, quantity, price }) => sum + Math.floor((quantity * price * rate + 50) / 100),
    0,
  );
  return { base, tax, total: base + tax };
}

export const signOf = ({ kind }: Doc): number => (kind === 'CREDIT' || kind === 'GENERIC_CREDIT' ? -1 : 1);
const totalOf = (doc: Doc): number => amountsOf(doc.lines).total;
const sum = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((total, one) => total + of(one), 0);

const isThere = (doc: Doc, day: string): boolean =>
  doc.over?.what !== 'REJECTED' && doc.day <= day && !(doc.over && doc.over.day <= day);

export const isCounted = (doc: Doc): boolean => doc.isFiled && doc.over === undefined;

/** Amount that the client pays to the State, until credits that are applied reach the whole. */
export function withheld(docs: readonly Doc[], invoice: Doc, day: string): number {
  const credited = sum(appliedTo(docs, invoice, day), totalOf);
  return credited > 0 && credited >= totalOf(invoice) ? 0 : invoice.retention;
}

function appliedTo(docs: readonly Doc[], invoice: Doc, day: string): Doc[] {
  return docs.filter(
    (one) =>
      one.kind === 'CREDIT' &&
      one.of === invoice &&
      isThere(one, day) &&
      one.appliedOn !== undefined &&
      one.appliedOn <= day,
  );
}

export interface Account {
  owed: number;
  inHand: number;
}

/** Account of a client at the end of a day: charges of each invoice less its payments, and credits that nothing took yet. */
export function accountOf(docs: readonly Doc[], clientId: string, day: string): Account {
  const own = docs.filter((one) => one.clientId === clientId);
  const account = { owed: 0, inHand: 0 };
  const add = (left: number): void => {
    if (left > 0) account.owed += left;
    else account.inHand -= left;
  };
  for (const one of own) {
    if (one.kind === 'INVOICE') add(leftOf(docs, one, day));
    else if (one.kind === 'GENERIC_DEBIT' && isThere(one, day)) account.owed += totalOf(one);
    else if (one.kind === 'GENERIC_CREDIT' && isThere(one, day)) account.inHand += totalOf(one);
    else if (
      one.kind === 'CREDIT' &&
      !one.isBought &&
      isThere(one, day) &&
      one.of!.day <= day &&
      !(one.appliedOn && one.appliedOn <= day)
    )
      account.inHand += totalOf(one);
  }
  return account;
}

/** Below 0: paid beyond what is owed. */
export function leftOf(docs: readonly Doc[], invoice: Doc, day: string): number {
  const isOwed = !invoice.isBought && isThere(invoice, day);
  const charged = isOwed
    ? totalOf(invoice) - withheld(docs, invoice, day) - sum(appliedTo(docs, invoice, day), totalOf)
    : 0;
  const notes = docs.filter((one) => one.kind === 'DEBIT' && one.of === invoice && !one.isBought && isThere(one, day));
  const paid = invoice.paid.filter((one) => one.day <= day);
  return charged + sum(notes, totalOf) - sum(paid, ({ cents }) => cents);
}

export interface Month {
  count: number;
  numbers: string[];
  net: Amounts & { retention: number };
  rates: Record<string, { base: number; tax: number }>;
}

/** Declaration of a month, e.g. 2024-03. */
export function monthOf(docs: readonly Doc[], month: string): Month {
  const counted = docs.filter((one) => isCounted(one) && one.day.startsWith(month));
  const sold = counted.filter(({ isBought }) => !isBought);
  const net = { base: 0, tax: 0, total: 0, retention: 0 };
  const rates: Month['rates'] = {};
  for (const one of sold) {
    const { base, tax, total } = amountsOf(one.lines);
    const sign = signOf(one);
    net.base += sign * base;
    net.tax += sign * tax;
    net.total += sign * total;
    if (one.kind === 'INVOICE') net.retention += withheld(docs, one, '9999');
    for (const line of one.lines) {
      const rate = (rates[line.rate] ??= { base: 0, tax: 0 });
      const amounts = amountsOf([line]);
      rate.base += sign * amounts.base;
      rate.tax += sign * amounts.tax;
    }
  }
  return { count: counted.length, numbers: sold.map(({ number }) => number).toSorted(), net, rates };
}

/** Net of each day, of whatever is neither void, canceled nor rejected. */
export function soldOn(docs: readonly Doc[]): Map<string, number> {
  const days = new Map<string, number>();
  for (const one of docs.filter(({ over, of, isBought }) => !over && !of?.over && !isBought))
    days.set(one.day, (days.get(one.day) ?? 0) + signOf(one) * amountsOf(one.lines).base);
  return days;
}

/** Figures of a day's board: its sales, certified or not. */
export function boardOf(docs: readonly Doc[], day: string): { count: number; total: number } {
  const sold = docs.filter((one) => one.day === day && !one.isBought && one.over === undefined);
  const invoices = sold.filter(({ kind }) => kind === 'INVOICE');
  return { count: invoices.length, total: sum(sold, (one) => signOf(one) * totalOf(one)) };
}
