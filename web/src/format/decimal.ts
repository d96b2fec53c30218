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

/** Half away from zero, as the tax is rounded (decision 46). */
export function round(value: string, places: number): string {
  const { digits, scale } = scaled(value);
  if (scale <= places) return written({ digits, scale });
  const unit = 10n ** BigInt(scale - places);
  const half = digits < 0n ? -unit / 2n : unit / 2n;
  return written({ digits: (digits + half) / unit, scale: places });
}

/** What a person typed: a comma may stand for the point, spaces do not count; undefined when it is no number. */
export function readDecimal(typed: string): string | undefined {
  const text = typed
    .replaceAll(/\s/g, '')
    .replace(/^(-?\d+),(\d{1,2})$/, '$1.$2')
    .replaceAll(',', '');
  return PLAIN.test(text) ? written(scaled(text)) : undefined;
}
