// One more attempt under the same number and with the same payload, for a document that is certain not to be at the PAC.
import type { TenantDb } from '../tenancy/index.ts';
import type { CertificationContext } from './context.ts';
import { changeDocument } from './fiscal-document.ts';
import { changeRequest, enqueueAfterTry } from './pac-request.ts';
import { addEvent } from './timeline.ts';

/** The caller holds the document locked, and has seen that it is UNKNOWN; the timeline says on whose word it is sent once more. */
export async function allowAnotherAttempt(
  context: CertificationContext,
  db: TenantDb,
  documentId: string,
  because: object,
  actor: string,
): Promise<void> {
  const request = { document_id: documentId, what: 'SUBMIT' } as const;
  const unsent = { state: 'PENDING', started_at: null, lease_until: null, not_before: null } as const;
  await changeRequest(db, request, unsent);
  await changeDocument(db, documentId, { parked_reason: null });
  await addEvent(db, documentId, 'SETTLED', actor, because);
  await enqueueAfterTry(context, db, request);
}
