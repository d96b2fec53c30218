// Creates an item together with what is on hand of it, so that a shop can sell it at once.
import { assertGoods, createItem, type Item } from '../catalog/index.ts';
import { notNegative, positive, type Decimal } from '../platform/decimal.ts';
import { readWithin } from '../platform/errors.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { adjustStock, type Adjustment } from './adjust-stock.ts';

type OpeningStock = Pick<Adjustment, 'locationId' | 'unitCost' | 'lotNumber' | 'expirationDate'> & {
  quantity: Decimal;
};

const DESCRIPTION = 'Existencia inicial';

export async function createStockedItem(
  db: TenantDb,
  { openingStock, ...input }: Parameters<typeof createItem>[1] & { openingStock?: OpeningStock | null | undefined },
  createdBy: string,
): Promise<Item> {
  const item = await createItem(db, input);
  if (!openingStock) return item;
  assertGoods(item, 'openingStock');
  const { quantity, unitCost, ...rest } = openingStock;
  readWithin('openingStock', {
    quantity: () => positive('quantity', quantity),
    unitCost: () => unitCost == null || notNegative('unitCost', unitCost),
  });
  const adjustment = { ...rest, unitCost, itemId: item.id, quantityChange: quantity, description: DESCRIPTION };
  await adjustStock(db, adjustment, createdBy);
  return item;
}
