// Moves goods between two locations: one goes down as the other goes up, or nothing happens.
import { v7 as uuid } from 'uuid';
import { findItem, findLocation, MAX_LENGTH, optionalCode, optionalText } from '../catalog/index.ts';
import { isPositive, negate, type Decimal } from '../platform/decimal.ts';
import { badInput } from '../platform/errors.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { findLot } from './lots.ts';
import { moveGoods } from './move-goods.ts';
import { once } from './once.ts';
import { logRow, newestLog, type InventoryLog, type LogPosition } from './stock-records.ts';

export interface Transfer {
  itemId: string;
  fromLocationId: string;
  toLocationId: string;
  quantity: Decimal;
  description?: string | null | undefined;
  /** Needed for an item that is tracked by lot or serial: the lot keeps its number, its expiry, its cost and its age. */
  lotNumber?: string | null | undefined;
  expirationDate?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
}

export interface StockTransfer {
  id: string;
  out: InventoryLog;
  in: InventoryLog;
}

interface Positions {
  id: string;
  out: LogPosition;
  in: LogPosition;
}

export async function transferStock(db: TenantDb, input: Transfer, createdBy: string): Promise<StockTransfer> {
  const { idempotencyKey, ...asked } = input;
  const positions = await once(db, idempotencyKey, { operation: 'transferStock', ...asked }, () =>
    transfer(db, asked, createdBy),
  );
  return { id: positions.id, out: await logRow(db, positions.out), in: await logRow(db, positions.in) };
}

async function transfer(db: TenantDb, input: Transfer, createdBy: string): Promise<Positions> {
  if (!isPositive(input.quantity)) throw badInput('quantity must be above 0');
  if (input.fromLocationId === input.toLocationId) throw badInput('toLocationId must be another location');
  const item = await findItem(db, input.itemId);
  const from = await findLocation(db, input.fromLocationId);
  const to = await findLocation(db, input.toLocationId);
  const note = optionalText('description', input.description, MAX_LENGTH.description);
  const about = (words: string): string => (note === null ? words : `${words}: ${note}`);
  const id = uuid();
  const source = { type: 'MANUAL_ADJUSTMENT' as const, id };
  const lotNumber = optionalCode('lotNumber', input.lotNumber, MAX_LENGTH.code);
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
