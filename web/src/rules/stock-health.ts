// How an item stands, in one word.
import { add, compare, isPositive } from '../format/decimal.ts';

export type StockHealth = 'OUT' | 'LOW' | 'REORDER' | 'COMING' | 'SOON' | 'IDLE' | 'FINE';

export interface StockFacts {
  available: string;
  /** Ordered, and not here yet; undefined when nobody asked. */
  incoming: string | undefined;
  reorderLevel: string;
  leadTime: number;
  /** Null when nothing sells; undefined when nobody asked. */
  daysOfCoverage: string | null | undefined;
}

/** LOW: at the level, and nobody knows what is coming. COMING: low, but what is on its way lifts it again. SOON: it would run out before an order made today arrives. */
export function stockHealth({ available, incoming, reorderLevel, leadTime, daysOfCoverage }: StockFacts): StockHealth {
  if (!isPositive(available)) return 'OUT';
  if (isPositive(reorderLevel) && compare(available, reorderLevel) <= 0) {
    if (incoming === undefined) return 'LOW';
    return compare(add(available, incoming), reorderLevel) > 0 ? 'COMING' : 'REORDER';
  }
  if (daysOfCoverage === null) return 'IDLE';
  if (daysOfCoverage !== undefined && leadTime > 0 && compare(daysOfCoverage, String(leadTime)) <= 0) return 'SOON';
  return 'FINE';
}
