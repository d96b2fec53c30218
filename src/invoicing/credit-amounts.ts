// What a credit of some units of an invoice line is worth: pure. The last credit of a line takes what the others left of it.
import { compare, isPositive, subtract, type Decimal } from '../platform/decimal.ts';
import { lineAmounts, type LineAmounts } from '../sales/index.ts';

export interface CreditedLine {
  quantity: Decimal;
  quantityCredited: Decimal;
  unitPrice: Decimal;
  taxRate: Decimal;
  net: Decimal;
  tax: Decimal;
  /** Sums of the line's living credits. */
  netCredited: Decimal;
  taxCredited: Decimal;
}

export function creditAmounts(line: CreditedLine, quantity: Decimal): LineAmounts {
  const left = { net: subtract(line.net, line.netCredited), tax: subtract(line.tax, line.taxCredited) };
  // Rounding each part by itself could leave a cent that can never be credited, or credit one too many.
  if (compare(quantity, subtract(line.quantity, line.quantityCredited)) === 0) return left;
  const part = lineAmounts({ quantity, unitPrice: line.unitPrice, taxRate: line.taxRate });
  return { net: lesser(part.net, left.net), tax: lesser(part.tax, left.tax) };
}

function lesser(one: Decimal, other: Decimal): Decimal {
  return isPositive(subtract(one, other)) ? other : one;
}
