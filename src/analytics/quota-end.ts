// The day on which the documents end that a company may still issue at a PAC: as that of an item's stock. Pure.
import type { PacQuota } from '../tenancy/index.ts';
import { coverage } from './coverage.ts';

/** Null where none are issued, or they last for a century; the PAC's own last day where that comes first. */
export function quotaEnd({ left, until, used, windowDays }: PacQuota, today: string): string | null {
  const { projectedStockoutDate: day } = coverage({
    unitsSold: String(used),
    windowDays,
    available: String(left),
    today,
  });
  const ends = left <= 0 ? today : day;
  return until !== null && (ends === null || until < ends) ? until : ends;
}
