// Sends goods from one location to another: they leave the first at once, all of them or none, and are in transit.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { assertGoods, findLocation, itemsById, MAX_LENGTH, optionalText, type Item } from '../catalog/index.ts';
import { negate, positive, type Decimal } from '../platform/decimal.ts';
import { badInput, between, readAll, readEach } from '../platform/errors.ts';
import { jsonRows } from '../platform/sql.ts';
import { moveGoods } from '../stock/index.ts';
import { adding, type TenantDb } from '../tenancy/index.ts';
import { findTransfer, type Transfer } from './transfers.ts';

export interface SendingAsked {
  id: string;
  fromLocationId: string;
  toLocationId: string;
  note?: string | null | undefined;
  lines: readonly { itemId: string; quantity: Decimal }[];
}

const MOST_LINES = 500;

/** The id is the caller's own: asked again, it answers the transfer that is there. */
export async function sendTransfer(db: TenantDb, sending: SendingAsked, userName: string): Promise<Transfer> {
  const { note } = readAll({
    toLocationId: () => {
      if (sending.fromLocationId === sending.toLocationId)
        throw badInput('{field} must be another location', { field: 'toLocationId' });
    },
    note: () => optionalText('note', sending.note, MAX_LENGTH.description),
    most: () => between('lines', sending.lines.length, 1, MOST_LINES),
    lines: () => readEach('lines', sending.lines, ({ quantity }) => positive('quantity', quantity)),
  });
  const from = await findLocation(db, sending.fromLocationId, 'fromLocationId');
  const to = await findLocation(db, sending.toLocationId, 'toLocationId');
  const made = await adding(db, 'transfers', {
    ...{ id: sending.id, from_location_id: from.id, to_location_id: to.id, note },
    ...{ sent_by: userName, status_by: userName },
  })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  if (made.numInsertedOrUpdatedRows === 0n) return findTransfer(db, sending.id);
  const items = await itemsById(
    db,
    sending.lines.map(({ itemId }) => itemId),
    'lines',
  );
  readEach('lines', sending.lines, ({ itemId }) => assertSent(items.get(itemId)!));
  const lines = sending.lines.map(({ itemId, quantity }, n) => ({
    ...{ id: uuid(), line_number: n + 1, item_id: itemId, quantity, unit_cost: items.get(itemId)!.average_cost },
  }));
  await sql`
    insert into transfer_lines (tenant_id, transfer_id, id, line_number, item_id, quantity, unit_cost)
    select ${db.tenant.id}, ${sending.id}, id, line_number, item_id, quantity, unit_cost
    from jsonb_to_recordset(${jsonRows(lines)})
      as line (id uuid, line_number int, item_id uuid, quantity numeric, unit_cost numeric)
    returning true`.execute(db);
  const description = movedTo(`Transfer to ${to.code}`, note);
  const leaving = lines.map(({ id, item_id, quantity }) => ({
    ...{ itemId: item_id, locationId: from.id, change: negate(quantity), description },
    source: { type: 'MANUAL_ADJUSTMENT' as const, id },
  }));
  await moveGoods(db, leaving, { createdBy: userName, items });
  return findTransfer(db, sending.id);
}

export const movedTo = (words: string, note: string | null): string => (note === null ? words : `${words}: ${note}`);

function assertSent(item: Item): void {
  assertGoods(item);
  if (item.tracking_mode !== 'NONE')
    throw badInput('{sku} is tracked by {mode}: it is transferred at once, lot by lot', {
      ...{ field: 'itemId', sku: item.sku, mode: item.tracking_mode },
    });
}
