// What a credit of some units of an invoice line is worth: pure. The last credit of a line takes what the others left of it.
import { compare, subtract, type Decimal } from '../platform/decimal.ts';
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
  const left = subtract(line.quantity, line.quantityCredited);
  // Rounding each part by itself could leave a cent that nobody can ever credit, or credit one too many.
  if (compare(quantity, left) === 0) {
    return { net: subtract(line.net, line.netCredited), tax: subtract(line.tax, line.taxCredited) };
  }
  return lineAmounts({ quantity, unitPrice: line.unitPrice, taxRate: line.taxRate });
}
