// How often something may be done, counted for each who does it: a bucket that is full at first and fills up again by the minute.
import type { Clock } from './clock.ts';

export interface RateLimit {
  /** 0 where the key may go on; else the whole seconds to wait, and nothing is taken. */
  take(key: string, count?: number): number;
  /** The same without taking anything. */
  wait(key: string): number;
  /** Tokens that may be taken at once. */
  left(key: string): number;
}

/** Bound on keys that come and go; a forgotten key starts with a full bucket. */
const MOST_KEYS = 10_000;

/** So many a minute for each key; 0: as many as come. */
export function createRateLimit({ perMinute, clock }: { perMinute: number; clock: Clock }): RateLimit {
  if (perMinute === 0) return { take: () => 0, wait: () => 0, left: () => Infinity };
  const perMs = perMinute / 60_000;
  const buckets = new Map<string, { left: number; at: number }>();

  function leftOf(key: string, now: number): number {
    const before = buckets.get(key);
    // A clock that was set back fills nothing and empties nothing.
    return before ? Math.min(perMinute, before.left + Math.max(0, now - before.at) * perMs) : perMinute;
  }

  // A request for more than the bucket holds passes when the bucket is full, and leaves a debt.
  function waitFor(left: number, count: number): number {
    const missing = Math.min(count, perMinute) - left;
    return missing <= 0 ? 0 : Math.max(1, Math.ceil(missing / perMs / 1000));
  }

  return {
    take(key, count = 1) {
      const now = clock.now().getTime();
      const left = leftOf(key, now);
      const wait = waitFor(left, count);
      buckets.delete(key);
      buckets.set(key, { left: wait === 0 ? left - count : left, at: now });
      if (buckets.size > MOST_KEYS) buckets.delete(buckets.keys().next().value!);
      return wait;
    },
    wait: (key) => waitFor(leftOf(key, clock.now().getTime()), 1),
    left: (key) => Math.max(0, Math.floor(leftOf(key, clock.now().getTime()))),
  };
}
