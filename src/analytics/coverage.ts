// How fast an item sells, how long its stock lasts and when it runs out (answer 12).
import { addDays } from '../platform/days.ts';
import { aboveZero, compare, isPositive, multiply, quotient, type Decimal } from '../platform/decimal.ts';

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

const DIGITS = 4;

export function coverage({ unitsSold, windowDays, available, today }: Sales): Coverage {
  if (!isPositive(unitsSold)) return { dailyVelocity: '0', daysOfCoverage: null, projectedStockoutDate: null };
  // max(available, 0) / (units / windowDays), with one division instead of two, so that nothing is rounded on the way.
  const stockDays = multiply(aboveZero(available), String(windowDays));
  return {
    dailyVelocity: quotient(unitsSold, String(windowDays), DIGITS, 'even'),
    daysOfCoverage: quotient(stockDays, unitsSold, DIGITS, 'even'),
    projectedStockoutDate: stockoutDate(today, quotient(stockDays, unitsSold, 0, 'down')),
  };
}

/** The velocity of the days that had something to sell; null when there was none. */
export function velocityInStock(unitsSold: Decimal, daysInStock: number): Decimal | null {
  if (daysInStock <= 0) return null;
  return isPositive(unitsSold) ? quotient(unitsSold, String(daysInStock), DIGITS, 'even') : '0';
}

function stockoutDate(today: string, wholeDays: Decimal): string | null {
  const horizon = `${Number(today.slice(0, 4)) + 100}${today.slice(4)}`;
  // Days of 101 years: beyond the horizon for sure, and still within what a calendar can count.
  if (compare(wholeDays, '36890') > 0) return null;
  const date = addDays(today, Number(wholeDays));
  return date > horizon ? null : date;
}
