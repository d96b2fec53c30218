// The PAC says that our number exists already, and names the document that has it: often our own earlier success in disguise.
import { DomainError } from '../../platform/errors.ts';
import { adoptFound } from '../verdict/adopt-found.ts';
import type { TenantContext } from '../context.ts';
import { findDocument, lockDocument, type FiscalDocument } from '../fiscal-document.ts';
import { processWaitingNotices } from '../notices/process-notice.ts';

const ACTOR = 'system';

/** Looks the named document up: ours is adopted, a stranger's is shown to an operator with the difference. Throws to be tried again. */
export async function recogniseDuplicate(
  context: TenantContext,
  documentId: string,
  pacDocumentId: string,
): Promise<void> {
  const document = await context.inTenant((db) => findDocument(db, documentId));
  if (!document || !isOpen(document)) return;
  const looked = await context.pac.fetchDocument(document.kind, document.pac_company_id!, pacDocumentId);
  if (looked.outcome !== 'found') {
    // "Not found" may be an index that lags behind; who has the number is known all the same.
    throw new DomainError(
      'PAC_UNAVAILABLE',
      'The document {pacDocumentId}, which has the number of {number}, cannot be looked up yet',
      { pacDocumentId, number: document.number },
    );
  }
  await context.inTenant(async (db) => {
    const current = await lockDocument(db, documentId);
    if (!isOpen(current)) return;
    await adoptFound(context, db, current, { pacDocumentId, document: looked.document, raw: looked.raw }, ACTOR);
  });
  await processWaitingNotices(context, documentId);
}

function isOpen(document: FiscalDocument): boolean {
  return document.submission_state === 'UNKNOWN' && document.legal_status === null;
}
