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
}

export interface LineTotals {
  net: string;
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
    const tax = net
      .times(percentOf(line.rate) ?? 0)
      .div(100)
      .round(2, Big.roundHalfUp);
    return { net, tax, total: net.plus(tax) };
  });
  const sum = (part: 'net' | 'tax' | 'total') =>
    each.reduce((sum, line) => sum.plus(line[part]), new Big(0)).toFixed(2);
  return {
    net: sum('net'),
    tax: sum('tax'),
    total: sum('total'),
    lines: each.map(({ net, tax, total }) => ({ net: net.toFixed(2), tax: tax.toFixed(2), total: total.toFixed(2) })),
  };
}
