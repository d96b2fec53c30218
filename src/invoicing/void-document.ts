// Voids what the PAC has authorized: asked of the PAC first, reversed here when the PAC has said yes.
import {
  askForVoid,
  lockDocument,
  voidAtPac,
  voidHoursAt,
  voidReason,
  type FiscalDocument,
  type PacRequest,
  type VoidResult,
  type TenantContext,
} from '../certification/index.ts';
import { hoursAfter, type TermsOfMakes } from '../fiscal/deadlines.ts';
import { isRejected } from '../fiscal/legal-status.ts';
import type { Clock } from '../platform/clock.ts';
import { conflict, DomainError } from '../platform/errors.ts';
import { changing, plainEffect, type Effect, type Tenant, type TenantDb } from '../tenancy/index.ts';
import { assertNotDebited, cancelInternalCredits } from './cancel-document.ts';
import { readNote, type DebitNoteRecord } from './debit-note-records.ts';
import { endDebitNote, hasOwnLines } from './end-debit-note.ts';
import {
  creditsOfInvoices,
  isLiving,
  readCredit,
  readInvoice,
  type CreditRecord,
  type InvoiceRecord,
} from './records.ts';
import { lockInvoice, refreshInvoiceStatus } from './refresh-invoice-status.ts';
import { reverseCredit } from './reverse-credit.ts';
import { reverseInvoice } from './reverse-invoice.ts';
import { setCreditStatus } from './set-credit-status.ts';

/** Answers what the document stands for. */
type Check = (db: TenantDb, document: FiscalDocument) => Promise<{ issued_at: Date }>;

/** `check` locks what the document stands for and throws the refusal; answered is the row: VOID, or as it was with a void under way. */
function voidOf<Row>(check: Check, read: (db: TenantDb, id: string) => Promise<Row>) {
  return async (
    context: TenantContext,
    id: string,
    reason: string,
    actor: string,
    effect: Effect = plainEffect(context),
  ): Promise<Row> => {
    const checked = voidReason(reason);
    await effect(async (db) => {
      const document = await lockDocument(db, id);
      const { issued_at: issuedAt } = await check(db, document);
      assertWithinWindow(context, db.tenant, document, issuedAt);
      await askForVoid(context, db, document, checked, actor);
      return id;
    });
    assertNotRefused(await voidAtPac(context, id));
    return context.inTenant((db) => read(db, id));
  };
}

export const voidInvoice = voidOf(async (db, document) => {
  const invoice = await lockInvoice(db, document.id);
  assertInvoiceVoidable({ ...invoice, number: document.number }, await creditsOfInvoices(db, [document.id]));
  return invoice;
}, readInvoice);

export const voidCredit = voidOf(async (db, { id }) => assertCreditVoidable(await readCredit(db, id)), readCredit);

export const voidDebitNote = voidOf(async (db, { id }) => assertDebitNoteVoidable(await readNote(db, id)), readNote);

/** Throws what speaks against `voidInvoice` on our side beside its window, if anything does; `assertVoidable` speaks for the PAC's. */
export function assertInvoiceVoidable(
  { number, voided_at: voidedAt, debited }: Pick<InvoiceRecord, 'number' | 'voided_at' | 'debited'>,
  credits: readonly CreditRecord[],
): void {
  if (voidedAt !== null) throw conflict('Invoice {number} is VOID already', { number });
  assertNotDebited({ number, debited });
  const credit = credits.find(outlivesInvoice)?.number;
  if (credit) throw conflict('Invoice {number} has the credit {credit}; void or cancel that first', { number, credit });
}

/** The same for `voidCredit`; answers the credit. */
export function assertCreditVoidable(credit: CreditRecord): CreditRecord {
  if (credit.credit_status !== 'VOID') return credit;
  throw conflict('Credit {number} is VOID already', { number: credit.number });
}

/** The same for `voidDebitNote`. */
export function assertDebitNoteVoidable(note: DebitNoteRecord): DebitNoteRecord {
  if (note.debit_status !== 'VOID') return note;
  throw conflict('{number} is VOID already', { number: note.number });
}

/** Money that has been set off, or a credit note that the PAC has or may have, would correct an invoice that is no more. */
function outlivesInvoice(credit: CreditRecord): boolean {
  return isLiving(credit) && (credit.credit_status === 'APPLIED' || credit.mode !== 'PROFORM');
}

/** Called in the transaction in which the PAC's void became known. */
export async function afterVoid(
  db: TenantDb,
  clock: Clock,
  document: FiscalDocument,
  { asked_by: actor, reason }: Pick<PacRequest, 'asked_by' | 'reason'>,
): Promise<void> {
  if (isRejected(document.legal_status)) return;
  if (document.kind === 'INVOICE') {
    await cancelInternalCredits(db, clock, document.id, actor);
    await reverseInvoice(db, document.id, document.number, actor);
    await changing(db, 'invoices')
      .set({ voided_at: clock.now(), void_reason: reason })
      .where('id', '=', document.id)
      .execute();
    await refreshInvoiceStatus(db, document.id);
    return;
  }
  if (hasOwnLines(document))
    return endDebitNote(db, document.id, { debit_status: 'VOID', voided_at: clock.now(), void_reason: reason });
  await reverseCredit(db, document.id, document.number, actor, true);
  await setCreditStatus(db, document.id, { credit_status: 'VOID', voided_at: clock.now(), void_reason: reason });
}

/** The window is that of the account that has the document. */
export function assertWithinWindow(
  { clock, pac }: { clock: Clock; pac: TermsOfMakes },
  tenant: Tenant,
  document: FiscalDocument,
  issuedAt: Date,
): void {
  const hours = voidHoursAt(pac, tenant, document.pac_company_id);
  if (clock.now() <= hoursAfter(issuedAt, hours)) return;
  const facts = { number: document.number, hours };
  throw document.kind === 'INVOICE'
    ? new DomainError(
        'VOID_WINDOW_EXPIRED',
        '{number} was issued more than {hours} hours ago; issue a credit note instead',
        facts,
      )
    : new DomainError('VOID_WINDOW_EXPIRED', '{number} was issued more than {hours} hours ago', facts);
}

function assertNotRefused(result: VoidResult): void {
  if (result.result === 'refused')
    throw conflict('The PAC refused to void it: {reasons}', { reasons: result.reasons.join('; ') });
  if (result.result === 'notFound') throw conflict('The PAC does not know this document; an operator must look at it');
}
