// The past of an item lived through once more with another policy of ordering: what would have been short, bound and earned.
import { Big } from 'big.js';
import { MAX_FRACTION_DIGITS, plain, roundMoney, type Decimal } from '../platform/decimal.ts';

/** Ledger and sales of one day. */
export interface PastDay {
  /** On hand at its end. */
  closing: Decimal;
  /** Net of what came back; negative when more came back. */
  sold: Decimal;
  /** Quantity received from suppliers. */
  bought: Decimal;
}

/** A day as it is replayed. */
export interface ReplayDay {
  wanted: Big;
  /** Quantity moved for other reasons than a sale or a purchase: counts, transfers, returned goods. */
  other: Big;
}

export interface Policy {
  leadTimeDays: number;
  reorderLevel: Decimal;
  reorderQuantity: Decimal;
}

export interface Flow {
  closings: Big[];
  wanted: Big[];
  sold: Big[];
  ordersPlaced: number;
}

export interface Outcome {
  /** Days on which more was wanted than could be given. */
  daysShort: number;
  unitsSold: Decimal;
  unitsNotSold: Decimal;
  moneyNotSold: Decimal;
  averageStock: Decimal;
  /** Null while the item has no cost, as is the margin. */
  averageMoneyBound: Decimal | null;
  margin: Decimal | null;
  ordersPlaced: number;
}

const ZERO = new Big(0);
const most = (one: Big, other: Big): Big => (one.gt(other) ? one : other);
const least = (one: Big, other: Big): Big => (one.lt(other) ? one : other);
const sum = (values: readonly Big[]): Big => values.reduce((total, value) => total.plus(value), ZERO);
const rounded = (value: Big): Big => value.round(MAX_FRACTION_DIGITS, Big.roundHalfUp);

/**
 * Demand of each day, and its movements. Demand is unknown on a day that began and ended with nothing on
 * hand: it is taken to be the average of the other days.
 */
export function wantedInPast(
  opening: Decimal,
  past: readonly PastDay[],
): { days: ReplayDay[]; wantedWhenOut: Decimal } {
  const openings = [opening, ...past.map(({ closing }) => closing)].map((value) => new Big(value));
  const isOut = past.map(({ sold }, at) => openings[at]!.lte(0) && openings[at + 1]!.lte(0) && new Big(sold).lte(0));
  const sold = past.map((day) => most(new Big(day.sold), ZERO));
  const daysWithStock = isOut.filter((out) => !out).length;
  const wantedWhenOut = daysWithStock === 0 ? ZERO : rounded(sum(sold).div(daysWithStock));
  const days = past.map((day, at) => ({
    wanted: isOut[at] ? wantedWhenOut : sold[at]!,
    other: openings[at + 1]!.minus(openings[at]!).minus(day.bought).plus(sold[at]!),
  }));
  return { days, wantedWhenOut: plain(wantedWhenOut) };
}

/**
 * Each day: what was ordered comes in the morning, other movements as they were, then as much is sold as there is, and in the evening
 * it is ordered what lifts stock and orders above the level, in whole order quantities. What is not there is not sold later.
 */
export function replay(opening: Decimal, days: readonly ReplayDay[], factor: Decimal, policy: Policy): Flow {
  const [level, quantity] = [new Big(policy.reorderLevel), new Big(policy.reorderQuantity)];
  const arriving = new Map<number, Big>();
  const flow: Flow = { closings: [], wanted: [], sold: [], ordersPlaced: 0 };
  let stock = most(new Big(opening), ZERO);
  let ordered = ZERO;
  for (const [at, day] of days.entries()) {
    const arrived = arriving.get(at) ?? ZERO;
    ordered = ordered.minus(arrived);
    stock = most(stock.plus(arrived).plus(day.other), ZERO);
    const wanted = rounded(day.wanted.times(factor));
    const sold = least(wanted, stock);
    stock = stock.minus(sold);
    const missing = level.minus(stock).minus(ordered);
    if (quantity.gt(0) && missing.gte(0)) {
      const order = quantity.times(missing.div(quantity).round(0, Big.roundDown).plus(1));
      flow.ordersPlaced += 1;
      if (policy.leadTimeDays === 0) stock = stock.plus(order);
      else {
        ordered = ordered.plus(order);
        arriving.set(at + policy.leadTimeDays, order);
      }
    }
    flow.closings.push(stock);
    flow.wanted.push(wanted);
    flow.sold.push(sold);
  }
  return flow;
}

/** Result of a course of the stock, with one price and one cost for all units sold. */
export function outcome({ closings, wanted, sold, ordersPlaced }: Flow, price: Decimal, cost: Decimal): Outcome {
  const lost = wanted.map((units, at) => units.minus(sold[at]!));
  const [unitsSold, unitsNotSold] = [sum(sold), sum(lost)];
  const stock = closings.length === 0 ? ZERO : sum(closings.map((units) => most(units, ZERO))).div(closings.length);
  const hasCost = new Big(cost).gt(0);
  const money = (value: Big): Decimal => roundMoney(value.toFixed());
  return {
    daysShort: lost.filter((units) => units.gt(0)).length,
    unitsSold: plain(unitsSold),
    unitsNotSold: plain(unitsNotSold),
    moneyNotSold: money(unitsNotSold.times(price)),
    averageStock: plain(rounded(stock)),
    averageMoneyBound: hasCost ? money(stock.times(cost)) : null,
    margin: hasCost ? money(unitsSold.times(new Big(price).minus(cost))) : null,
    ordersPlaced,
  };
}
