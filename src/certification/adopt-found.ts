// A document found at the PAC after its answer was lost becomes ours only if it is the one that we sent (decision 34).
import type { PacDocument } from '../pac/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import type { CertificationContext } from './context.ts';
import type { FiscalDocument } from './fiscal-document.ts';
import { differenceTo } from './match-notice.ts';
import { parkDocument } from './park-document.ts';
import { recordLegalStatus } from './record-legal-status.ts';
import { addEvent } from './timeline.ts';

export interface Found {
  /** The id that it was asked for by. */
  pacDocumentId: string;
  document: PacDocument;
  raw: unknown;
}

/** Answers what speaks against it, and parks ours with that; null when it is ours now. The caller holds ours locked. */
export async function adoptFound(
  context: CertificationContext,
  db: TenantDb,
  document: FiscalDocument,
  { pacDocumentId, document: found, raw }: Found,
  actor: string,
): Promise<string | null> {
  const against = differenceTo(document, found);
  if (against !== null) {
    const because = `the PAC's document ${pacDocumentId} is another one: ${against}`;
    await parkDocument(db, document.id, because, actor);
    return because;
  }
  await addEvent(db, document.id, 'SETTLED', actor, { pacDocumentId });
  const said = {
    ...found,
    documentId: found.documentId ?? pacDocumentId,
    legalStatus: found.legalStatus!,
    response: raw,
  };
  await recordLegalStatus(context, db, document, said, actor);
  return null;
}
