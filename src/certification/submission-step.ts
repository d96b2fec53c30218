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

/** What a lease lasts longer than the call that it is for; a process that sleeps longer than this before it sends does not send. */
export const LEASE_GRACE_MS = 5_000;

/** `now` is of a clock that only goes on; it is read where the claim begins, and again when the request is about to leave. */
export function graceOf(now: () => number): () => boolean {
  const startedAt = now();
  return () => now() - startedAt > LEASE_GRACE_MS;
}

/** Seconds until the PAC is tried again after it could not be reached: doubling from one second up to a minute. */
export function retryDelaySeconds(attempts: number): number {
  return Math.min(60, 2 ** Math.max(0, attempts - 1));
}

const LONGEST_HOLD_MS = 300_000;

/** When a duty that may not call the PAC looks again by itself: after a tenth of the time that it has been waiting. */
export function holdMs(seconds: number, since: Date, now: Date): number {
  const waitedMs = now.getTime() - since.getTime();
  return Math.max(seconds * 1000, Math.min(LONGEST_HOLD_MS, waitedMs / 10));
}
