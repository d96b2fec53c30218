// A wish to void a document at the PAC: written with its duty in the transaction of the business that wants it.
import { isAuthorized } from '../fiscal/legal-status.ts';
import { badInput, conflict } from '../platform/errors.ts';
import type { TenantDb } from '../tenancy/index.ts';
import type { CertificationContext } from './context.ts';
import { voidDuty } from './duties.ts';
import type { FiscalDocument } from './fiscal-document.ts';
import { addEvent } from './timeline.ts';

export const VOID_REASON_LENGTH = { least: 15, most: 1000 } as const;

/** Refuses a reason that the PAC would refuse; answers it without surrounding space. */
export function voidReason(text: string): string {
  const reason = text.trim();
  const { least, most } = VOID_REASON_LENGTH;
  if (reason.length < least || reason.length > most || reason.includes('\0')) {
    throw badInput('{field} must have between {least} and {most} characters, not {length}', {
      field: 'reason',
      least,
      most,
      length: reason.length,
    });
  }
  return reason;
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
  if (document.void_state === 'ASKED') return;
  if (document.void_state === 'UNKNOWN' && document.parked_reason === null) return;
  assertVoidable(document);
  await db
    .updateTable('fiscal_documents')
    .set({
      void_state: 'ASKED',
      void_reason: reason,
      void_asked_by: actor,
      void_asked_at: context.clock.now(),
      void_started_at: null,
      void_lease_until: null,
      void_after: null,
      // What an operator had to look at about a void is looked at; a submission that waits for one still does.
      ...(document.submission_state === 'UNKNOWN' ? {} : { parked_reason: null }),
    })
    .where('tenant_id', '=', db.tenant.id)
    .where('id', '=', document.id)
    .execute();
  await addEvent(db, document.id, 'VOID_ASKED', actor, { reason });
  const afterMs = context.certification.pacTimeoutMs + 5_000;
  await context.jobs.enqueue(db, voidDuty, { tenantId: db.tenant.id, documentId: document.id }, { afterMs });
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

/** The wish is over without a void; the document is as it was. */
export async function dropVoid(db: TenantDb, document: FiscalDocument, because: string): Promise<void> {
  await db
    .updateTable('fiscal_documents')
    .set({ void_state: null, void_started_at: null, void_lease_until: null, void_after: null })
    .where('tenant_id', '=', db.tenant.id)
    .where('id', '=', document.id)
    .execute();
  await addEvent(db, document.id, 'VOID_REFUSED', document.void_asked_by ?? 'system', { because });
}
