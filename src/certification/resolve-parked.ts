// An operator has looked at what a document was parked for, and says what came of it.
import { badInput, conflict } from '../platform/errors.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { lockDocument, type FiscalDocument } from './fiscal-document.ts';
import { addEvent } from './timeline.ts';

const MAX_NOTE_LENGTH = 1000;

/** The note is kept in the timeline. What is parked because nobody knows is not resolved by a note. */
export async function resolveParked(
  db: TenantDb,
  documentId: string,
  note: string,
  actor: string,
): Promise<FiscalDocument> {
  const text = note.trim();
  if (text === '' || text.length > MAX_NOTE_LENGTH || text.includes('\0')) {
    throw badInput(`note must have between 1 and ${MAX_NOTE_LENGTH} characters`);
  }
  const document = await lockDocument(db, documentId);
  if (document.parked_reason === null) return document;
  if (document.submission_state === 'UNKNOWN') {
    throw conflict(`Nobody knows yet what became of ${document.number}; use settleSubmission`);
  }
  if (document.void_state === 'UNKNOWN') {
    throw conflict(`Nobody knows yet whether ${document.number} is void; ask for the void again`);
  }
  const resolved = await db
    .updateTable('fiscal_documents')
    .set({ parked_reason: null })
    .where('tenant_id', '=', db.tenant.id)
    .where('id', '=', documentId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await addEvent(db, documentId, 'SETTLED', actor, { parked: document.parked_reason, note: text });
  return resolved;
}
