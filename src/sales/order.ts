// An order's words and sums: pure.
import { add, multiply, plain, roundMoney, type Decimal } from '../platform/decimal.ts';

export interface LineAmounts {
  net: Decimal;
  tax: Decimal;
}

export interface Totals {
  subtotal: Decimal;
  tax: Decimal;
  total: Decimal;
}

/** Rounded per line, half away from zero (answer 46). `taxRate` in per cent. */
export function lineAmounts(line: { quantity: Decimal; unitPrice: Decimal; taxRate: Decimal }): LineAmounts {
  const net = roundMoney(multiply(line.quantity, line.unitPrice));
  return { net, tax: roundMoney(multiply(net, percent(line.taxRate))) };
}

/** The same of a row as orders and invoices store it. */
export function amountsOfRow(row: { quantity: Decimal; unit_price: Decimal; tax_rate: Decimal }): LineAmounts {
  return lineAmounts({ quantity: row.quantity, unitPrice: row.unit_price, taxRate: row.tax_rate });
}

function percent(rate: Decimal): Decimal {
  return multiply(rate, '0.01');
}

export function totalsOf(lines: readonly LineAmounts[]): Totals {
  const subtotal = add('0', ...lines.map((line) => line.net));
  const tax = add('0', ...lines.map((line) => line.tax));
  return { subtotal: plain(subtotal), tax: plain(tax), total: add(subtotal, tax) };
}
