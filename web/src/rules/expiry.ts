// Whether the goods of a lot are still good, and for how long.
const DAY_MS = 86_400_000;
const SOON_DAYS = 14;

/** A lot is good up to the end of its last day; that the day ends a few hours earlier elsewhere does not matter here. */
export function expiry(expirationDate: string | null, now: number): 'NONE' | 'FINE' | 'SOON' | 'EXPIRED' {
  if (expirationDate === null) return 'NONE';
  const left = Date.parse(expirationDate) + DAY_MS - now;
  if (left <= 0) return 'EXPIRED';
  return left <= SOON_DAYS * DAY_MS ? 'SOON' : 'FINE';
}
