// What may be done about a void now; decided from the row alone, as for submissions.
import { isAuthorized } from '../fiscal/legal-status.ts';
import type { FiscalDocument } from './fiscal-document.ts';

export type VoidStep =
  /** Nothing has left: it may be sent. */
  | 'SEND'
  /** Somebody is sending it at this moment. */
  | 'BUSY'
  /** It is too early, or nobody knows yet whether there is anything to void, or under which id the PAC has it. */
  | 'WAIT'
  /** Sent, and whoever sent it is gone: never sent again by itself, only asked about. */
  | 'LOST'
  /** Sent without an answer: the PAC is asked whether it happened. */
  | 'ASK'
  | 'SETTLED';

/** `now` is the database's time. */
export function voidStep(
  document: Pick<
    FiscalDocument,
    'void_state' | 'void_started_at' | 'void_lease_until' | 'void_after' | 'legal_status' | 'document_id'
  >,
  now: Date,
): VoidStep {
  const isEarly = document.void_after !== null && document.void_after > now;
  if (document.void_state === 'UNKNOWN') return isEarly || document.document_id === null ? 'WAIT' : 'ASK';
  if (document.void_state !== 'ASKED') return 'SETTLED';
  if (document.void_started_at !== null) {
    return document.void_lease_until !== null && document.void_lease_until > now ? 'BUSY' : 'LOST';
  }
  if (!isAuthorized(document.legal_status) || document.document_id === null) return 'WAIT';
  return isEarly ? 'WAIT' : 'SEND';
}

/** Nothing that a void would leave without its ground may come to be meanwhile. */
export function isBeingVoided(document: Pick<FiscalDocument, 'void_state'>): boolean {
  return document.void_state === 'ASKED' || document.void_state === 'UNKNOWN';
}
