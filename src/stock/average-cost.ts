// The moving-average cost of an item (answer 17): what its goods cost, on hand and in transit, each receipt weighing in by its quantity.
import { add, compare, isPositive, multiply, quotient, subtract, type Decimal } from '../platform/decimal.ts';

const DIGITS = 6;

export interface CostedStock {
  /** Null while nothing is known about it. */
  averageCost: Decimal | null;
  onHand: Decimal;
}

/** Cost of one of the item's own unit, for goods that come in another: to six decimals, half to even. */
export function costInOwnUnit(cost: Decimal, factor: Decimal): Decimal {
  return factor === '1' ? cost : quotient(cost, factor, DIGITS, 'even');
}

/**
 * (average × on hand + cost × received) ÷ (on hand + received), to six decimals, half to even. Stock below zero weighs nothing,
 * and goods of unknown cost take the first cost that is known.
 */
export function averageCost(before: CostedStock, cost: Decimal, received: Decimal): Decimal {
  const weight = before.averageCost !== null && isPositive(before.onHand) ? before.onHand : '0';
  const value = add(multiply(weight, before.averageCost ?? '0'), multiply(cost, received));
  return quotient(value, add(weight, received), DIGITS, 'even');
}

/**
 * A receipt taken back: (average × on hand − cost × quantity) ÷ (on hand − quantity). Where nothing is left to have a cost, or so much of
 * the goods was sold at the average that their own cost exceeds what all is worth, the average stays.
 */
export function averageCostWithout(before: CostedStock, cost: Decimal, takenBack: Decimal): Decimal | null {
  if (before.averageCost === null) return null;
  const left = subtract(before.onHand, takenBack);
  const value = subtract(multiply(before.onHand, before.averageCost), multiply(cost, takenBack));
  const hasCost = isPositive(left) && compare(value, '0') >= 0;
  return hasCost ? quotient(value, left, DIGITS, 'even') : before.averageCost;
}
