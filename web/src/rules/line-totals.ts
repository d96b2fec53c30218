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

const amountsOf = ({ quantity = '0', price = '0', taxRate, discount }: TypedLine) =>
  lineAmounts({ quantity, unitPrice: price, taxRate, discount });

export const lineNet = (line: TypedLine): string => amountsOf(line).net;

export const totalsOf = (lines: readonly TypedLine[]): Totals => sumOf(lines.map(amountsOf));
