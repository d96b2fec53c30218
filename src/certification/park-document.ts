// Puts a document aside for an operator, with what speaks against it; nothing is sent for it by itself any more.
import type { TenantDb } from '../tenancy/index.ts';
import { changeDocument, type FiscalDocument } from './fiscal-document.ts';
import { addEvent } from './timeline.ts';

export async function parkDocument(db: TenantDb, documentId: string, because: string, actor: string): Promise<void> {
  await changeDocument(db, documentId, { parked_reason: because });
  await addEvent(db, documentId, 'PARKED', actor, { because });
}

/** What it was put aside for has been cleared up without an operator. */
export async function unpark(db: TenantDb, document: FiscalDocument, note: string, actor: string): Promise<void> {
  await changeDocument(db, document.id, { parked_reason: null });
  await addEvent(db, document.id, 'SETTLED', actor, { parked: document.parked_reason, note });
}
