// What lines add up to before the service has seen them, by its own rule (answer 46).
import { add, multiply, round } from '../format/decimal.ts';

export interface TypedLine {
  quantity: string | undefined;
  price: string | undefined;
  /** Percent. */
  taxRate: string;
}

export interface Totals {
  subtotal: string;
  tax: string;
  total: string;
}

export function lineNet({ quantity, price }: TypedLine): string {
  return quantity === undefined || price === undefined ? '0' : round(multiply(quantity, price), 2);
}

export function totalsOf(lines: readonly TypedLine[]): Totals {
  let [subtotal, tax] = ['0', '0'];
  for (const line of lines) {
    const net = lineNet(line);
    subtotal = add(subtotal, net);
    tax = add(tax, round(multiply(net, multiply(line.taxRate, '0.01')), 2));
  }
  return { subtotal, tax, total: add(subtotal, tax) };
}
