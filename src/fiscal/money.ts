// Amounts of a line and a document, by the rule of rounding of the company's PAC.
// The base of each tax is the net of the line (precioItem), so ITBMS is not counted on top of ISC: the PAC The Factory HKA documents
// valorITBMS = tasaITBMS × precioItem and valorISC = tasaISC × precioItem (felwiki.thefactoryhka.com.pa, method Enviar).
import {
  add,
  compare,
  fractionDigits,
  isPositive,
  lesser,
  multiply,
  quotient,
  roundMoney,
  roundPrice,
  subtract,
  type Decimal,
} from '../platform/decimal.ts';

export interface LineTerms {
  quantity: Decimal;
  unitPrice: Decimal;
  /** Discount per unit, before tax. */
  discount?: Decimal | undefined;
  /** The rates in per cent. */
  taxRate: Decimal;
  iscRate?: Decimal | undefined;
  /** The amount of another tax on the whole line. */
  otherTax?: Decimal | undefined;
}

export interface LineAmounts {
  /** Without tax, with the discount taken off. */
  net: Decimal;
  isc: Decimal;
  otherTax: Decimal;
  /** The ITBMS. */
  tax: Decimal;
}

export interface LineOfDocument extends LineAmounts {
  /** Cent by which the whole, rounded, has grown more or less than its parts: of exact lines alone, and in the total alone. */
  rounding?: Decimal;
}

export interface Totals {
  subtotal: Decimal;
  isc: Decimal;
  otherTax: Decimal;
  tax: Decimal;
  total: Decimal;
}

/** Rounded half away from zero (answer 46). */
export const lineAmounts = (line: LineTerms): LineAmounts => amountsBy(roundMoney, line);

function amountsBy(round: (amount: Decimal) => Decimal, line: LineTerms): LineAmounts {
  const { quantity, unitPrice, discount = '0', iscRate = '0', otherTax = '0', taxRate } = line;
  const net = round(multiply(quantity, subtract(unitPrice, discount)));
  const atRate = (rate: Decimal) => round(multiply(net, multiply(rate, '0.01')));
  return { net, isc: atRate(iscRate), otherTax, tax: atRate(taxRate) };
}

/** Rule of a PAC: cents on each line (assumed of Alanube), or exact lines whose sums are rounded once (a sample of The Factory HKA, method Enviar). */
export type Rounding = 'line' | 'document';

export const roundingOf = ({ roundsOnce }: { roundsOnce: boolean }): Rounding => (roundsOnce ? 'document' : 'line');

/**
 * Amounts of lines in cents that add up to the sums of the rule. Exact lines share out the cents of their sums: each takes those by which
 * the sum, rounded, has grown.
 */
export function amountsOfLines(lines: readonly LineTerms[], rounding: Rounding): LineOfDocument[] {
  if (rounding === 'line') return lines.map(lineAmounts);
  const sums = { net: '0', isc: '0', tax: '0', whole: '0' };
  const grown = (part: keyof typeof sums, by: Decimal): Decimal => {
    const before = roundMoney(sums[part]);
    sums[part] = add(sums[part], by);
    return subtract(roundMoney(sums[part]), before);
  };
  return lines.map(exactAmounts).map((exact) => {
    const { net, isc, otherTax, tax } = exact;
    const parts = { net: grown('net', net), isc: grown('isc', isc), otherTax, tax: grown('tax', tax) };
    const rounding = subtract(grown('whole', lineTotal(exact)), lineTotal(parts));
    return rounding === '0' ? parts : { ...parts, rounding };
  });
}

/** To six digits behind the point, which is how many an exact line has in a document. */
export const exactAmounts = (line: LineTerms): LineAmounts => amountsBy(roundPrice, line);

/** ISC of a line as a PAC is told: in cents, or in six digits of an exact line. */
export function toldIsc(line: LineTerms, rounding: Rounding): Decimal {
  const { quantity, unitPrice, discount = '0', iscRate = '0' } = line;
  const exact = multiply(multiply(quantity, subtract(unitPrice, discount)), iscRate);
  return rounding === 'line' ? lineAmounts(line).isc : quotient(exact, '100', UNIT_DIGITS);
}

/** To the cent; `rate` in per cent. */
export function percentOf(amount: Decimal, rate: Decimal): Decimal {
  return roundMoney(multiply(amount, multiply(rate, '0.01')));
}

