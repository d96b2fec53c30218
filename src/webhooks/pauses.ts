// With which patience an endpoint is tried. Pure.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** After the first failure, the second, and so on; the last one is repeated. Together three days. */
const PAUSES = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  6 * HOUR,
  10 * HOUR,
  12 * HOUR,
  12 * HOUR,
  12 * HOUR,
  12 * HOUR,
];

/** A delivery is given up when it has failed for so long, and an endpoint disabled when all of them have. */
export const PATIENCE_MS = PAUSES.reduce((sum, pause) => sum + pause, 0);

export function pauseMs(failures: number): number {
  return PAUSES[Math.min(failures, PAUSES.length) - 1]!;
}

/** From so many failures in a row on, an endpoint is tried with one delivery at a time, and paused in between. */
export const FAILS_AFTER = 3;

/** For how long, after it has failed for that long: as long again, and no longer than an hour. */
export function restMs(failedMs: number): number {
  return PAUSES.findLast((pause) => pause <= Math.min(failedMs, HOUR)) ?? PAUSES[0]!;
}
