// Least stock before the first document, so that none of them takes out more than is there. Pure.
import { MAX_FRACTION_DIGITS, plain, type Decimal } from '../../platform/decimal.ts';

export interface StockStep {
  sku: string;
  /** Negative on the way out. */
  change: Decimal;
}

/** By item, only those that need any. `onHand`: what is there now, nothing where it says nothing. */
export function leastOpenings(steps: Iterable<StockStep>, onHand: ReadonlyMap<string, Decimal>): Map<string, Decimal> {
  const balances = new Map<string, { now: bigint; lowest: bigint }>();
  for (const { sku, change } of steps) {
    const balance = balances.getOrInsertComputed(sku, () => ({ now: millionths(onHand.get(sku) ?? '0'), lowest: 0n }));
    balance.now += millionths(change);
    if (balance.now < balance.lowest) balance.lowest = balance.now;
  }
  const openings = new Map<string, Decimal>();
  for (const [sku, { lowest }] of balances) if (lowest < 0n) openings.set(sku, plain(`${-lowest}e-6`));
  return openings;
}

/** Whole numbers that no quantity is finer than: half a million additions of texts take three seconds. */
function millionths(value: Decimal): bigint {
  const [whole, fraction = ''] = value.split('.') as [string, string?];
  return BigInt(whole + fraction.padEnd(MAX_FRACTION_DIGITS, '0'));
}
