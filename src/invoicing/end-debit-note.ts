// The one writer of the debit status once a note is issued: rejected, canceled or void, it raises what is owed no longer.
import { lockDocument, withdraw, type FiscalDocument } from '../certification/index.ts';
import { rulesOf } from '../fiscal/document-types.ts';
import type { Clock } from '../platform/clock.ts';
import { conflict, sentence } from '../platform/errors.ts';
import { changing, type TenantDb } from '../tenancy/index.ts';
import { assertCancelable } from './cancel-document.ts';
import { debitNotesOfInvoices, readNote, type DebitNoteRecord } from './debit-note-records.ts';
import { refreshInvoiceStatus } from './refresh-invoice-status.ts';

/** Whether it is a debit note, or a credit about an invoice that is not here; any other credit takes its lines from its invoice. */
export function hasOwnLines({ document_type: type }: Pick<FiscalDocument, 'document_type'>): boolean {
  return rulesOf(type).kind === 'DEBIT_NOTE' || rulesOf(type).references.is === 'NUMBER_AND_DAY';
}

type End =
  | { debit_status: 'REJECTED' }
  | { debit_status: 'CANCELED'; canceled_at: Date }
  | { debit_status: 'VOID'; voided_at: Date; void_reason: string | null };

/** The caller holds its legal row locked. What is canceled or void stays so: the DGI may still reject what was voided before. */
export async function endDebitNote(db: TenantDb, id: string, end: End): Promise<void> {
  const note = await readNote(db, id);
  if (note.debit_status === 'CANCELED' || note.debit_status === 'VOID') return;
  await changing(db, 'debit_notes').set(end).where('id', '=', id).execute();
  if (note.invoice_id !== null) await refreshInvoiceStatus(db, note.invoice_id);
}

/** Internal cancel, without the PAC. Cancelling twice is cancelling once. */
export async function cancelDebitNote(db: TenantDb, clock: Clock, id: string): Promise<DebitNoteRecord> {
  const document = await lockDocument(db, id);
  const note = await readNote(db, id);
  if (note.debit_status === 'CANCELED') return note;
  assertDebitNoteCancelable(note);
  if (document.submission_state === 'PENDING') await withdraw(db, document);
  await endDebitNote(db, id, { debit_status: 'CANCELED', canceled_at: clock.now() });
  return readNote(db, id);
}

/** Throws the refusal of `cancelDebitNote`, if there is one. */
export function assertDebitNoteCancelable(note: DebitNoteRecord): void {
  if (note.debit_status === 'VOID') throw conflict('{number} is VOID', { number: note.number });
  assertCancelable(note, sentence(note.kind === 'DEBIT_NOTE' ? 'Debit note' : 'Credit'));
}

/** Ends internal debit notes of an invoice that the law has rejected; locks as `cancelInternalCredits`. */
export async function cancelInternalDebitNotes(db: TenantDb, clock: Clock, invoiceId: string): Promise<void> {
  const ending = (await debitNotesOfInvoices(db, [invoiceId])).filter(
    (note) => note.debit_status === 'ISSUED' && note.mode === 'PROFORM',
  );
  for (const { id } of ending) await lockDocument(db, id);
  for (const { id } of ending) await cancelDebitNote(db, clock, id);
}
