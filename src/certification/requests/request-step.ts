// Next step of a request to the PAC; decided from the rows alone, so that every crash point has one answer.
import { isAuthorized } from '../../fiscal/legal-status.ts';
import type { FiscalDocumentRow, PacRequestRow } from '../tables.ts';

export type RequestStep =
  /** Nothing has left: it may be sent. */
  | 'SEND'
  /** Another process is sending it at this moment. */
  | 'BUSY'
  /** It is too early, or the document is not yet one that the PAC can be asked about. */
  | 'WAIT'
  /** Sent, and the sender ended without an answer: it can never be known whether it arrived, so it is never sent again by itself. */
  | 'LOST'
  /** Sent without an answer: the PAC is asked whether it happened. */
  | 'ASK'
  /** There is nothing to send any more. */
  | 'SETTLED';

/** `now` is the database's time, the only clock that all workers share. */
export function requestStep(
  document: Pick<FiscalDocumentRow, 'legal_status' | 'document_id'>,
  request: Pick<PacRequestRow, 'what' | 'state' | 'started_at' | 'lease_until' | 'not_before'>,
  now: Date,
): RequestStep {
  const { what, state, started_at: startedAt, lease_until: leaseUntil, not_before: notBefore } = request;
  const isEarly = notBefore !== null && notBefore > now;
  // The fate of a submission is learned by a poll, a notice or an operator, which have duties of their own.
  if (state === 'UNKNOWN' && what === 'VOID') return isEarly || document.document_id === null ? 'WAIT' : 'ASK';
  if (state !== 'PENDING') return 'SETTLED';
  if (startedAt !== null) return leaseUntil !== null && leaseUntil > now ? 'BUSY' : 'LOST';
  const isReady = what === 'SUBMIT' || (isAuthorized(document.legal_status) && document.document_id !== null);
  return isEarly || !isReady ? 'WAIT' : 'SEND';
}

/** Time that a lease outlasts its call; a process that sleeps longer than this before it sends does not send. */
export const LEASE_GRACE_MS = 5_000;

/** `now` is of a monotonic clock; it is read where the claim begins, and again when the request is about to leave. */
export function graceOf(now: () => number): () => boolean {
  const startedAt = now();
  return () => now() - startedAt > LEASE_GRACE_MS;
}
