// Debit notes as the API shows them: the business row and the legal row side by side.
import type { Selectable } from 'kysely';
import { commitAndFind, mustFind, readingRows, type TenantDb } from '../tenancy/index.ts';
import { documentsOf, type LegalLife } from './records.ts';
import type { DebitNoteLineRow, DebitNoteRow } from './tables.ts';

export type DebitNoteRecord = Selectable<DebitNoteRow> & LegalLife;
export type DebitNoteLine = Selectable<DebitNoteLineRow>;

function debitNoteById(db: TenantDb, id: string) {
  return documentsOf(db, 'debit_notes').where('debit_notes.id', '=', id);
}

/** Reads a debit note of either kind. */
export async function readNote(db: TenantDb, id: string): Promise<DebitNoteRecord> {
  return mustFind(debitNoteById(db, id), 'Debit note');
}

export async function readDebitNote(db: TenantDb, id: string): Promise<DebitNoteRecord> {
  return mustFind(debitNoteById(db, id).where('document.kind', '=', 'DEBIT_NOTE'), 'Debit note');
}

export async function readGenericCredit(db: TenantDb, id: string): Promise<DebitNoteRecord> {
  return mustFind(debitNoteById(db, id).where('document.kind', '=', 'CREDIT_NOTE'), 'Credit');
}

/** By the transaction's last statement, which goes with the commit. */
export async function commitAndReadDebitNote(db: TenantDb, id: string): Promise<DebitNoteRecord> {
  return commitAndFind(db, debitNoteById(db, id), 'Debit note');
}

export async function debitNotesOfInvoices(db: TenantDb, invoiceIds: readonly string[]): Promise<DebitNoteRecord[]> {
  return documentsOf(db, 'debit_notes')
    .where('debit_notes.invoice_id', 'in', invoiceIds)
    .orderBy('debit_notes.issued_at')
    .orderBy('debit_notes.id')
    .execute();
}

export const linesOfDebitNotes = readingRows('debit_note_lines', 'debit_note_id', 'debit_note_id', 'line_number');
