// Meaning of a reorder level: the day on which it is reached, the stock left when the goods come, and the money in stock.
import type { ReorderFacts } from './reorder-advice.ts';
import { aboveZero, add, compare, isPositive, multiply, quotient, roundMoney, subtract } from '../format/decimal.ts';

export interface LevelFacts extends Pick<ReorderFacts, 'available' | 'incoming' | 'leadTime' | 'reorderQuantity'> {
  perDay: string;
  deviation: string;
  averageCost: string | null;
}

export type LevelEffect = ReturnType<typeof levelEffect>;

export function levelEffect(level: string, facts: LevelFacts) {
  const { available, incoming, perDay, leadTime, reorderQuantity, averageCost } = facts;
  const left = subtract(level, multiply(perDay, String(leadTime)));
  const onShelf = add(aboveZero(left), quotient(reorderQuantity, '2', 6));
  // In stock on average: what is left when the goods come and half of what comes, at its cost.
  const moneyBound =
    averageCost !== null && isPositive(averageCost) ? roundMoney(multiply(onShelf, averageCost)) : undefined;
  if (!isPositive(perDay)) return { daysToOrder: undefined, reserveDays: undefined, moneyBound };
  const above = subtract(add(available, incoming), level);
  return {
    /** 0: it is reached already. Undefined when nothing sells. */
    daysToOrder: compare(above, '0') <= 0 ? 0 : Math.floor(Number(quotient(above, perDay, 4))),
    /** How long what is left lasts when the goods come; below 0 it was missing for so long. */
    reserveDays: quotient(left, perDay, 1),
    moneyBound,
  };
}

/** Sales during the lead time, and as much more as nineteen of twenty lead times need; undefined when nothing sells. */
export function suggestedLevel({ perDay, deviation, leadTime }: LevelFacts): string | undefined {
  if (!isPositive(perDay)) return undefined;
  const reserve = 1.65 * Number(deviation) * Math.sqrt(leadTime);
  return String(Math.ceil(Number(perDay) * leadTime + reserve));
}
