// When a document is asked for again: at a fixed interval first, then ever more rarely, at least once a day (answer 40).
const DAY_MS = 86_400_000;

/** `polls`: how many were made already. */
export function pollDelayMs(settings: { pollIntervalMs: number; pollAttempts: number }, polls: number): number {
  const doublings = polls - settings.pollAttempts + 1;
  if (doublings <= 0) return settings.pollIntervalMs;
  return Math.min(DAY_MS, settings.pollIntervalMs * 2 ** Math.min(doublings, 30));
}
