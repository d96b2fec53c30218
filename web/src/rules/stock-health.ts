// How an item stands, in one word, and when to order it: one verdict for the list, the card and the item's own page.
import { add, compare, isPositive, subtract } from '../format/decimal.ts';

export type StockHealth = 'OUT' | 'SOON' | 'REORDER' | 'COMING' | 'IDLE' | 'FINE';

export interface StockFacts {
  available: string;
  /** Ordered, and not here yet. */
  incoming: string;
  reorderLevel: string;
  leadTime: number;
  /** Null when nothing sells. */
  daysOfCoverage: string | null;
}

/**
 * SOON: it would run out before an order made today arrives. REORDER: at the level, or there within a day. COMING: low, but what is on
 * its way lifts it again.
 */
export function stockHealth(facts: StockFacts): StockHealth {
  const { available, incoming, reorderLevel, leadTime, daysOfCoverage } = facts;
  if (!isPositive(available)) return 'OUT';
  if (endsTooSoon(daysOfCoverage, leadTime)) return 'SOON';
  const days = daysToLevel(facts);
  if (isPositive(reorderLevel)) {
    if (compare(add(available, incoming), reorderLevel) <= 0 || (days !== undefined && days < 1)) return 'REORDER';
    if (compare(available, reorderLevel) <= 0) return 'COMING';
  }
  return daysOfCoverage === null ? 'IDLE' : 'FINE';
}

/** Before an order made today arrives, which is tomorrow at the earliest. */
export const endsTooSoon = (daysOfCoverage: string | null, leadTime: number): boolean =>
  daysOfCoverage !== null && compare(daysOfCoverage, String(Math.max(leadTime, 1))) <= 0;

/** An estimate of when what is there and on its way falls to the level; no money and no quantity is computed from it. */
export function daysToLevel({ available, incoming, reorderLevel, daysOfCoverage }: StockFacts): number | undefined {
  if (daysOfCoverage === null || !isPositive(available)) return undefined;
  const perDay = Number(available) / Number(daysOfCoverage);
  return perDay > 0 && Number.isFinite(perDay)
    ? Number(subtract(add(available, incoming), reorderLevel)) / perDay
    : undefined;
}
