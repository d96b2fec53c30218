// Exact decimals: the service's own arithmetic, and numbers as a person types them.
import { plain } from '../../../src/platform/decimal.ts';

export {
  aboveZero,
  add,
  compare,
  isPositive,
  lesser,
  multiply,
  negate,
  quotient,
  roundMoney,
  roundPrice,
  subtract,
} from '../../../src/platform/decimal.ts';

/** Digits in groups of three, parted by one and the same mark, then perhaps a fraction after another one. */
const GROUPED = /^\d{1,3}(?:([ .,'])\d{3})(?:\1\d{3})*(?:(?!\1)([.,])\d+)?$/;
const UNGROUPED = /^\d*(?:[.,]\d+)?$/;

/**
 * Reads a number that a person typed, in any of the usual ways; undefined for other texts. Panama parts thousands by a
 * comma in both languages, so `1,234` is more than a thousand; `1.234` and `0,123` can only be fractions.
 */
export function readDecimal(typed: string): string | undefined {
  const text = typed
    .trim()
    .replaceAll(/[\s\u00a0\u202f]/g, ' ')
    .replace('−', '-')
    // An amount that is copied has its currency; the dollar is worth a balboa, and a bank writes it.
    .replace(/^([+-]?)(?:B\/\.|US\$|USD|\$) ?/, '$1');
  const sign = text.startsWith('-') ? '-' : '';
  const digits = text.replace(/^[+-]/, '');
  const mark = GROUPED.exec(digits);
  const isGrouped = mark !== null && !/^0/.test(digits) && !/^\d+\.\d{3}$/.test(digits);
  if (!isGrouped && (digits === '' || !UNGROUPED.test(digits))) return undefined;
  const written = (isGrouped ? digits.replaceAll(mark[1]!, '') : digits).replace(',', '.').replace(/^\./, '0.');
  return /^\d+(\.\d+)?$/.test(written) ? plain(sign + written) : undefined;
}
