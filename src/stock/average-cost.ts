// The moving-average cost of an item (answer 17): what the goods on hand cost, each receipt weighing in by its quantity.
import { Big } from 'big.js';
import { plain, type Decimal } from '../platform/decimal.ts';

const DIGITS = 6;

// A constructor of its own, since big.js keeps the rounding of a division there.
const Cost = Big();
Cost.DP = DIGITS;
Cost.RM = Cost.roundHalfEven;

export interface CostedStock {
  /** Null while nothing is known about it. */
  averageCost: Decimal | null;
  onHand: Decimal;
}

/** Cost of one of the item's own unit, for goods that come in another: to six decimals, half to even. */
export function costInOwnUnit(cost: Decimal, factor: Decimal): Decimal {
  return factor === '1' ? cost : plain(new Cost(cost).div(factor).toFixed());
}

/**
 * (average × on hand + cost × received) ÷ (on hand + received), to six decimals, half to even. Stock below zero weighs nothing,
 * and goods of unknown cost take the first cost that is known.
 */
export function averageCost(before: CostedStock, cost: Decimal, received: Decimal): Decimal {
  const onHand = new Cost(before.onHand);
  const weight = before.averageCost === null || onHand.lt(0) ? new Cost(0) : onHand;
  const value = weight.times(before.averageCost ?? 0).plus(new Cost(cost).times(received));
  return plain(value.div(weight.plus(received)).toFixed());
}

/**
 * A receipt taken back: (average × on hand − cost × quantity) ÷ (on hand − quantity). Where nothing is left to have a cost, or so much of
 * the goods was sold at the average that their own cost exceeds what all is worth, the average stays.
 */
export function averageCostWithout(before: CostedStock, cost: Decimal, takenBack: Decimal): Decimal | null {
  if (before.averageCost === null) return null;
  const left = new Cost(before.onHand).minus(takenBack);
  const value = new Cost(before.onHand).times(before.averageCost).minus(new Cost(cost).times(takenBack));
  return left.gt(0) && value.gte(0) ? plain(value.div(left).toFixed()) : before.averageCost;
}
