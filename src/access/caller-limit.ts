// How often a caller may ask, and what each answer tells of it: the headers RateLimit and RateLimit-Policy of the IETF's draft.
import type { Clock } from '../platform/clock.ts';
import { rateLimited } from '../platform/errors.ts';
import { networkOf } from '../platform/network-of.ts';
import { createRateLimit } from '../platform/rate-limit.ts';
import type { Viewer } from '../tenancy/index.ts';

export interface CallerLimit {
  /** The whole share; 0: as many as come. */
  readonly perMinute: number;
  /** Takes from the share of a caller, or of an address; refuses with RATE_LIMITED where too little is left. */
  take(reply: { headers(values: Record<string, string>): unknown }, caller: Viewer | string, count?: number): void;
  /** Requests that the caller may send at once; null: as many as come. */
  left(caller: Viewer | string): number | null;
}

export function limitCallers({ perMinute, clock }: { perMinute: number; clock: Clock }): CallerLimit {
  if (perMinute === 0) return { perMinute, take: () => undefined, left: () => null };
  const limit = createRateLimit({ perMinute, clock });
  const policy = `"caller";q=${perMinute};w=60`;
  const keyOf = (caller: Viewer | string) =>
    typeof caller === 'string' ? networkOf(caller) : `${caller.tenant.id} ${caller.userName}`;
  return {
    perMinute,
    take(reply, caller, count) {
      const key = keyOf(caller);
      const wait = limit.take(key, count);
      const left = limit.left(key);
      const fullInSeconds = Math.ceil(((perMinute - left) * 60) / perMinute);
      reply.headers({ 'ratelimit-policy': policy, ratelimit: `"caller";r=${left};t=${fullInSeconds}` });
      if (wait > 0) throw rateLimited(wait);
    },
    left: (caller) => limit.left(keyOf(caller)),
  };
}
