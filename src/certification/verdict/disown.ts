// Removes an id and a CUFE that belong to another document, so that nothing is looked up, voided or attached by them.
import type { TenantDb } from '../../tenancy/index.ts';
import { changedDocument, type FiscalDocument } from '../fiscal-document.ts';
import { addEvent } from '../timeline.ts';
import { isStrangers } from './whose-answer.ts';

/** The caller holds the document locked; it waits for an operator then, or for a notice that names it by its own CUFE. */
export async function disown(
  db: TenantDb,
  document: FiscalDocument,
  because: string,
  actor: string,
): Promise<FiscalDocument> {
  const { document_id: pacDocumentId, cufe } = document;
  await addEvent(db, document.id, 'DISOWNED', actor, { pacDocumentId, cufe, because });
  return changedDocument(db, document.id, { document_id: null, cufe: null, parked_reason: because });
}

/** The document without a foreign CUFE: releases before 1.9 stored the identity in an answer without comparing it. */
export async function withoutStranger(db: TenantDb, document: FiscalDocument, actor: string): Promise<FiscalDocument> {
  if (!isStrangers(document)) return document;
  return disown(db, document, `the CUFE ${document.cufe}, which was stored for it, is another document's`, actor);
}
