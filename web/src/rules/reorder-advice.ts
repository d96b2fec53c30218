// Whether to order now, and how much for how much: the verdict on the item's stock, with its own settings.
import { isPositive, multiply, roundMoney } from '../format/decimal.ts';
import { daysToLevel, stockHealth, type StockFacts } from './stock-health.ts';

export interface ReorderFacts extends StockFacts {
  reorderQuantity: string;
  averageCost: string;
  isArchived?: boolean;
}

export type ReorderAdvice =
  /** No purchase order may name it. */
  | { when: 'ARCHIVED' }
  /** No reorder level is set. */
  | { when: 'UNSET' }
  | { when: 'NOW'; cost: string | undefined }
  /** Low, but what is on its way lifts it again. */
  | { when: 'COMING' }
  | { when: 'LATER'; inDays: number | undefined; cost: string | undefined };

export function reorderAdvice(facts: ReorderFacts): ReorderAdvice {
  const { incoming, reorderLevel, reorderQuantity, averageCost } = facts;
  if (facts.isArchived) return { when: 'ARCHIVED' };
  if (!isPositive(reorderLevel) && !isPositive(reorderQuantity)) return { when: 'UNSET' };
  const cost = isPositive(averageCost) ? roundMoney(multiply(reorderQuantity, averageCost)) : undefined;
  const days = daysToLevel(facts);
  switch (stockHealth(facts)) {
    case 'REORDER':
      return { when: 'NOW', cost };
    case 'COMING':
      return { when: 'COMING' };
    case 'OUT':
    case 'SOON':
      // Incoming goods may come too late, but another order does not bring them sooner.
      return isPositive(incoming) && (days === undefined || days >= 1) ? { when: 'COMING' } : { when: 'NOW', cost };
    default:
      return { when: 'LATER', inDays: days === undefined ? undefined : Math.floor(days), cost };
  }
}
