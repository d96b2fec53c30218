// How an item stands, in one word.
import { add, compare, isPositive } from '../format/decimal.ts';

export type StockHealth = 'OUT' | 'REORDER' | 'COMING' | 'SOON' | 'IDLE' | 'FINE';

export interface StockFacts {
  available: string;
  /** Ordered, and not here yet. */
  incoming: string;
  reorderLevel: string;
  leadTime: number;
  /** Null when nothing sells; undefined when nobody asked. */
  daysOfCoverage: string | null | undefined;
}

/** COMING: low, but what is on its way lifts it again. SOON: it would run out before an order made today arrives. */
export function stockHealth({ available, incoming, reorderLevel, leadTime, daysOfCoverage }: StockFacts): StockHealth {
  if (!isPositive(available)) return 'OUT';
  if (isPositive(reorderLevel) && compare(available, reorderLevel) <= 0) {
    return compare(add(available, incoming), reorderLevel) > 0 ? 'COMING' : 'REORDER';
  }
  if (daysOfCoverage === null) return 'IDLE';
  if (daysOfCoverage !== undefined && leadTime > 0 && compare(daysOfCoverage, String(leadTime)) <= 0) return 'SOON';
  return 'FINE';
}
