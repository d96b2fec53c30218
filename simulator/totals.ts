/** The sums that the PAC computes itself: per line and per document, half away from zero to the cent. */
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
  /** Of the ISC, in per cent; '0' where there is none. */
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

export function totalsOf(lines: readonly Line[]): DocumentTotals {
  const each = lines.map((line) => {
    const net = new Big(line.price).minus(line.discount).times(line.quantity).round(2, Big.roundHalfUp);
    // Each tax has the same base: the price of the line with its discount.
    const atRate = (percent: string) => net.times(percent).div(100).round(2, Big.roundHalfUp);
    const isc = atRate(line.iscRate);
    const otherTax = line.otherTaxes.reduce((sum, amount) => sum.plus(amount), new Big(0)).round(2, Big.roundHalfUp);
    const tax = atRate(percentOf(line.rate) ?? '0');
    return { net, isc, otherTax, tax, total: net.plus(isc).plus(otherTax).plus(tax) };
  });
  const inCents = (amount: (part: keyof LineTotals) => Big): LineTotals => ({
    net: amount('net').toFixed(2),
    isc: amount('isc').toFixed(2),
    otherTax: amount('otherTax').toFixed(2),
    tax: amount('tax').toFixed(2),
    total: amount('total').toFixed(2),
  });
  return {
    ...inCents((part) => each.reduce((sum, line) => sum.plus(line[part]), new Big(0))),
    lines: each.map((line) => inCents((part) => line[part])),
  };
}
