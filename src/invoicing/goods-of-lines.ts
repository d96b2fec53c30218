// What of a document's lines are goods, and how many units of the item: they move stock and count as sold; services do not.
import type { Item } from '../catalog/index.ts';
import type { Decimal } from '../platform/decimal.ts';
import { baseQuantity } from '../sales/index.ts';

interface Line {
  item_id: string;
  quantity: Decimal;
  unit_factor: Decimal;
}

/** Each with `units`, in the item's own unit. */
export function goodsOfLines<L extends Line>(
  lines: readonly L[],
  items: ReadonlyMap<string, Pick<Item, 'kind'>>,
): (L & { units: Decimal })[] {
  return lines
    .filter((line) => items.get(line.item_id)!.kind === 'GOODS')
    .map((line) => ({ ...line, units: baseQuantity(line) }));
}
