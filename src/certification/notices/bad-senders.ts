// Who sends notices with bad signatures, and how many more of them are listened to.
import type { Clock } from '../../platform/clock.ts';
import { createRateLimit } from '../../platform/rate-limit.ts';

export interface BadSenders {
  /** Whether the source has sent so many for this company, or in all, that it is told to wait. */
  isWaiting(source: string, companyId: string): boolean;
  /** Counts one; answers the seconds to wait, 0 while there is patience. */
  note(source: string, companyId: string): number;
}

/** For all companies together, so that nobody tries one after the other. */
const ALL_COMPANIES = 10;

/** `perMinute` for each source and company; 0: patience without end. */
export function createBadSenders({ perMinute, clock }: { perMinute: number; clock: Clock }): BadSenders {
  const forCompany = createRateLimit({ perMinute, clock });
  const forAll = createRateLimit({ perMinute: perMinute * ALL_COMPANIES, clock });
  return {
    isWaiting: (source, companyId) => forCompany.wait(`${source} ${companyId}`) > 0 || forAll.wait(source) > 0,
    note: (source, companyId) => Math.max(forCompany.take(`${source} ${companyId}`), forAll.take(source)),
  };
}
