// Available quantity of an item at its place of sale, other places with stock when that has none, and the quantity taken.
import { add, compare, isPositive, multiply, readDecimal } from '../format/decimal.ts';
import type { DraftLine, SoldItem } from './sale.ts';

export type Level = NonNullable<SoldItem['inventory']['levels']>[number];

export type StockAt = ReturnType<typeof stockAt>;

/** `elsewhere` is empty while there is some here. */
export function stockAt(levels: readonly Level[], locationId: string): { here: string; elsewhere: readonly Level[] } {
  const here = levels.find((level) => level.locationId === locationId)?.available ?? '0';
  if (isPositive(here)) return { here, elsewhere: [] };
  const elsewhere = levels.filter((level) => level.locationId !== locationId && isPositive(level.available));
  return { here, elsewhere: elsewhere.toSorted((one, other) => compare(other.available, one.available)) };
}

/** Quantity of each item that lines take, in the item's own unit; unreadable lines take nothing. */
export function takenBy(
  lines: readonly (Pick<DraftLine, 'unit' | 'quantity'> & { item: Pick<SoldItem, 'id' | 'units'> })[],
): ReadonlyMap<string, string> {
  const taken = new Map<string, string>();
  for (const { item, unit, quantity } of lines) {
    const factor = item.units.find((one) => one.unit === unit)?.factor ?? '1';
    const many = multiply(readDecimal(quantity) ?? '0', factor);
    taken.set(item.id, add(taken.get(item.id) ?? '0', many));
  }
  return taken;
}

interface Sold<Line> {
  state: string;
  orderId?: string | null | undefined;
  sale: { place?: string | null | undefined; lines: readonly Line[] };
}

/** Units sold here without an order yet: they have left, though the service knows nothing of it. */
export function leftUnknown<Line>(sales: readonly Sold<Line>[], place: string | null): Line[] {
  return sales
    .filter((one) => one.state === 'waiting' && !one.orderId && one.sale.place === place)
    .flatMap(({ sale }) => sale.lines);
}

/** As the service has it: only what may be counted afterwards is sold without being there. */
export const mayGoBelowZero = (
  { trackingMode, allowNegativeStock }: Pick<SoldItem, 'trackingMode' | 'allowNegativeStock'>,
  sellsWithoutStock: boolean,
): boolean => allowNegativeStock || (sellsWithoutStock && trackingMode === 'NONE');
