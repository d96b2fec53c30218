// Rate limits for sources of badly signed notices.
import type { Clock } from '../../platform/clock.ts';
import { createRateLimit } from '../../platform/rate-limit.ts';

export interface BadSenders {
  /** Whether the source is over its limit for this company, or in all. */
  isWaiting(source: string, companyId: string): boolean;
  /** Counts one; returns the seconds to wait, 0 while it is within the limit. */
  note(source: string, companyId: string): number;
}

/** For all companies together, so that a source cannot try one after the other. */
const ALL_COMPANIES = 10;

/** `perMinute` for each source and company; 0: no limit. */
export function createBadSenders({ perMinute, clock }: { perMinute: number; clock: Clock }): BadSenders {
  const forCompany = createRateLimit({ perMinute, clock });
  const forAll = createRateLimit({ perMinute: perMinute * ALL_COMPANIES, clock });
  return {
    isWaiting: (source, companyId) => forCompany.wait(`${source} ${companyId}`) > 0 || forAll.wait(source) > 0,
    note: (source, companyId) => Math.max(forCompany.take(`${source} ${companyId}`), forAll.take(source)),
  };
}
