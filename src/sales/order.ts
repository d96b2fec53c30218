// An order's lines and sums as rows of the database have them, which invoices have in common: pure.
import {
  amountsOfLines,
  lineAmounts,
  lineTotal,
  percentOf,
  spreadDiscount,
  totalsOf,
  type LineAmounts,
  type LineTerms,
  type Rounding,
  type Totals,
} from '../fiscal/money.ts';
import { multiply, type Decimal } from '../platform/decimal.ts';
import { badInput } from '../platform/errors.ts';

/** Terms from which a line of an order or of an invoice is counted. */
export interface TermsRow {
  quantity: Decimal;
  unit_price: Decimal;
  discount: Decimal;
  tax_rate: Decimal;
  isc_rate: Decimal;
  other_tax: Decimal;
}

export function termsOfRow(row: TermsRow): LineTerms {
  return {
    quantity: row.quantity,
    unitPrice: row.unit_price,
    discount: row.discount,
    taxRate: row.tax_rate,
    iscRate: row.isc_rate,
    otherTax: row.other_tax,
  };
}

export function amountsOfRow(row: TermsRow): LineAmounts {
  return lineAmounts(termsOfRow(row));
}

/** Amounts of all lines of a document, which add up to it. */
export function amountsOfRows(rows: readonly TermsRow[], rounding: Rounding): LineAmounts[] {
  return amountsOfLines(rows.map(termsOfRow), rounding);
}

export function amountColumns({ net, isc, otherTax, tax }: LineAmounts) {
  return { net, isc, other_tax: otherTax, tax };
}

/** Units of the item: what is on the shelf, reserved and counted as sold. */
export function baseQuantity(line: { quantity: Decimal; unit_factor: Decimal }): Decimal {
  return multiply(line.quantity, line.unit_factor);
}

/** Total of a line that is stored with its amounts. */
export function totalOfRow({ net, isc, other_tax: otherTax, tax }: ReturnType<typeof amountColumns>): Decimal {
  return lineTotal({ net, isc, otherTax, tax });
}

export function totalColumns({ subtotal, isc, otherTax, tax, total }: Totals) {
  return { subtotal, isc, other_tax: otherTax, tax, total };
}

/** Before the order's discount is spread over the lines, and before another tax by rate is counted. */
export interface LineToPrice extends Omit<TermsRow, 'discount'> {
  own_discount: Decimal;
  /** Null where the other tax is an amount. */
  other_tax_rate: Decimal | null;
}

/** The lines with what each has off and bears, and what they come to; refuses a discount that cannot be taken off exactly. */
export function priceOrder<L extends LineToPrice>(
  lines: readonly L[],
  discount: Decimal,
  rounding: Rounding,
): { lines: (L & TermsRow)[]; totals: Totals } {
  const spread =
    discount === '0'
      ? lines.map((line) => line.own_discount)
      : spreadDiscount(
          lines.map((line) => ({ ...termsOfRow({ ...line, discount: line.own_discount }) })),
          discount,
        );
  if (spread === undefined)
    throw badInput(
      '{field} of {discount} cannot be taken off the lines exactly: they come to less, or have too many units',
      { field: 'discount', discount },
    );
  const priced = lines.map((line, index) => {
    const terms = { ...line, discount: spread[index]! };
    if (line.other_tax_rate === null) return terms;
    return { ...terms, other_tax: percentOf(amountsOfRow(terms).net, line.other_tax_rate) };
  });
  return { lines: priced, totals: totalsOf(amountsOfRows(priced, rounding)) };
}
