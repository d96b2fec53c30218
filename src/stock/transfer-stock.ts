// Moves goods between two locations: one goes down as the other goes up, or nothing happens.
import { v7 as uuid } from 'uuid';
import { findItem, findLocation, MAX_LENGTH, optionalCode, optionalText } from '../catalog/index.ts';
import { negate, positive, type Decimal } from '../platform/decimal.ts';
import { badInput, readAll } from '../platform/errors.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { findLot } from './lots.ts';
import { moveGoods } from './move-goods.ts';
import { unlessRefused, type Place, type PlainMove } from './move-together.ts';
import type { Movement } from './movement.ts';
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
  const { note, lotNumber } = readTransfer(input);
  const item = await findItem(db, input.itemId);
  const from = await findLocation(db, input.fromLocationId, 'fromLocationId');
  const to = await findLocation(db, input.toLocationId, 'toLocationId');
  const [out, into] = movementsOf(input, note, from, to);
  const fromLot =
    lotNumber === null ? undefined : await findLot(db, { itemId: item.id, locationId: from.id, lotNumber });
  const arriving = { ...into, lotNumber, expirationDate: input.expirationDate, fromLot };
  await moveGoods(db, [{ ...out, lotNumber }, arriving], { createdBy });
  return { id: out.source.id, out: await newestLog(db, item.id, from.id), in: await newestLog(db, item.id, to.id) };
}

/** The same beside others; undefined where it needs a transaction of its own, be it to be refused. */
export function plainTransfer(input: Transfer, createdBy: string): PlainMove<StockTransfer> | undefined {
  const { itemId, fromLocationId, toLocationId, lotNumber, expirationDate } = input;
  const read = unlessRefused(() => readTransfer(input));
  if (!read || lotNumber != null || expirationDate != null) return undefined;
  return {
    ...{ itemId, locationIds: [fromLocationId, toLocationId], createdBy },
    movementsAt: ([from, to]) => movementsOf(input, read.note, from!, to!),
    answer: ([out, into]) => ({ id: out!.source_id!, out: out!, in: into! }),
  };
}

function readTransfer(input: Transfer): { note: string | null; lotNumber: string | null } {
  return readAll({
    quantity: () => positive('quantity', input.quantity),
    toLocationId: () => otherLocation(input),
    note: () => optionalText('description', input.description, MAX_LENGTH.description),
    lotNumber: () => optionalCode('lotNumber', input.lotNumber, MAX_LENGTH.code),
  });
}

function movementsOf(
  { itemId, quantity }: Transfer,
  note: string | null,
  from: Place,
  to: Place,
): [out: Movement, into: Movement] {
  const about = (words: string): string => (note === null ? words : `${words}: ${note}`);
  const source = { type: 'MANUAL_ADJUSTMENT' as const, id: uuid() };
  return [
    {
      ...{ itemId, locationId: from.id, change: negate(quantity), source },
      description: about(`Transfer to ${to.code}`),
    },
    { ...{ itemId, locationId: to.id, change: quantity, source }, description: about(`Transfer from ${from.code}`) },
  ];
}

function otherLocation({ fromLocationId, toLocationId }: Transfer): string {
  if (fromLocationId === toLocationId) throw badInput('{field} must be another location', { field: 'toLocationId' });
  return toLocationId;
}
