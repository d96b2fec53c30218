// How much of an item there is where it is sold from, in words.
import { placeName } from '../rules/place-name.ts';
import type { SoldItem } from '../rules/sale.ts';
import { stockAt } from '../rules/stock-at.ts';
import { f, t } from '../texts/speech.ts';

/** Available quantity of an item at its place of sale, or at others when that has none; empty where that is unknown. */
export function stockAtPlace(
  locations: readonly { id: string; name: string }[],
  place: string | null,
): (item: Pick<SoldItem, 'unit' | 'inventory'>) => string {
  return ({ inventory, unit }) => {
    if (!inventory.levels) return '';
    const { here, elsewhere } = stockAt(inventory.levels, place ?? '');
    if (elsewhere.length === 0) return t('picker.available', { quantity: f.quantity(here), unit });
    return [{ locationId: place ?? '', available: here }, ...elsewhere]
      .map(({ locationId, available }) =>
        t('shelf.availableAt', { quantity: f.quantity(available), place: placeName(locations, locationId) ?? '' }),
      )
      .join(', ');
  };
}
