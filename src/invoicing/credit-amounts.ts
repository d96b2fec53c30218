// What a credit of some units of an invoice line is worth: pure. The last credit of a line takes what the others left of it.
import { lineAmounts, type LineAmounts, type LineTerms } from '../fiscal/money.ts';
import { compare, isPositive, multiply, quotient, subtract, type Decimal } from '../platform/decimal.ts';

export interface CreditedLine extends LineTerms {
  quantityCredited: Decimal;
  charged: LineAmounts;
  /** Sums of the line's living credits. */
  credited: LineAmounts;
}

export const NOTHING: LineAmounts = { net: '0', isc: '0', otherTax: '0', tax: '0' };

export function creditAmounts(line: CreditedLine, quantity: Decimal): LineAmounts {
  const left = eachAmount((part) => subtract(line.charged[part], line.credited[part]));
  // Rounding each part by itself could leave a cent that can never be credited, or credit one too many.
  if (compare(quantity, subtract(line.quantity, line.quantityCredited)) === 0) return left;
  const share = lineAmounts(termsOfPart(line, quantity));
  return eachAmount((part) => lesser(share[part], left[part]));
}

/** Some units of a line: the other tax, which is an amount on the whole line, in proportion. */
export function termsOfPart(line: LineTerms, quantity: Decimal): LineTerms {
  const { otherTax = '0' } = line;
  if (otherTax === '0') return { ...line, quantity };
  return { ...line, quantity, otherTax: quotient(multiply(otherTax, quantity), line.quantity, 2) };
}

function eachAmount(amount: (part: keyof LineAmounts) => Decimal): LineAmounts {
  return { net: amount('net'), isc: amount('isc'), otherTax: amount('otherTax'), tax: amount('tax') };
}

function lesser(one: Decimal, other: Decimal): Decimal {
  return isPositive(subtract(one, other)) ? other : one;
}
