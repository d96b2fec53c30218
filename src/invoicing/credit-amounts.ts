// Value of a credit of some units of an invoice line, and the price that tells the PAC so: pure. The PAC counts a note anew from
// quantity, price and rate, so each note is given a net from which its taxes follow, and what is left of the line keeps the same property.
import { lineAmounts, partOf, type LineAmounts, type LineTerms } from '../fiscal/money.ts';
import { add, compare, isPositive, lesser, multiply, quotient, subtract, type Decimal } from '../platform/decimal.ts';

export interface CreditedLine extends LineTerms {
  quantityCredited: Decimal;
  charged: LineAmounts;
  /** Sums of the line's living credits. */
  credited: LineAmounts;
}

export const NOTHING: LineAmounts = { net: '0', isc: '0', otherTax: '0', tax: '0' };

/** How far a note's net may lie from its share, in cents, so that the cents of the taxes add up. */
const REACH = 200;
const UNIT_DIGITS = 6;

/**
 * The last credit of a line takes what the others left, and never more. Of a line whose credits were canceled in between, or made before
 * the cents were kept together, a few may be out of reach: those the last note of the invoice takes (`comeTo`).
 */
export function creditAmounts(line: CreditedLine, quantity: Decimal): LineAmounts {
  const left = eachAmount((part) => subtract(line.charged[part], line.credited[part]));
  const units = subtract(line.quantity, line.quantityCredited);
  const isLast = compare(quantity, units) === 0;
  const otherTax = otherTaxOf(line, quantity, units);
  const share = isLast ? left.net : lesser(partOf(left.net, quantity, units), left.net);
  const counted = (net: Decimal) => lineAmounts(termsOfNet(line, { quantity, net, otherTax }));
  const fits = (one: LineAmounts, net: Decimal) =>
    one.net === net && !isPositive(subtract(one.isc, left.isc)) && !isPositive(subtract(one.tax, left.tax));
  const leavesWhole = (one: LineAmounts) => {
    const rest = lineAmounts({ ...line, quantity: '1', discount: undefined, unitPrice: subtract(left.net, one.net) });
    return add(rest.isc, one.isc) === left.isc && add(rest.tax, one.tax) === left.tax;
  };
  for (let cents = 0; cents <= (isLast ? -1 : REACH); cents++) {
    for (const step of [cents, -cents]) {
      const net = add(share, multiply(String(step), '0.01'));
      if (compare(net, '0') < 0 || compare(net, left.net) > 0 || (net === '0' && share !== '0')) continue;
      const one = counted(net);
      if (fits(one, net) && leavesWhole(one)) return one;
    }
  }
  return (
    largestThatFits(share, (net) => {
      const one = counted(net);
      return fits(one, net) ? one : undefined;
    }) ?? counted('0')
  );
}

/** Share of the amount of another tax, of which the last units take what is left. */
export function otherTaxOf(
  { otherTax = '0', quantity: whole, charged, credited }: CreditedLine,
  quantity: Decimal,
  units: Decimal,
): Decimal {
  const left = subtract(charged.otherTax, credited.otherTax);
  return compare(quantity, units) === 0 ? left : lesser(partOf(otherTax, quantity, whole), left);
}

/** Taxes grow with the net: the bound is halved in, and the last cents are tried one by one, since not every net has a price in digits. */
function largestThatFits<T>(share: Decimal, amountsAt: (net: Decimal) => T | undefined): T | undefined {
  const cents = (count: number): Decimal => multiply(String(count), '0.01');
  let [below, above] = [0, Number(multiply(share, '100')) + 1];
  while (above - below > 1) {
    const middle = Math.floor((below + above) / 2);
    if (amountsAt(cents(middle)) === undefined) above = middle;
    else below = middle;
  }
  for (let net = above - 1; net > 0 && net >= below - REACH; net--) {
    const found = amountsAt(cents(net));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Some units of a line at that net: by its own price where that gives it, else by the digits of its discount or price. */
export function termsOfNet(
  line: LineTerms,
  { quantity, net, otherTax }: Pick<LineAmounts, 'net' | 'otherTax'> & { quantity: Decimal },
): LineTerms {
  const terms = { ...line, quantity, otherTax };
  return compare(lineAmounts(terms).net, net) === 0 ? terms : termsByDigits(terms, net);
}

/** Terms of which the net is as near to that in cents as six digits allow. */
export function termsByDigits(terms: LineTerms, net: Decimal): LineTerms {
  const { quantity } = terms;
  // Upwards, where the digits allow it: a PAC that rounds the sums alone then counts the taxes of this line from no less than its net.
  const above = quotient(net, quantity, UNIT_DIGITS, 'up');
  const isReached = compare(lineAmounts({ ...terms, unitPrice: above, discount: undefined }).net, net) === 0;
  const each = isReached ? above : quotient(net, quantity, UNIT_DIGITS);
  const discount = subtract(terms.unitPrice, each);
  return isPositive(discount) ? { ...terms, discount } : { ...terms, unitPrice: each, discount: undefined };
}

function eachAmount(amount: (part: keyof LineAmounts) => Decimal): LineAmounts {
  return { net: amount('net'), isc: amount('isc'), otherTax: amount('otherTax'), tax: amount('tax') };
}
