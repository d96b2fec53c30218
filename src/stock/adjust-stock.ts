// Adjusts stock by hand: a count that differs, goods found or broken.
import { v7 as uuid } from 'uuid';
import { findItem, locationOrDefault, MAX_LENGTH, notNegative, requiredText } from '../catalog/index.ts';
import { compare, isPositive, plain, subtract, type Decimal } from '../platform/decimal.ts';
import { badInput, conflict } from '../platform/errors.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { moveGoods } from './move-goods.ts';
import { once } from './once.ts';
import { logRow, newestLog, type InventoryLog, type LogPosition } from './stock-records.ts';

export interface Adjustment {
  itemId: string;
  locationId?: string | null | undefined;
  quantityChange: Decimal;
  /** What it is for. */
  description: string;
  lotNumber?: string | null | undefined;
  expirationDate?: string | null | undefined;
  /** Of goods that come; moves the average cost. */
  unitCost?: Decimal | null | undefined;
  idempotencyKey?: string | null | undefined;
  /** What the caller believes is on hand at the location; refused with CONFLICT when somebody moved it meanwhile. */
  expectedBalance?: Decimal | null | undefined;
}

export async function adjustStock(db: TenantDb, input: Adjustment, createdBy: string): Promise<InventoryLog> {
  const { idempotencyKey, ...asked } = input;
  const position = await once(db, idempotencyKey, { operation: 'adjustInventory', ...asked }, () =>
    adjust(db, asked, createdBy),
  );
  return logRow(db, position);
}

async function adjust(db: TenantDb, input: Adjustment, createdBy: string): Promise<LogPosition> {
  if (compare(input.quantityChange, '0') === 0) throw badInput('quantityChange must not be 0');
  const description = requiredText('description', input.description, MAX_LENGTH.description);
  if (input.unitCost != null) {
    if (!isPositive(input.quantityChange))
      throw badInput('unitCost belongs to goods that come: quantityChange above 0');
    notNegative('unitCost', input.unitCost);
  }
  const item = await findItem(db, input.itemId);
  const location = await locationOrDefault(db, input.locationId);
  const movement = {
    itemId: item.id,
    locationId: location.id,
    change: input.quantityChange,
    source: { type: 'MANUAL_ADJUSTMENT' as const, id: uuid() },
    description,
    unitCost: input.unitCost ?? undefined,
    lotNumber: input.lotNumber,
    expirationDate: input.expirationDate,
  };
  const [moved] = await moveGoods(db, [movement], { createdBy });
  const before = subtract(moved!.newQuantity, input.quantityChange);
  // Compared after the move, under the level's lock; a refusal takes the move back.
  if (input.expectedBalance != null && compare(before, input.expectedBalance) !== 0) {
    throw conflict(`The balance is ${before}, not ${plain(input.expectedBalance)}: somebody moved it meanwhile`);
  }
  return newestLog(db, item.id, location.id);
}
