// Totals of lines before the service has seen them, by its own rule.
import { lineAmounts, totalsOf as sumOf, type Totals } from '../../../src/fiscal/money.ts';

export interface TypedLine {
  quantity: string | undefined;
  price: string | undefined;
  /** Percent. */
  taxRate: string;
  /** Per unit. */
  discount?: string;
}

function amountsOf({ quantity = '0', price = '0', taxRate, discount }: TypedLine) {
  return lineAmounts({ quantity, unitPrice: price, taxRate, discount });
}

export function lineNet(line: TypedLine): string {
  return amountsOf(line).net;
}

export function totalsOf(lines: readonly TypedLine[]): Totals {
  return sumOf(lines.map(amountsOf));
}
