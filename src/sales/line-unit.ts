// In which unit a line is sold, and what one of it costs where the order is silent: pure.
import { assertCountable, unitOfLine } from '../catalog/index.ts';
import { multiply, plain, roundPrice, type Decimal } from '../platform/decimal.ts';

/** Fields of an item that is sold. */
export interface SoldItem {
  sku: string;
  unit: string;
  unit_price: Decimal;
  /** Units beside its own. */
  units: Readonly<Record<string, { factor: Decimal; price: Decimal | null }>> | null;
  /** On the client's price list, by unit. */
  prices: Readonly<Record<string, Decimal>> | null;
}

export interface LineUnit {
  /** Null: the item's own. */
  unit: string | null;
  unit_factor: Decimal;
  /** Price of one unit of `unit`. */
  price: Decimal;
}

/**
 * The client's price list goes first: what it says of the unit, else of the item's own, by the factor. Refuses a unit that the item
 * does not have, and a quantity that is too fine to be counted in the item's own.
 */
export function lineUnit(item: SoldItem, wanted: string | null | undefined, quantity: Decimal): LineUnit {
  const listed = listedPrice(item, item.unit);
  const other = unitOfLine(item, wanted, (unit) =>
    Object.hasOwn(item.units ?? {}, unit) ? item.units![unit] : undefined,
  );
  if (!other) return { unit: null, unit_factor: '1', price: listed ?? item.unit_price };
  const { unit, found } = other;
  const factor = plain(found.factor);
  assertCountable(multiply(quantity, factor));
  const price = listedPrice(item, unit) ?? (listed === undefined ? found.price : null);
  return { unit, unit_factor: factor, price: price ?? roundPrice(multiply(listed ?? item.unit_price, factor)) };
}

function listedPrice({ prices }: SoldItem, unit: string): Decimal | undefined {
  return prices && Object.hasOwn(prices, unit) ? plain(prices[unit]!) : undefined;
}
