// An operator has resolved what a document was parked for, and notes the result.
import { badInput, conflict } from '../../platform/errors.ts';
import type { TenantDb } from '../../tenancy/index.ts';
import { changedDocument, lockDocument, type FiscalDocument } from '../fiscal-document.ts';
import { addEvent } from '../timeline.ts';

const MAX_NOTE_LENGTH = 1000;

/** The note is kept in the timeline. An unknown outcome is not resolved by a note. */
export async function resolveParked(
  db: TenantDb,
  documentId: string,
  note: string,
  actor: string,
): Promise<FiscalDocument> {
  const text = note.trim();
  if (text === '' || text.length > MAX_NOTE_LENGTH || text.includes('\0')) {
    throw badInput('{field} must have between 1 and {most} characters', { field: 'note', most: MAX_NOTE_LENGTH });
  }
  const document = await lockDocument(db, documentId);
  if (document.parked_reason === null) return document;
  assertResolvable(document);
  const resolved = await changedDocument(db, documentId, { parked_reason: null });
  await addEvent(db, documentId, 'SETTLED', actor, { parked: document.parked_reason, note: text });
  return resolved;
}

/** Throws the refusal of `resolveParked`, if there is one. */
export function assertResolvable(document: FiscalDocument): void {
  if (document.submission_state === 'UNKNOWN') {
    throw conflict('The outcome of the submission of {number} is unknown; use settleSubmission', {
      number: document.number,
    });
  }
  if (document.void_state === 'UNKNOWN') {
    throw conflict('Whether {number} is void is unknown; ask for the void again', { number: document.number });
  }
}