export function totalsOf(lines: readonly (Pick<LineAmounts, 'net' | 'tax'> & Partial<LineOfDocument>)[]): Totals {
  const sum = (part: keyof LineOfDocument) => add('0', ...lines.map((line) => line[part] ?? '0'));
  const [subtotal, isc, otherTax, tax] = [sum('net'), sum('isc'), sum('otherTax'), sum('tax')];
  return { subtotal, isc, otherTax, tax, total: add(subtotal, isc, otherTax, tax, sum('rounding')) };
}

/** With all its taxes. */
export function lineTotal(line: LineOfDocument): Decimal {
  return add(line.net, line.isc, line.otherTax, line.tax, line.rounding ?? '0');
}

export interface RateTotals {
  /** Rate of the ITBMS, in per cent. */
  rate: Decimal;
  base: Decimal;
  tax: Decimal;
}

/** Base and ITBMS of a document by rate, the lowest first. */
export function taxesByRate(lines: readonly (Pick<LineAmounts, 'net' | 'tax'> & { rate: Decimal })[]): RateTotals[] {
  const groups = [...Map.groupBy(lines, ({ rate }) => rate)].toSorted(([one], [other]) => compare(one, other));
  return groups.map(([rate, group]) => {
    const { subtotal: base, tax } = totalsOf(group);
    return { rate, base, tax };
  });
}

/** A PAC takes prices and discounts per unit with that many digits behind the point. */
const UNIT_DIGITS = 6;

type Spreadable = Pick<LineTerms, 'quantity' | 'unitPrice' | 'discount'>;

/**
 * The discount per unit of each line, its own included, with which the lines' nets come to exactly `discount` less: shares in proportion
 * to the nets, the cents that are left to the largest remainders. A PAC counts a net anew from six digits per unit, which cannot give
 * every net of a great quantity; what such a line cannot take is left to the others. Undefined where no line can take the rest.
 */
export function spreadDiscount(lines: readonly Spreadable[], discount: Decimal): Decimal[] | undefined {
  const nets = lines.map(netOf);
  const sum = add('0', ...nets);
  if (compare(discount, sum) > 0) return undefined;
  const shares = sharesOf(discount, nets, sum);
  const spread = lines.map((line) => line.discount ?? '0');
  let carried = '0';
  // The lines of few units can have any net: they come last, and take what the others could not.
  for (const index of indicesBy(lines, ({ quantity }) => quantity).toReversed()) {
    const [line, net] = [lines[index]!, nets[index]!];
    const wanted = lesser(add(shares[index]!, carried), net);
    if (!isPositive(wanted)) {
      carried = add(shares[index]!, carried);
      continue;
    }
    spread[index] = quotient(
      subtract(multiply(line.unitPrice, line.quantity), subtract(net, wanted)),
      line.quantity,
      UNIT_DIGITS,
    );
    const reached = netOf({ ...line, discount: spread[index] });
    carried = subtract(add(shares[index]!, carried), subtract(net, reached));
  }
  return carried === '0' ? spread : undefined;
}

/** Parts of an amount in proportion to weights, in cents that add up to it. */
function sharesOf(amount: Decimal, weights: readonly Decimal[], sum: Decimal): Decimal[] {
  if (sum === '0') return weights.map(() => '0');
  const shares = weights.map((weight) => quotient(multiply(amount, weight), sum, 2, 'down'));
  const remainders = weights.map((weight, index) => subtract(multiply(amount, weight), multiply(shares[index]!, sum)));
  const left = Number(multiply(subtract(amount, add('0', ...shares)), '100'));
  for (const index of indicesBy(remainders, (remainder) => remainder)
    .toReversed()
    .slice(0, left))
    shares[index] = add(shares[index]!, '0.01');
  return shares;
}

function netOf(line: Spreadable): Decimal {
  return lineAmounts({ ...line, taxRate: '0' }).net;
}

/** The smallest first; of equals the later one, so that the reverse begins with the first. */
function indicesBy<T>(list: readonly T[], key: (one: T) => Decimal): number[] {
  return [...list.keys()].toSorted((a, b) => compare(key(list[a]!), key(list[b]!)) || b - a);
}

/** A part of an amount, to the cent: of `whole` units the share of `part`. */
export function partOf(amount: Decimal, part: Decimal, whole: Decimal): Decimal {
  return quotient(multiply(amount, part), whole, 2);
}

export function isInCents(amount: Decimal): boolean {
  return fractionDigits(amount) <= 2;
}
