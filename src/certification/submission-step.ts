// What may be done about a submission now; decided from the row alone, so that every crash point has one answer.
import type { FiscalDocument } from './fiscal-document.ts';

export type SubmissionStep =
  /** Nothing has left: it may be sent. */
  | 'SEND'
  /** Somebody is sending it at this moment. */
  | 'BUSY'
  /** It is not yet time to try again. */
  | 'EARLY'
  /** The mark says that bytes may have left, and whoever set it is gone: it can never be known, so it is never sent again. */
  | 'LOST'
  /** There is nothing to submit any more. */
  | 'SETTLED';

/** `now` is the database's time, the only clock that all workers share. */
export function submissionStep(
  document: Pick<FiscalDocument, 'submission_state' | 'send_started_at' | 'lease_until' | 'submit_after'>,
  now: Date,
): SubmissionStep {
  if (document.submission_state !== 'PENDING') return 'SETTLED';
  if (document.send_started_at !== null) {
    return document.lease_until !== null && document.lease_until > now ? 'BUSY' : 'LOST';
  }
  if (document.submit_after !== null && document.submit_after > now) return 'EARLY';
  return 'SEND';
}

/** Seconds until the PAC is tried again after it could not be reached: doubling from one second up to a minute. */
export function retryDelaySeconds(attempts: number): number {
  return Math.min(60, 2 ** Math.max(0, attempts - 1));
}
