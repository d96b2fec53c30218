// Items that are to be ordered: how much of each, and what each supplier is asked for.
import type { CreatePurchaseOrderInput, ItemsAnswer } from '../api/answers.ts';
import { compare, isPositive, readDecimal, roundMoney } from '../format/decimal.ts';
import { withCents } from './sale.ts';

export type ItemToOrder = NonNullable<ItemsAnswer['items']['records']>[number];
type Supplier = NonNullable<ItemToOrder['lastPurchase']>['supplier'];

/** Typed values of an item; the default of each is the known value. A supplier that is null is yet to be chosen. */
export interface Typed {
  quantity?: string;
  cost?: string;
  supplier?: Supplier | null;
}

export type LineToOrder = Required<Typed> & { item: ItemToOrder };

/** As long as the sales of an order last beyond its lead time, where the item does not say how much is ordered. */
const DAYS_BEYOND = 30;

/** The item's own quantity, else by its sales; nothing where it sells nothing or enough is there and coming. */
export function quantityToOrder({ inventory, coverage }: Pick<ItemToOrder, 'inventory' | 'coverage'>): string {
  const { available, reorderQuantity, leadTime } = inventory;
  if (isPositive(reorderQuantity)) return reorderQuantity;
  // A suggestion in whole units, so what a float loses does not matter.
  const wanted = Number(coverage.dailyVelocity) * (leadTime + DAYS_BEYOND);
  const missing = Math.ceil(wanted - Number(available) - Number(coverage.incomingQuantity));
  return missing > 0 ? String(missing) : '';
}

export function lineToOrder(item: ItemToOrder, typed: Typed = {}): LineToOrder {
  const { lastPurchase, averageCost } = item;
  const average = isPositive(averageCost) ? roundMoney(averageCost) : '';
  return {
    item,
    quantity: quantityToOrder(item),
    cost: lastPurchase ? withCents(lastPurchase.unitCost) : average,
    supplier: lastPurchase?.supplier ?? null,
    ...typed,
  };
}

/** By name; whose supplier is not known come last. */
export const bySupplier = (lines: readonly LineToOrder[]): { supplier: Supplier | null; lines: LineToOrder[] }[] =>
  [...Map.groupBy(lines, ({ supplier }) => supplier?.id).values()]
    .map((group) => ({ supplier: group[0]!.supplier, lines: group }))
    .sort((a, b) => Number(!a.supplier) - Number(!b.supplier) || a.supplier!.name.localeCompare(b.supplier!.name));

/** Typed numbers, each undefined where it is invalid. */
export function readToOrder(line: LineToOrder): { quantity: string | undefined; cost: string | undefined } {
  const [quantity, cost] = [readDecimal(line.quantity), readDecimal(line.cost)];
  return {
    quantity: quantity !== undefined && isPositive(quantity) ? quantity : undefined,
    cost: cost !== undefined && compare(cost, '0') >= 0 ? cost : undefined,
  };
}

/** Undefined where something that was typed will not do. */
export function orderFrom(supplierId: string, lines: readonly LineToOrder[]): CreatePurchaseOrderInput | undefined {
  const read = lines.flatMap((line) => {
    const { quantity, cost } = readToOrder(line);
    return quantity === undefined || cost === undefined ? [] : [{ itemId: line.item.id, quantity, unitCost: cost }];
  });
  return read.length === lines.length ? { supplierId, lines: read } : undefined;
}
