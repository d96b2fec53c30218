/** The sums that the PAC computes itself, half away from zero to the cent: in each line, or once in the sums of the document. */
import { Big } from 'big.js';
import { ITBMS_RATES } from '../src/fiscal/itbms.ts';

export interface Line {
  number: string;
  code: string;
  description: string;
  unit: string;
  quantity: string;
  price: string;
  discount: string;
  rate: string;
  /** Rate of the ISC in per cent; '0' where there is none. */
  iscRate: string;
  /** Amounts of other taxes. */
  otherTaxes: string[];
}

export interface LineTotals {
  net: string;
  isc: string;
  otherTax: string;
  tax: string;
  total: string;
}

export interface DocumentTotals extends LineTotals {
  lines: LineTotals[];
}

/** Undefined for a code that is none. */
export const percentOf = (rate: string): string | undefined => ITBMS_RATES.find(({ code }) => code === rate)?.percent;

/** `document`: as a sample of The Factory HKA has it, with 86.3884 of ITBMS on a line and cents in the totals alone. */
export const ROUNDINGS = ['line', 'document'] as const;
export type Rounding = (typeof ROUNDINGS)[number];

export function totalsOf(lines: readonly Line[], rounding: Rounding = 'line'): DocumentTotals {
  // An exact line has six digits, and is written with at least its cents.
  const inLines = (amount: Big) =>
    rounding === 'line' || amount.eq(amount.round(2)) ? amount.toFixed(2) : amount.toFixed();
  const inLine = (amount: Big) => amount.round(rounding === 'line' ? 2 : 6, Big.roundHalfUp);
  const each = lines.map((line) => {
    const net = inLine(new Big(line.price).minus(line.discount).times(line.quantity));
    // Each tax has the same base: the price of the line with its discount.
    const atRate = (percent: string) => inLine(net.times(percent).div(100));
    const isc = atRate(line.iscRate);
    const otherTax = inLine(line.otherTaxes.reduce((sum, amount) => sum.plus(amount), new Big(0)));
    const tax = atRate(percentOf(line.rate) ?? '0');
    return { net, isc, otherTax, tax, total: net.plus(isc).plus(otherTax).plus(tax) };
  });
  const written = (amount: (part: keyof LineTotals) => Big, write = (one: Big) => one.toFixed(2)) => ({
    net: write(amount('net')),
    isc: write(amount('isc')),
    otherTax: write(amount('otherTax')),
    tax: write(amount('tax')),
    total: write(amount('total')),
  });
  const sums = written((part) => each.reduce((sum, line) => sum.plus(line[part]), new Big(0)));
  return {
    // The total of exact lines is rounded once as well.
    ...sums,
    lines: each.map((line) => written((part) => line[part], inLines)),
  };
}
