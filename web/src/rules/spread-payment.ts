// One payment over several invoices: the oldest is paid first, and what is left over stands on the last one.
import type { OpenInvoicesAnswer } from '../api/answers.ts';
import { add, compare, isPositive, subtract } from '../format/decimal.ts';

export type Owed = Pick<OpenInvoicesAnswer['invoices']['records'][number], 'id' | 'number' | 'balance'>;

export interface Share extends Owed {
  amount: string;
}

/** `invoices` in the order in which they are paid. */
export function spreadPayment(amount: string, invoices: readonly Owed[]): Share[] {
  let left = amount;
  const shares = invoices.map((invoice, at) => {
    const isLast = at === invoices.length - 1;
    const share = isLast || compare(left, invoice.balance) < 0 ? left : invoice.balance;
    left = subtract(left, share);
    return { ...invoice, amount: share };
  });
  return shares.filter((share) => isPositive(share.amount));
}

export const owedOf = (invoices: readonly Owed[]): string =>
  invoices.reduce((sum, { balance }) => add(sum, balance), '0');
