// What must have been on the shelf before the first document, at least, so that none of them takes out more than is there. Pure.
import { add, compare, negate, type Decimal } from '../../platform/decimal.ts';

export interface StockStep {
  sku: string;
  /** Negative on the way out. */
  change: Decimal;
}

/** By item, only those that need any. `onHand`: what is there now, nothing where it says nothing. */
export function leastOpenings(steps: Iterable<StockStep>, onHand: ReadonlyMap<string, Decimal>): Map<string, Decimal> {
  const balances = new Map<string, { now: Decimal; lowest: Decimal }>();
  for (const { sku, change } of steps) {
    const before = balances.get(sku)?.now ?? onHand.get(sku) ?? '0';
    const now = add(before, change);
    const lowest = balances.get(sku)?.lowest ?? '0';
    balances.set(sku, { now, lowest: compare(now, lowest) < 0 ? now : lowest });
  }
  const openings = new Map<string, Decimal>();
  for (const [sku, { lowest }] of balances) if (lowest !== '0') openings.set(sku, negate(lowest));
  return openings;
}
