// A wish to void a document at the PAC: written with its duty in the transaction of the business that wants it.
import { isAuthorized } from '../../fiscal/legal-status.ts';
import { conflict, ofLength } from '../../platform/errors.ts';
import type { TenantDb } from '../../tenancy/index.ts';
import type { CertificationContext } from '../context.ts';
import { changeDocument, isBeingVoided, type FiscalDocument } from '../fiscal-document.ts';
import { enqueueAfterTry, writeRequest } from '../pac-request.ts';
import { addEvent } from '../timeline.ts';

export const VOID_REASON_LENGTH = { least: 15, most: 1000 } as const;

/** Refuses a reason that the PAC would refuse; answers it without surrounding space. */
export function voidReason(text: string): string {
  return ofLength('reason', text.trim(), VOID_REASON_LENGTH);
}

/**
 * The caller holds the document locked. Asking again while one is under way asks nothing new, unless its answer was lost and
 * the document waits for an operator: then this is the operator's word to send it again.
 */
export async function askForVoid(
  context: CertificationContext,
  db: TenantDb,
  document: FiscalDocument,
  reason: string,
  actor: string,
): Promise<void> {
  const waitsForOperator = document.void_state === 'UNKNOWN' && document.parked_reason !== null;
  if (isBeingVoided(document) && !waitsForOperator) return;
  assertVoidable(document);
  const wish = { document_id: document.id, what: 'VOID', state: 'PENDING', reason } as const;
  const request = await writeRequest(db, { ...wish, asked_by: actor, asked_at: context.clock.now() });
  // The operator's question about a void is answered; a submission that waits for an operator stays parked.
  if (document.submission_state !== 'UNKNOWN') await changeDocument(db, document.id, { parked_reason: null });
  await addEvent(db, document.id, 'VOID_ASKED', actor, { reason });
  await enqueueAfterTry(context, db, request);
}

/** Also what may be authorized: the wish then waits until that is known. */
export function assertVoidable(document: FiscalDocument): void {
  const isOpen = document.submission_state === 'PENDING' || document.submission_state === 'UNKNOWN';
  if (!isAuthorized(document.legal_status) && !isOpen) {
    throw conflict(
      '{number} is {status} and cannot be voided: only what the PAC has authorized can; cancel it instead',
      { number: document.number, status: document.legal_status ?? document.mode },
    );
  }
}
