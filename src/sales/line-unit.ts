// In which unit a line is sold, and what one of it costs where the order is silent: pure.
import {
  fractionDigits,
  isTooLarge,
  MAX_FRACTION_DIGITS,
  MAX_INTEGER_DIGITS,
  multiply,
  plain,
  roundPrice,
  type Decimal,
} from '../platform/decimal.ts';
import { badInput } from '../platform/errors.ts';

/** What is said of an item that is sold. */
export interface SoldItem {
  sku: string;
  unit: string;
  unit_price: Decimal;
  /** Those beside its own. */
  units: Readonly<Record<string, { factor: Decimal; price: Decimal | null }>> | null;
  /** On the client's price list, by unit. */
  prices: Readonly<Record<string, Decimal>> | null;
}

export interface LineUnit {
  /** Null: the item's own. */
  unit: string | null;
  unit_factor: Decimal;
  /** Of one of the unit. */
  price: Decimal;
}

/**
 * The client's price list goes first: what it says of the unit, else of the item's own, by the factor. Refuses a unit that the item does not have, and a quantity that is too fine to be
 * counted in the item's own.
 */
export function lineUnit(item: SoldItem, wanted: string | null | undefined, quantity: Decimal): LineUnit {
  const unit = wanted?.normalize('NFC').trim() ?? '';
  const listed = listedPrice(item, item.unit);
  if (unit === '' || unit === item.unit) return { unit: null, unit_factor: '1', price: listed ?? item.unit_price };
  const known = Object.hasOwn(item.units ?? {}, unit) ? item.units![unit] : undefined;
  if (!known) throw badInput('{sku} has no unit {unit}', { sku: item.sku, unit, field: 'unit' });
  const factor = plain(known.factor);
  assertCountable(multiply(quantity, factor));
  const price = listedPrice(item, unit) ?? (listed === undefined ? known.price : null);
  return { unit, unit_factor: factor, price: price ?? roundPrice(multiply(listed ?? item.unit_price, factor)) };
}

function listedPrice({ prices }: SoldItem, unit: string): Decimal | undefined {
  return prices && Object.hasOwn(prices, unit) ? plain(prices[unit]!) : undefined;
}

/** Stock is counted in numbers as the wire has them. */
export function assertCountable(units: Decimal): void {
  if (!isTooLarge(units) && fractionDigits(units) <= MAX_FRACTION_DIGITS) return;
  throw badInput(
    "{field} comes to {units} of the item's own unit: at most {whole} digits before the point and {most} behind it",
    {
      field: 'quantity',
      ...{ units, whole: MAX_INTEGER_DIGITS, most: MAX_FRACTION_DIGITS },
    },
  );
}
