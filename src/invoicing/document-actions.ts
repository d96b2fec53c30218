// Allowed actions of the caller on an invoice or a note now, or the reason against each: asked of the checks that the verbs themselves run.
import {
  assertCheckable,
  assertPdfExpected,
  assertResolvable,
  assertSettleable,
  assertVoidable,
  isBeingVoided,
  voidHoursAt,
  type FiscalDocument,
} from '../certification/index.ts';
import { endOfDay, hoursAfter, lastCreditDay, type TermsOfMakes } from '../fiscal/deadlines.ts';
import type { Clock } from '../platform/clock.ts';
import { conflict, DomainError, orRefusal, type Sentence } from '../platform/errors.ts';
import { hasRole, type Role, type Viewer } from '../tenancy/index.ts';
import { assertApplicable } from './apply-credit.ts';
import { assertCreditCancelable, assertInvoiceCancelable } from './cancel-document.ts';
import { assertConvertible } from './convert-credit.ts';
import { assertInvoiceConvertible } from './convert-invoice.ts';
import type { DebitNoteRecord } from './debit-note-records.ts';
import { assertDebitNoteCancelable } from './end-debit-note.ts';
import { assertDebitable } from './issue-debit-note.ts';
import { assertCreditable, assertSomethingLeft } from './issue-credit.ts';
import type { CreditRecord, InvoiceLine, InvoiceRecord } from './records.ts';
import { assertPayable } from './register-payment.ts';
import {
  assertCreditVoidable,
  assertDebitNoteVoidable,
  assertInvoiceVoidable,
  assertWithinWindow,
} from './void-document.ts';

export interface DocumentAction {
  /** The mutation. */
  name: string;
  isAllowed: boolean;
  because: Sentence | null;
  /** Until when, where time alone will end it. */
  until: Date | null;
}

export interface Asking {
  viewer: Viewer;
  clock: Clock;
  hasPdf: boolean;
  pac: TermsOfMakes;
}

export interface InvoiceFacts {
  invoice: InvoiceRecord;
  lines: readonly InvoiceLine[];
  credits: readonly CreditRecord[];
}

export function invoiceActions({ invoice, lines, credits }: InvoiceFacts, asking: Asking): DocumentAction[] {
  const { viewer } = asking;
  const mode = invoice.mode === 'DGI' ? 'DGI' : 'PROFORM';
  const credit = action(viewer, 'createCredit', 'operator', () => {
    assertCreditable(invoice, invoice, mode);
    assertSomethingLeft(lines);
  });
  return [
    action(viewer, 'registerPayment', 'operator', () => assertPayable(invoice, invoice)),
    mode === 'DGI' ? creditable(credit, invoice, asking) : credit,
    action(viewer, 'createDebitNote', 'operator', () => assertDebitable(invoice, invoice, mode)),
    action(viewer, 'convertInvoiceToDgi', 'operator', () => {
      if (invoice.mode === 'DGI') throw conflict('{number} is fiscal already', { number: invoice.number });
      assertInvoiceConvertible(invoice, invoice, credits);
    }),
    voiding(asking, 'voidInvoice', invoice, () => assertInvoiceVoidable(invoice, credits)),
    action(viewer, 'cancelInvoice', 'operator', () => {
      if (invoice.canceled_at !== null) throw conflict('{number} is canceled already', { number: invoice.number });
      assertInvoiceCancelable(invoice, credits);
    }),
    ...legalActions(invoice, asking),
  ];
}

export interface CreditFacts {
  credit: CreditRecord;
  invoice: InvoiceRecord;
}

export function creditActions({ credit, invoice }: CreditFacts, asking: Asking): DocumentAction[] {
  const { viewer } = asking;
  const { number } = credit;
  const converting = action(viewer, 'convertCreditToDgi', 'operator', () => {
    if (credit.mode === 'DGI') throw conflict('{number} is fiscal already', { number });
    assertConvertible(credit, credit, invoice);
  });
  return [
    action(viewer, 'applyCredit', 'operator', () => {
      if (credit.credit_status === 'APPLIED') throw conflict('{number} is applied already', { number });
      assertApplicable(credit, credit, { ...invoice, document: invoice });
    }),
    creditable(converting, invoice, asking),
    voiding(asking, 'voidCredit', credit, () => assertCreditVoidable(credit)),
    action(viewer, 'cancelCredit', 'operator', () => {
      if (credit.credit_status === 'CANCELED') throw conflict('{number} is canceled already', { number });
      assertCreditCancelable(credit);
    }),
    ...legalActions(credit, asking),
  ];
}

export function debitNoteActions(note: DebitNoteRecord, asking: Asking): DocumentAction[] {
  const { viewer } = asking;
  const name = note.kind === 'DEBIT_NOTE' ? 'DebitNote' : 'GenericCredit';
  return [
    voiding(asking, `void${name}`, note, () => assertDebitNoteVoidable(note)),
    action(viewer, `cancel${name}`, 'operator', () => {
      if (note.debit_status === 'CANCELED') throw conflict('{number} is canceled already', { number: note.number });
      assertDebitNoteCancelable(note);
    }),
    ...legalActions(note, asking),
  ];
}

function legalActions(document: FiscalDocument, { viewer, hasPdf }: Asking): DocumentAction[] {
  const { number } = document;
  return [
    action(viewer, 'attachPacPdf', 'operator', () => {
      if (hasPdf && !document.awaits_pdf) throw conflict('The PDF of {number} is attached already', { number });
      assertPdfExpected(document);
    }),
    action(viewer, 'checkDocument', 'operator', () => assertCheckable(document, hasPdf)),
    action(viewer, 'settleSubmission', 'admin', () => assertSettleable(document)),
    action(viewer, 'resolveParked', 'admin', () => {
      if (document.parked_reason === null) throw conflict('{number} waits for no operator', { number });
      assertResolvable(document);
    }),
  ];
}

/** With the last day of a credit note of the invoice. */
function creditable(found: DocumentAction, invoice: InvoiceRecord, { pac, viewer }: Asking): DocumentAction {
  const last = lastCreditDay(invoice.fiscal_day ?? invoice.issue_day, pac.profileOf(viewer.tenant.pacMake).creditDays);
  return found.isAllowed ? { ...found, until: endOfDay(last) } : found;
}

function voiding(
  asking: Asking,
  name: string,
  document: FiscalDocument & { issued_at: Date },
  check: () => void,
): DocumentAction {
  const { viewer, pac } = asking;
  const found = action(viewer, name, 'admin', () => {
    check();
    assertWithinWindow(asking, viewer.tenant, document, document.issued_at);
    // Asked for again where its answer was lost and an operator has been called, it is sent again.
    if (isBeingVoided(document) && document.parked_reason === null) {
      throw conflict('{number} is being voided at the PAC', { number: document.number });
    }
    assertVoidable(document);
  });
  const hours = voidHoursAt(pac, viewer.tenant, document.pac_company_id);
  return found.isAllowed ? { ...found, until: hoursAfter(document.issued_at, hours) } : found;
}

/** A verb that was done already answers as it did and changes nothing; what it says of that here is no refusal of its own. */
function action(viewer: Viewer, name: string, role: Role, check: () => void): DocumentAction {
  const refusal = hasRole(viewer.roles, role)
    ? orRefusal(() => {
        check();
        return undefined;
      })
    : new DomainError('FORBIDDEN', 'This needs the role {role}', { role });
  return { name, isAllowed: refusal === undefined, because: refusal?.sentence ?? null, until: null };
}
