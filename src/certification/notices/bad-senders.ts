// Rate limits for sources of badly signed notices.
import type { Clock } from '../../platform/clock.ts';
import { networkOf } from '../../platform/network-of.ts';
import { createRateLimit } from '../../platform/rate-limit.ts';

/** For all companies together, so that a source cannot try one after the other. */
const ALL_COMPANIES = 10;

/** `perMinute` for each source and company; 0: no limit. */
export function createBadSenders({ perMinute, clock }: { perMinute: number; clock: Clock }) {
  const forCompany = createRateLimit({ perMinute, clock });
  const forAll = createRateLimit({ perMinute: perMinute * ALL_COMPANIES, clock });
  return {
    /** Whether the source is over its limit for this company, or in all. */
    isWaiting(source: string, companyId: string) {
      const network = networkOf(source);
      return forCompany.wait(`${network} ${companyId}`) > 0 || forAll.wait(network) > 0;
    },
    /** Counts one; returns the seconds to wait, 0 while it is within the limit. */
    note(source: string, companyId: string) {
      const network = networkOf(source);
      return Math.max(forCompany.take(`${network} ${companyId}`), forAll.take(network));
    },
  };
}
