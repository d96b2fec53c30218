// A document that the PAC has voided: by our request, or seen when the PAC was asked for something else.
import { isRejected } from '../fiscal/legal-status.ts';
import type { TenantDb } from '../tenancy/index.ts';
import type { CertificationContext } from './context.ts';
import { changedDocument, type FiscalDocument } from './fiscal-document.ts';
import { changeRequest, findRequest, writeRequest } from './pac-request.ts';
import { addEvent } from './timeline.ts';

export type VoidResult =
  | { result: 'voided' }
  | { result: 'refused'; reasons: string[] }
  | { result: 'notFound' }
  /** It waits: for the PAC, for an answer, or for the submission to be settled. */
  | { result: 'open' };

/** The PAC has voided it, asked by us or not: the legal status stays, business follows in the same transaction. */
export async function recordVoid(
  context: CertificationContext,
  db: TenantDb,
  { id, legal_status: status }: FiscalDocument,
  response: unknown,
): Promise<VoidResult> {
  const unasked = { document_id: id, what: 'VOID', state: 'DONE', asked_by: 'system' } as const;
  const request =
    (await findRequest(db, id, 'VOID')) ??
    (await writeRequest(db, { ...unasked, asked_at: context.clock.now(), reason: null }));
  await changeRequest(db, request, { state: 'DONE', lease_until: null });
  const voided = await changedDocument(db, id, { parked_reason: null });
  await addEvent(db, id, 'VOIDED', request.asked_by, { response, ...(isRejected(status) ? { status } : {}) });
  await context.afterVoid(db, voided, request);
  return { result: 'voided' };
}
