// Exact decimals: the wire's plain notation, and money arithmetic that never passes through a JS number.
import Big from 'big.js';
import { badInput } from './errors.ts';

/** An exact decimal in plain notation, as PostgreSQL's numeric and the GraphQL scalar `Decimal` spell it. */
export type Decimal = string;

export const MAX_INTEGER_DIGITS = 15;
export const MAX_FRACTION_DIGITS = 6;

const PLAIN = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const LOOSE = /^[+-]?\d+(?:\.\d*)?$/;

/** PostgreSQL's spelling, in two groups: the number up to its point, and its fraction up to its last digit that is not 0. */
const WRITTEN = /^(-?(?:0|[1-9]\d*))(?:\.0*|(\.\d*[1-9])0*)?$/;

/** Plain notation without trailing zeros: `12.50` → `12.5`, `-0.00` → `0`. */
export function plain(value: Decimal | number | Big): Decimal {
  // A page of answers has dozens of them, and Big takes six times as long.
  const written = typeof value === 'string' ? WRITTEN.exec(value) : null;
  if (written) {
    const [, whole = '', fraction = ''] = written;
    return whole === '-0' && fraction === '' ? '0' : whole + fraction;
  }
  const text = (typeof value === 'object' ? value : new Big(value)).toFixed();
  return text === '-0' ? '0' : text;
}

/** Reads what a caller wrote; undefined when it is no number in plain notation within the bounds. Nothing is rounded. */
export function parseDecimal(text: string): Decimal | undefined {
  if (!PLAIN.test(text) && !LOOSE.test(text)) return undefined;
  if (text.length > 60) return undefined;
  const value = plain(text.replace('+', ''));
  return isTooLarge(value) || fractionDigits(value) > MAX_FRACTION_DIGITS ? undefined : value;
}

/** The same; refuses what is no such number. */
export function readDecimal(field: string, text: string): Decimal {
  const value = parseDecimal(text);
  if (value !== undefined) return value;
  throw badInput('{field} must be a number such as 12.5, not {text}', { field, text: JSON.stringify(text) });
}

/** More than the wire's numbers may have before the point, as what was multiplied or summed up may be. */
export function isTooLarge(value: Decimal): boolean {
  return plain(value).replace('-', '').split('.')[0]!.length > MAX_INTEGER_DIGITS;
}

export function add(...values: Decimal[]): Decimal {
  return plain(values.reduce((sum, value) => sum.plus(value), new Big(0)));
}

export function subtract(from: Decimal, value: Decimal): Decimal {
  return plain(new Big(from).minus(value));
}

export function multiply(left: Decimal, right: Decimal): Decimal {
  return plain(new Big(left).times(right));
}

const ROUNDINGS = { half: Big.roundHalfUp, even: Big.roundHalfEven, down: Big.roundDown, up: Big.roundUp } as const;

/** To that many digits behind the point: half away from zero or to the even digit, towards zero, or away from it. */
export function quotient(
  dividend: Decimal,
  divisor: Decimal,
  digits: number,
  rounded: keyof typeof ROUNDINGS = 'half',
): Decimal {
  return plain(new (rounding(digits, rounded))(dividend).div(divisor));
}

/** A constructor for each kind of quotient, made once: to make it takes as long as to divide. */
const made = new Map<string, typeof Big>();

function rounding(digits: number, rounded: keyof typeof ROUNDINGS): typeof Big {
  const kind = `${rounded} ${digits}`;
  const kept = made.get(kind);
  if (kept) return kept;
  const Rounding = Big();
  Rounding.DP = digits;
  Rounding.RM = ROUNDINGS[rounded];
  made.set(kind, Rounding);
  return Rounding;
}

export function negate(value: Decimal): Decimal {
  const text = plain(value);
  if (text === '0') return text;
  return text.startsWith('-') ? text.slice(1) : `-${text}`;
}

/** -1, 0 or 1. */
export function compare(left: Decimal, right: Decimal): -1 | 0 | 1 {
  return new Big(left).cmp(right);
}

export function lesser(one: Decimal, other: Decimal): Decimal {
  return compare(one, other) < 0 ? one : other;
}

export function isPositive(value: Decimal): boolean {
  return compare(value, '0') > 0;
}

export const aboveZero = (value: Decimal): Decimal => (isPositive(value) ? value : '0');

/** Refuses with BAD_USER_INPUT what is 0 or below. */
export function positive(field: string, value: Decimal): Decimal {
  if (!isPositive(value)) throw badInput('{field} must be above 0', { field });
  return value;
}

export function notNegative(field: string, value: Decimal): Decimal {
  if (compare(value, '0') < 0) throw badInput('{field} must not be below 0', { field });
  return value;
}

/** Refuses an amount that is none of money. */
export function inCents(field: string, amount: Decimal, within = notNegative): Decimal {
  if (fractionDigits(amount) > 2) throw badInput('{field} must have at most 2 decimals', { field });
  return within(field, amount);
}

/** Half away from zero, as money is rounded (answer 46). */
export function roundMoney(value: Decimal): Decimal {
  return plain(new Big(value).round(2, Big.roundHalfUp));
}

/** As many digits behind the point as the wire's numbers have. */
export function roundPrice(value: Decimal): Decimal {
  return plain(new Big(value).round(MAX_FRACTION_DIGITS, Big.roundHalfUp));
}

/** How many digits stand behind the point. */
export function fractionDigits(value: Decimal): number {
  return plain(value).split('.')[1]?.length ?? 0;
}
