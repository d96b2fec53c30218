// Whether to order now, and how much for how much: composed from the item's own settings and its metrics.
import { compare, isPositive, multiply, round, subtract, add } from '../format/decimal.ts';

export interface ReorderFacts {
  available: string;
  incoming: string;
  reorderLevel: string;
  reorderQuantity: string;
  averageCost: string;
  dailyVelocity: string;
}

export type ReorderAdvice =
  /** Nobody has said when to order. */
  | { when: 'UNSET' }
  | { when: 'NOW'; cost: string | undefined }
  /** At the level, but what is on its way lifts it again. */
  | { when: 'COMING' }
  | { when: 'LATER'; inDays: number | undefined; cost: string | undefined };

export function reorderAdvice(facts: ReorderFacts): ReorderAdvice {
  const { available, incoming, reorderLevel, reorderQuantity, averageCost, dailyVelocity } = facts;
  if (!isPositive(reorderLevel) && !isPositive(reorderQuantity)) return { when: 'UNSET' };
  const cost = isPositive(averageCost) ? round(multiply(reorderQuantity, averageCost), 2) : undefined;
  const position = add(available, incoming);
  if (compare(position, reorderLevel) <= 0) return { when: 'NOW', cost };
  if (compare(available, reorderLevel) <= 0) return { when: 'COMING' };
  // An estimate in whole days; no money and no quantity is computed from it.
  const inDays = isPositive(dailyVelocity)
    ? Math.floor(Number(subtract(position, reorderLevel)) / Number(dailyVelocity))
    : undefined;
  return { when: 'LATER', inDays, cost };
}
