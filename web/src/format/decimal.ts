// Exact arithmetic on the wire's decimals: money and quantities never become floating-point numbers.

interface Scaled {
  digits: bigint;
  scale: number;
}

const PLAIN = /^-?\d+(\.\d+)?$/;

function scaled(value: string): Scaled {
  const [whole = '0', fraction = ''] = value.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length };
}

function written({ digits, scale }: Scaled): string {
  const sign = digits < 0n ? '-' : '';
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const fraction = scale === 0 ? '' : text.slice(-scale).replace(/0+$/, '');
  const whole = scale === 0 ? text : text.slice(0, -scale);
  return `${sign === '-' && digits !== 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

function aligned(a: string, b: string): [bigint, bigint, number] {
  const [left, right] = [scaled(a), scaled(b)];
  const scale = Math.max(left.scale, right.scale);
  const raise = (value: Scaled): bigint => value.digits * 10n ** BigInt(scale - value.scale);
  return [raise(left), raise(right), scale];
}

export function add(a: string, b: string): string {
  const [left, right, scale] = aligned(a, b);
  return written({ digits: left + right, scale });
}

export function subtract(a: string, b: string): string {
  const [left, right, scale] = aligned(a, b);
  return written({ digits: left - right, scale });
}

export function multiply(a: string, b: string): string {
  const [left, right] = [scaled(a), scaled(b)];
  return written({ digits: left.digits * right.digits, scale: left.scale + right.scale });
}

/** Below, equal, above 0. */
export function compare(a: string, b: string): number {
  const [left, right] = aligned(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}

export function isPositive(value: string): boolean {
  return compare(value, '0') > 0;
}

export function negate(value: string): string {
  return subtract('0', value);
}

/** Half away from zero, as the tax is rounded (answer 46). */
export function round(value: string, places: number): string {
  const { digits, scale } = scaled(value);
  if (scale <= places) return written({ digits, scale });
  const unit = 10n ** BigInt(scale - places);
  const half = digits < 0n ? -unit / 2n : unit / 2n;
  return written({ digits: (digits + half) / unit, scale: places });
}

/** Digits in groups of three, parted by one and the same mark, then perhaps a fraction after another one. */
const GROUPED = /^\d{1,3}(?:([ .,'])\d{3})(?:\1\d{3})*(?:(?!\1)([.,])\d+)?$/;
const UNGROUPED = /^\d*(?:[.,]\d+)?$/;

/**
 * What a person typed, in any of the ways in which numbers are written; undefined when it is none of them. Panama parts thousands by a
 * comma in both languages, so `1,234` is more than a thousand; `1.234` and `0,123` can only be fractions.
 */
export function readDecimal(typed: string): string | undefined {
  const text = typed
    .trim()
    .replaceAll(/[\s\u00a0\u202f]/g, ' ')
    .replace('−', '-');
  const sign = text.startsWith('-') ? '-' : '';
  const digits = text.replace(/^[+-]/, '');
  const mark = GROUPED.exec(digits);
  const isGrouped = mark !== null && !/^0/.test(digits) && !/^\d+\.\d{3}$/.test(digits);
  if (!isGrouped && (digits === '' || !UNGROUPED.test(digits))) return undefined;
  const plain = (isGrouped ? digits.replaceAll(mark[1]!, '') : digits).replace(',', '.').replace(/^\./, '0.');
  return PLAIN.test(sign + plain) ? written(scaled(sign + plain)) : undefined;
}
