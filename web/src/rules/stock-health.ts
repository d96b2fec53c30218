// How an item stands, in one word.
import { compare, isPositive } from '../format/decimal.ts';

export type StockHealth = 'OUT' | 'REORDER' | 'SOON' | 'IDLE' | 'FINE';

export interface StockFacts {
  available: string;
  reorderLevel: string;
  leadTime: number;
  /** Null when nothing sells; undefined when nobody asked. */
  daysOfCoverage: string | null | undefined;
}

/** SOON: it would run out before an order made today arrives. */
export function stockHealth({ available, reorderLevel, leadTime, daysOfCoverage }: StockFacts): StockHealth {
  if (!isPositive(available)) return 'OUT';
  if (isPositive(reorderLevel) && compare(available, reorderLevel) <= 0) return 'REORDER';
  if (daysOfCoverage === null) return 'IDLE';
  if (daysOfCoverage !== undefined && leadTime > 0 && compare(daysOfCoverage, String(leadTime)) <= 0) return 'SOON';
  return 'FINE';
}
