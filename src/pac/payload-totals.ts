// Lines of a payload as terms of money, and the totals of the document that was sent.
import { ITBMS_RATES } from '../fiscal/itbms.ts';
import { amountsOfLines, totalsOf, type LineTerms, type Rounding, type Totals } from '../fiscal/money.ts';
import { add, plain } from '../platform/decimal.ts';
import type { PacPayload } from './payload.ts';

export function totalsOfPayload({ items }: Pick<PacPayload, 'items'>, rounding: Rounding): Totals {
  return totalsOf(amountsOfLines(items.map(termsOf), rounding));
}

export function termsOf({ quantity, prices, itbms, isc, oti }: PacPayload['items'][number]): LineTerms {
  return {
    quantity: plain(quantity),
    unitPrice: plain(prices.transfer),
    discount: plain(prices.discount ?? 0),
    taxRate: ITBMS_RATES.find(({ code }) => code === itbms.rate)!.percent,
    iscRate: plain(isc?.rate ?? 0),
    otherTax: add('0', ...(oti ?? []).map(({ amount }) => plain(amount))),
  };
}
