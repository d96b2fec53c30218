// How fast an item sells, how long its stock lasts and when it runs out (answer 12).
import { Big } from 'big.js';
import { plain, type Decimal } from '../platform/decimal.ts';
import { addDays } from './window.ts';

export interface Sales {
  /** Net units of the window; negative when more came back than went out. */
  unitsSold: Decimal;
  windowDays: number;
  /** On hand less reserved; may be negative. */
  available: Decimal;
  /** The tenant's calendar day. */
  today: string;
}

export interface Coverage {
  dailyVelocity: Decimal;
  /** Null when nothing sells, as is the date. */
  daysOfCoverage: Decimal | null;
  /** Null too when it lies beyond 100 years. */
  projectedStockoutDate: string | null;
}

// Each divides exactly as far as it is asked to: a quotient that was rounded before it is rounded again may end on the other side.
const Quotient = Big();
Quotient.DP = 4;
Quotient.RM = Big.roundHalfEven;
const WholeQuotient = Big();
WholeQuotient.DP = 0;
WholeQuotient.RM = Big.roundDown;

export function coverage({ unitsSold, windowDays, available, today }: Sales): Coverage {
  const units = new Big(unitsSold);
  if (units.lte(0)) return { dailyVelocity: '0', daysOfCoverage: null, projectedStockoutDate: null };
  // max(available, 0) / (units / windowDays), with one division instead of two, so that nothing is rounded on the way.
  const stockDays = new Big(new Big(available).gt(0) ? available : 0).times(windowDays);
  return {
    dailyVelocity: plain(new Quotient(units).div(windowDays)),
    daysOfCoverage: plain(new Quotient(stockDays).div(units)),
    projectedStockoutDate: stockoutDate(today, new WholeQuotient(stockDays).div(units)),
  };
}

/** The velocity of the days that had something to sell; null when there was none. */
export function velocityInStock(unitsSold: Decimal, daysInStock: number): Decimal | null {
  if (daysInStock <= 0) return null;
  return new Big(unitsSold).lte(0) ? '0' : plain(new Quotient(unitsSold).div(daysInStock));
}

function stockoutDate(today: string, wholeDays: Big): string | null {
  const horizon = `${Number(today.slice(0, 4)) + 100}${today.slice(4)}`;
  // Days of 101 years: beyond the horizon for sure, and still within what a calendar can count.
  if (wholeDays.gt(36_890)) return null;
  const date = addDays(today, wholeDays.toNumber());
  return date > horizon ? null : date;
}
