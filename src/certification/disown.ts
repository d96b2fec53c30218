// Takes an id and a CUFE back that are another document's: nothing is asked, voided or attached by them any more.
import type { TenantDb } from '../tenancy/index.ts';
import type { FiscalDocument } from './fiscal-document.ts';
import { addEvent } from './timeline.ts';
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
  return db
    .updateTable('fiscal_documents')
    .set({ document_id: null, cufe: null, parked_reason: because })
    .where('tenant_id', '=', db.tenant.id)
    .where('id', '=', document.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The document as it may be believed: releases before 1.9 stored what an answer said without comparing it. */
export async function withoutStranger(db: TenantDb, document: FiscalDocument, actor: string): Promise<FiscalDocument> {
  if (!isStrangers(document)) return document;
  return disown(db, document, `the CUFE ${document.cufe}, which was stored for it, is another document's`, actor);
}
