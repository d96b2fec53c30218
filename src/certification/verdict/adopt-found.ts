// A document found at the PAC after its answer was lost becomes ours only if it is the one that we sent (answer 34).
import { contradicts } from '../../fiscal/legal-status.ts';
import type { PacDocument } from '../../pac/index.ts';
import type { TenantDb } from '../../tenancy/index.ts';
import type { CertificationContext } from '../context.ts';
import { changeDocument, parkDocument, type FiscalDocument } from '../fiscal-document.ts';
import { disown } from './disown.ts';
import { heldByAnother } from './match-document.ts';
import { recordLegalStatus } from './record-legal-status.ts';
import { addEvent } from '../timeline.ts';
import { differenceTo, isSameId } from './whose-answer.ts';

export interface Found {
  /** The id that it was asked for by. */
  pacDocumentId: string;
  /** Account that has it; left out where only that of the document was asked. */
  companyId?: string;
  document: PacDocument;
  raw: unknown;
}

/** Returns the objection, and parks our document with it; null when it is ours now. The caller holds ours locked. */
export async function adoptFound(
  context: CertificationContext,
  db: TenantDb,
  before: FiscalDocument,
  { pacDocumentId, companyId, document: found, raw }: Found,
  actor: string,
): Promise<string | null> {
  const document = { ...before, pac_company_id: companyId ?? before.pac_company_id };
  const against = await objection(db, document, pacDocumentId, found);
  if (against !== null) {
    // A wrong id that an operator tries on a settled document does not park it.
    const isOpen = document.submission_state === 'UNKNOWN' || document.parked_reason !== null;
    if (isOpen) await parkDocument(db, document.id, against, actor);
    return against;
  }
  const isElsewhere = document.pac_company_id !== before.pac_company_id;
  if (isElsewhere) await changeDocument(db, document.id, { pac_company_id: document.pac_company_id });
  await addEvent(db, document.id, 'SETTLED', actor, { pacDocumentId, ...(isElsewhere ? { companyId } : {}) });
  const isCorrected = document.document_id !== null && !isSameId(document.document_id, pacDocumentId);
  const nameless = isCorrected
    ? await disown(db, document, `it is the PAC's document ${pacDocumentId}`, actor)
    : document;
  const reported = {
    ...found,
    documentId: found.documentId ?? pacDocumentId,
    legalStatus: found.legalStatus!,
    response: raw,
  };
  await recordLegalStatus(context, db, nameless, reported, actor);
  await changeDocument(db, document.id, { parked_reason: null });
  return null;
}

export async function objection(
  db: TenantDb,
  document: FiscalDocument,
  pacDocumentId: string,
  found: PacDocument,
): Promise<string | null> {
  if (found.documentId !== null && !isSameId(found.documentId, pacDocumentId)) {
    return `asked for the document ${pacDocumentId}, the PAC showed ${found.documentId}`;
  }
  const held = await heldByAnother(db, document, { documentId: pacDocumentId, cufe: found.cufe });
  const against = held ?? differenceTo(document, found);
  if (against !== null) return `the PAC's document ${pacDocumentId} is another one: ${against}`;
  return contradicts(document.legal_status, found.legalStatus!)
    ? `the PAC says ${found.legalStatus} of a document that is ${document.legal_status}`
    : null;
}
