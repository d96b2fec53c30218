// Moves goods between two locations: one goes down as the other goes up, or nothing happens.
import { v7 as uuid } from 'uuid';
import { findItem, findLocation, MAX_LENGTH, optionalCode, optionalText } from '../catalog/index.ts';
import { negate, positive, type Decimal } from '../platform/decimal.ts';
import { badInput, readAll } from '../platform/errors.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { findLot } from './lots.ts';
import { moveGoods } from './move-goods.ts';
import { newestLog, type InventoryLog } from './stock-records.ts';

export interface Transfer {
  itemId: string;
  fromLocationId: string;
  toLocationId: string;
  quantity: Decimal;
  description?: string | null | undefined;
  /** Needed for an item that is tracked by lot or serial: the lot keeps its number, its expiry, its cost and its age. */
  lotNumber?: string | null | undefined;
  expirationDate?: string | null | undefined;
}

export interface StockTransfer {
  id: string;
  out: InventoryLog;
  in: InventoryLog;
}

export async function transferStock(db: TenantDb, input: Transfer, createdBy: string): Promise<StockTransfer> {
  const { note, lotNumber } = readAll({
    quantity: () => positive('quantity', input.quantity),
    toLocationId: () => otherLocation(input),
    note: () => optionalText('description', input.description, MAX_LENGTH.description),
    lotNumber: () => optionalCode('lotNumber', input.lotNumber, MAX_LENGTH.code),
  });
  const item = await findItem(db, input.itemId);
  const from = await findLocation(db, input.fromLocationId);
  const to = await findLocation(db, input.toLocationId);
  const about = (words: string): string => (note === null ? words : `${words}: ${note}`);
  const id = uuid();
  const source = { type: 'MANUAL_ADJUSTMENT' as const, id };
  const fromLot =
    lotNumber === null ? undefined : await findLot(db, { itemId: item.id, locationId: from.id, lotNumber });
  await moveGoods(
    db,
    [
      {
        itemId: item.id,
        locationId: from.id,
        change: negate(input.quantity),
        source,
        description: about(`Transfer to ${to.code}`),
        lotNumber,
      },
      {
        itemId: item.id,
        locationId: to.id,
        change: input.quantity,
        source,
        description: about(`Transfer from ${from.code}`),
        lotNumber,
        expirationDate: input.expirationDate,
        fromLot,
      },
    ],
    { createdBy },
  );
  return { id, out: await newestLog(db, item.id, from.id), in: await newestLog(db, item.id, to.id) };
}

function otherLocation({ fromLocationId, toLocationId }: Transfer): string {
  if (fromLocationId === toLocationId) throw badInput('{field} must be another location', { field: 'toLocationId' });
  return toLocationId;
}
