// What can be done with an invoice or a credit now; and where it cannot, why not.
import type { CreditViewAnswer, InvoiceViewAnswer } from '../api/answers.ts';
import { compare, isPositive, subtract } from '../format/decimal.ts';
import type { WordKey } from '../texts/words.ts';
import type { Role } from '../viewer.tsx';

export type Possible = { isAllowed: true } | { isAllowed: false; because: WordKey };

const ALLOWED: Possible = { isAllowed: true };
const no = (because: WordKey): Possible => ({ isAllowed: false, because });

/** The first reason that holds, or none. */
export function unless(...reasons: [boolean, WordKey][]): Possible {
  const found = reasons.find(([holds]) => holds);
  return found ? no(found[1]) : ALLOWED;
}

export type Invoice = InvoiceViewAnswer['invoice'];
export type Credit = CreditViewAnswer['credit'];
type May = (role: Role) => boolean;
type Legal = Pick<Invoice, 'mode' | 'legalStatus' | 'submissionState' | 'voidState' | 'issuedAt'>;

/** Decision 31; the tenant's own window may differ, and then the service says so. */
const VOID_WINDOW_HOURS = 182;

export function voidHoursLeft(issuedAt: string, now: number): number {
  return VOID_WINDOW_HOURS - (now - Date.parse(issuedAt)) / 3_600_000;
}

export const isRejected = ({ legalStatus }: Pick<Legal, 'legalStatus'>): boolean =>
  legalStatus === 'PAC_REJECTED' || legalStatus === 'DGI_REJECTED';
const isAuthorized = ({ legalStatus }: Legal): boolean =>
  legalStatus === 'PAC_AUTHORIZED' || legalStatus === 'DGI_AUTHORIZED';
const isBeingVoided = ({ voidState }: Legal): boolean => voidState === 'ASKED' || voidState === 'UNKNOWN';
const isClosed = ({ invoiceStatus }: Invoice): boolean => invoiceStatus === 'VOID' || invoiceStatus === 'CANCELED';

/** Credits that count, or may still count. */
function hasLivingCredit({ credits }: Invoice): boolean {
  return credits.some(
    ({ creditStatus, legalStatus }) =>
      (creditStatus === 'APPLIED' || creditStatus === 'UNAPPLIED') &&
      legalStatus !== 'PAC_REJECTED' &&
      legalStatus !== 'DGI_REJECTED',
  );
}

export function leftToCredit(line: Invoice['lines'][number]): string {
  return subtract(line.quantity, line.quantityCredited);
}

export interface InvoiceActions {
  pay: Possible;
  attachPdf: Possible;
  credit: Possible;
  void: Possible;
  cancel: Possible;
}

export function invoiceActions(invoice: Invoice, may: May, now: number): InvoiceActions {
  const isViewer: [boolean, WordKey] = [!may('operator'), 'needs.operator'];
  return {
    pay: unless(
      isViewer,
      [invoice.invoiceStatus === 'VOID', 'why.void'],
      [invoice.invoiceStatus === 'CANCELED', 'why.canceled'],
      [isRejected(invoice), 'why.rejected'],
      [isBeingVoided(invoice), 'why.beingVoided'],
    ),
    attachPdf: attachPdf(invoice, isViewer),
    credit: unless(
      isViewer,
      [isClosed(invoice), 'why.closed'],
      [isRejected(invoice), 'why.rejected'],
      [isBeingVoided(invoice), 'why.beingVoided'],
      [invoice.mode === 'DGI' && invoice.legalStatus !== 'DGI_AUTHORIZED', 'why.notCertified'],
      [invoice.lines.every((line) => !isPositive(leftToCredit(line))), 'why.nothingLeft'],
    ),
    void: voiding(invoice, may, now, [
      [invoice.invoiceStatus === 'VOID', 'why.alreadyVoid'],
      [hasLivingCredit(invoice), 'why.hasCredit'],
    ]),
    cancel: canceling(invoice, isViewer, [
      [invoice.invoiceStatus === 'VOID', 'why.alreadyVoid'],
      [invoice.invoiceStatus === 'CANCELED', 'why.canceled'],
      [hasLivingCredit(invoice), 'why.hasCredit'],
    ]),
  };
}

export interface CreditActions {
  apply: Possible;
  attachPdf: Possible;
  convert: Possible;
  void: Possible;
  cancel: Possible;
}

export function creditActions(credit: Credit, may: May, now: number): CreditActions {
  const isViewer: [boolean, WordKey] = [!may('operator'), 'needs.operator'];
  const isOver: [boolean, WordKey][] = [
    [credit.creditStatus === 'VOID', 'why.alreadyVoid'],
    [credit.creditStatus === 'CANCELED', 'why.canceled'],
  ];
  return {
    apply: unless(
      isViewer,
      [credit.creditStatus === 'APPLIED', 'why.applied'],
      ...isOver,
      [isRejected(credit), 'why.rejected'],
      [credit.mode === 'DGI' && !isAuthorized(credit), 'why.notAuthorized'],
      [credit.invoice.invoiceStatus === 'VOID', 'why.invoiceClosed'],
    ),
    attachPdf: attachPdf(credit, isViewer),
    convert: unless(isViewer, [credit.mode !== 'PROFORM' && !isRejected(credit), 'why.alreadyFiscal'], ...isOver, [
      credit.invoice.legalStatus !== 'DGI_AUTHORIZED',
      'why.notCertified',
    ]),
    void: voiding(credit, may, now, isOver),
    cancel: canceling(credit, isViewer, isOver),
  };
}

function attachPdf(document: Legal & { pdf: object | null }, isViewer: [boolean, WordKey]): Possible {
  return unless(
    isViewer,
    [document.pdf !== null, 'why.hasPdf'],
    [document.mode !== 'DGI', 'why.notFiscal'],
    [isRejected(document), 'why.rejected'],
    [!isAuthorized(document), 'why.notAuthorized'],
  );
}

function voiding(document: Legal, may: May, now: number, more: [boolean, WordKey][]): Possible {
  return unless(
    [!may('admin'), 'needs.admin'],
    ...more,
    [isBeingVoided(document), 'why.beingVoided'],
    [document.mode !== 'DGI', 'why.notFiscalVoid'],
    [isRejected(document), 'why.rejected'],
    [!isAuthorized(document), 'why.notAuthorized'],
    [voidHoursLeft(document.issuedAt, now) <= 0, 'why.tooLate'],
  );
}

function canceling(document: Legal, isViewer: [boolean, WordKey], more: [boolean, WordKey][]): Possible {
  return unless(
    isViewer,
    ...more,
    [isAuthorized(document), 'why.voidInstead'],
    [document.submissionState === 'UNKNOWN', 'why.maybeAtPac'],
  );
}

export const REASON_LENGTH = { least: 15, most: 1000 };

/** Undefined when the reason will do. */
export function reasonProblem(reason: string): { key: WordKey; n: number } | undefined {
  const { length } = reason.trim();
  if (length < REASON_LENGTH.least) return { key: 'void.tooShort', n: REASON_LENGTH.least - length };
  if (length > REASON_LENGTH.most) return { key: 'void.tooLong', n: length - REASON_LENGTH.most };
  return undefined;
}

/** What is wrong with an amount that was typed as a payment, or nothing. */
export function amountProblem(amount: string | undefined): WordKey | undefined {
  if (amount === undefined || compare(amount, '0') <= 0) return 'pay.aboveZero';
  return (amount.split('.')[1]?.length ?? 0) > 2 ? 'pay.twoDecimals' : undefined;
}
