// When the PAC is asked again: after a call that did not reach it, while the breaker is open, and for a verdict that has not come.
import { DAY_MS } from '../platform/days.ts';
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

const FILES_AFTER_MS = 3_000;

/** When a document without the DGI's verdict is looked at: its files are fetched then, unless that is when it is polled, which fetches them too. */
export function firstLookMs({ pollIntervalMs }: { pollIntervalMs: number }): number {
  return Math.min(FILES_AFTER_MS, pollIntervalMs);
}

/** At a fixed interval first, then ever more rarely, at least once a day (answer 40). `polls`: how many were made already. */
export function pollDelayMs(settings: { pollIntervalMs: number; pollAttempts: number }, polls: number): number {
  const doublings = polls - settings.pollAttempts + 1;
  if (doublings <= 0) return settings.pollIntervalMs;
  return Math.min(DAY_MS, settings.pollIntervalMs * 2 ** Math.min(doublings, 30));
}
