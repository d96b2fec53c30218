// What of an item is available at the location that it is sold from, and where the rest is when that one has none.
import { compare, isPositive } from '../format/decimal.ts';

export interface Level {
  locationId: string;
  available: string;
}

export interface StockAt {
  here: string;
  /** Empty while there is some here. */
  elsewhere: readonly Level[];
}

export function stockAt(levels: readonly Level[], locationId: string): StockAt {
  const here = levels.find((level) => level.locationId === locationId)?.available ?? '0';
  if (isPositive(here)) return { here, elsewhere: [] };
  const elsewhere = levels.filter((level) => level.locationId !== locationId && isPositive(level.available));
  return { here, elsewhere: elsewhere.toSorted((one, other) => compare(other.available, one.available)) };
}
