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
} from '../certification/index.ts';
import { hoursAfter } from '../fiscal/deadlines.ts';
import { isRejected } from '../fiscal/legal-status.ts';
import type { Clock } from '../platform/clock.ts';
import { conflict, DomainError } from '../platform/errors.ts';
import { changing, inTenant, plainEffect, type Effect, type Tenant, type TenantDb } from '../tenancy/index.ts';
import { assertNotDebited, cancelInternalCredits } from './cancel-document.ts';
import type { InvoicingContext } from './context.ts';
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

/** `hours`: of the window of its account. */
type Check = (context: InvoicingContext, db: TenantDb, document: FiscalDocument, hours: number) => Promise<void>;

/** `check` locks what the document stands for and throws the refusal; answered is the row: VOID, or as it was with a void under way. */
function voidOf<Row>(check: Check, read: (db: TenantDb, id: string) => Promise<Row>) {
  return async (
    context: InvoicingContext,
    tenant: Tenant,
    id: string,
    reason: string,
    actor: string,
    effect: Effect = plainEffect(context, tenant),
  ): Promise<Row> => {
    const checked = voidReason(reason);
    await effect(async (db) => {
      const document = await lockDocument(db, id);
      await check(context, db, document, voidHoursAt(context.pac, db.tenant, document.pac_company_id));
      await askForVoid(context, db, document, checked, actor);
      return id;
    });
    assertNotRefused(await voidAtPac(context, tenant, id));
    return inTenant(context, tenant, (db) => read(db, id));
  };
}

export const voidInvoice = voidOf(async ({ clock }, db, document, hours) => {
  const invoice = await lockInvoice(db, document.id);
  assertInvoiceVoidable(clock, hours, document, invoice, await creditsOfInvoices(db, [document.id]));
}, readInvoice);

export const voidCredit = voidOf(async ({ clock }, db, document, hours) => {
  assertCreditVoidable(clock, hours, document, await readCredit(db, document.id));
}, readCredit);

export const voidDebitNote = voidOf(async ({ clock }, db, document, hours) => {
  assertDebitNoteVoidable(clock, hours, document, await readNote(db, document.id));
}, readNote);

/** `hours`: of the window. Throws what speaks against `voidInvoice` on our side, if anything does; `assertVoidable` speaks for the PAC's. */
export function assertInvoiceVoidable(
  clock: Clock,
  hours: number,
  document: FiscalDocument,
  invoice: Pick<InvoiceRecord, 'voided_at' | 'issued_at' | 'debited'>,
  credits: readonly CreditRecord[],
): void {
  if (invoice.voided_at !== null) throw conflict('Invoice {number} is VOID already', { number: document.number });
  assertNotDebited({ number: document.number, debited: invoice.debited });
  const credit = credits.find(outlivesInvoice);
  if (credit)
    throw conflict('Invoice {number} has the credit {credit}; void or cancel that first', {
      number: document.number,
      credit: credit.number,
    });
  assertWithinWindow(clock, hours, document, invoice.issued_at);
}

/** The same for `voidCredit`. */
export function assertCreditVoidable(
  clock: Clock,
  hours: number,
  document: FiscalDocument,
  credit: Pick<CreditRecord, 'credit_status' | 'issued_at'>,
): void {
  if (credit.credit_status === 'VOID') throw conflict('Credit {number} is VOID already', { number: document.number });
  assertWithinWindow(clock, hours, document, credit.issued_at);
}

/** The same for `voidDebitNote`. */
export function assertDebitNoteVoidable(
  clock: Clock,
  hours: number,
  document: FiscalDocument,
  note: Pick<DebitNoteRecord, 'debit_status' | 'issued_at'>,
): void {
  if (note.debit_status === 'VOID') throw conflict('{number} is VOID already', { number: document.number });
  assertWithinWindow(clock, hours, document, note.issued_at);
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

function assertWithinWindow(clock: Clock, hours: number, document: FiscalDocument, issuedAt: Date): void {
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
