// Input checks of a document's dialogs; which actions are allowed is decided by the service.
import type { CreditViewAnswer, InvoiceViewAnswer } from '../api/answers.ts';
import { isRejected } from '../../../src/fiscal/legal-status.ts';
import { aboveZero, add, compare, lesser, subtract } from '../format/decimal.ts';
import type { WordKey } from '../texts/words.ts';

export type Invoice = InvoiceViewAnswer['invoice'];
export type Credit = CreditViewAnswer['credit'];
/** Fields that an invoice, a credit note and a debit note have in common. */
export type FiscalDocument = Pick<Invoice, Exclude<keyof Invoice & keyof Credit, 'lines'>>;
export type Action = Pick<Invoice['actions'][number], 'isAllowed' | 'because' | 'until'>;

/** One that the service does not name cannot be done. */
export const actionOf = ({ actions }: Pick<Invoice, 'actions'>, name: string): Action =>
  actions.find((action) => action.name === name) ?? { isAllowed: false, because: null, until: null };

export const REASON_LENGTH = { least: 15, most: 1000 };

/** Undefined when the reason will do. */
export function reasonProblem(reason: string): { key: WordKey; n: number } | undefined {
  const { length } = reason.trim();
  if (length < REASON_LENGTH.least) return { key: 'void.tooShort', n: REASON_LENGTH.least - length };
  if (length > REASON_LENGTH.most) return { key: 'void.tooLong', n: length - REASON_LENGTH.most };
  return undefined;
}

/** Problem of an amount that was typed as a payment, if any. */
export function amountProblem(amount: string | undefined): WordKey | undefined {
  if (amount === undefined || compare(amount, '0') <= 0) return 'pay.aboveZero';
  return (amount.split('.')[1]?.length ?? 0) > 2 ? 'pay.twoDecimals' : undefined;
}

/** More than the service takes without a word: it is asked for a second time. */
export const isFarTooMuch = (amount: string, owed: string): boolean =>
  compare(subtract(amount, owed), compare(owed, '100') > 0 ? owed : '100') > 0;

/** Amount of a payment less refunds and moves. */
export const leftOf = ({ amount, refunds }: { amount: string; refunds: readonly { amount: string }[] }): string =>
  refunds.reduce((left, refund) => subtract(left, refund.amount), amount);

/** Amount paid above the invoice's demand, as `balanceOf` of the service has it; an ended invoice demands nothing. */
export function owedToClient(invoice: Invoice): string {
  const { total, certifiedMore, debited, credited, paid, retention, invoiceStatus, legalStatus } = invoice;
  const isNothing = invoiceStatus === 'VOID' || invoiceStatus === 'CANCELED' || isRejected(legalStatus);
  const isWhole = compare(credited, lesser(total, add(total, certifiedMore))) >= 0;
  const withheld = isWhole ? '0' : (retention?.amount ?? '0');
  const due = isNothing ? '0' : subtract(add(total, certifiedMore, debited), add(withheld, credited));
  return aboveZero(subtract(paid, aboveZero(due)));
}
