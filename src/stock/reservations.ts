// Reservations: stock that is promised and still on the shelf.
import { sql, type OperationNodeSource, type Selectable } from 'kysely';
import { v7 as uuid } from 'uuid';
import { assertGoods, assertOffered, findItem, locationOrDefault } from '../catalog/index.ts';
import { tell } from '../events/index.ts';
import { positive, type Decimal } from '../platform/decimal.ts';
import { conflict, DomainError, together } from '../platform/errors.ts';
import { jsonRows, prepared, type Sql } from '../platform/sql.ts';
import { changing, findingRow, lockingRow, pipeline, type TenantDb } from '../tenancy/index.ts';
import type { LevelKey } from './movement.ts';
import { IS_TOLD, shortagesOfNewLevels } from './new-levels.ts';
import type { StockReservationRow } from './tables.ts';

export type StockReservation = Selectable<StockReservationRow>;

export const findReservation = findingRow('stock_reservations', 'Reservation');

const lockReservation = lockingRow('stock_reservations', 'Reservation');

export interface ReservationRequest extends LevelKey {
  quantity: Decimal;
  orderId?: string | undefined;
  orderLineId?: string | undefined;
}

/** Reserves all or nothing; refuses with INSUFFICIENT_STOCK what is not available of an item that may not go negative. */
export async function reserve(
  db: TenantDb,
  requests: readonly ReservationRequest[],
  createdBy: string,
): Promise<StockReservation[]> {
  await moveReserved(db, requests, NOTHING_ENDED, false);
  return newReservations(db, requests, createdBy).returningAll().execute();
}

/** The levels, for an order that is not written yet; of a company that sells without stock they may promise more than there is. */
export async function raiseReserved(db: TenantDb, requests: readonly ReservationRequest[]): Promise<void> {
  await moveReserved(db, requests, NOTHING_ENDED, db.tenant.sellsWithoutStock);
}

/**
 * The same in place of what the order holds: each level moves by the difference. The caller holds the order locked, and writes the
 * reservations.
 */
export async function raiseReservedAnew(
  db: TenantDb,
  orderId: string,
  requests: readonly ReservationRequest[],
): Promise<void> {
  const ended = endingReservations(db, orderId, 'RELEASED').returning(['item_id', 'location_id', 'quantity']);
  await moveReserved(db, requests, sql`${ended}`, db.tenant.sellsWithoutStock);
}

const NOTHING_ENDED = sql`select null::uuid as item_id, null::uuid as location_id, 0 as quantity where false`;

async function moveReserved(
  db: TenantDb,
  requests: readonly ReservationRequest[],
  ended: Sql,
  mayExceed: boolean,
): Promise<void> {
  for (const { quantity } of requests) positive('quantity', quantity);
  const { rows: short } = await sql<{ sku: string; available: Decimal }>`${prepared}
    with ended as (${ended}), wanted as (
      select item_id, location_id, sum(quantity) as quantity
      from (
        select * from jsonb_to_recordset(${jsonRows(requests.map(toLevelKey))}) as r (item_id uuid, location_id uuid, quantity numeric)
        union all select item_id, location_id, -quantity from ended
      ) change
      group by item_id, location_id having sum(quantity) <> 0
    ), level as (
      insert into stock_levels as l (tenant_id, item_id, location_id, reserved)
      select ${db.tenant.id}, item_id, location_id, quantity from wanted order by item_id, location_id
      on conflict (tenant_id, item_id, location_id) do update set reserved = l.reserved + excluded.reserved
      returning item_id, location_id, on_hand - reserved as available, on_hand = 0 and xmax = 0 as is_new
    ), told as (
      -- A level that was there is told of by the trigger of changed levels.
      ${tell(sql`
        select ${db.tenant.id}, 'stock.available_changed', item_id, item_id, jsonb_build_object('id', item_id, 'itemIds', array[item_id])
        from level where is_new and ${IS_TOLD}
        union all ${shortagesOfNewLevels(db)}`)}
    )
    select item.sku, level.available + wanted.quantity as available
    from level join wanted using (item_id, location_id)
    join items item on item.tenant_id = ${db.tenant.id} and item.id = level.item_id
    where level.available < 0 and wanted.quantity > 0 and not item.allow_negative_stock
      and not (${mayExceed} and item.tracking_mode = 'NONE')`.execute(db);
  if (short.length > 0) {
    throw together(
      short.map(
        (item) => new DomainError('INSUFFICIENT_STOCK', 'Not enough stock of {sku}: {available} available', item),
      ),
    );
  }
}

/** The second half: the statement that writes the reservations. */
export function newReservations(db: TenantDb, requests: readonly ReservationRequest[], createdBy: string) {
  const rows = requests.map((request) => ({
    tenant_id: db.tenant.id,
    id: uuid(),
    item_id: request.itemId,
    location_id: request.locationId,
    quantity: request.quantity,
    status: 'ACTIVE' as const,
    order_id: request.orderId ?? null,
    order_line_id: request.orderLineId ?? null,
    created_by: createdBy,
  }));
  return db.insertInto('stock_reservations').values(rows);
}

function toLevelKey(request: ReservationRequest): object {
  return { item_id: request.itemId, location_id: request.locationId, quantity: request.quantity };
}

/** By hand, without an order. */
export async function reserveStock(
  db: TenantDb,
  input: { itemId: string; locationId?: string | null | undefined; quantity: Decimal },
  createdBy: string,
): Promise<StockReservation> {
  positive('quantity', input.quantity);
  const item = await findItem(db, input.itemId);
  assertGoods(item);
  const location = await locationOrDefault(db, input.locationId);
  assertOffered(item, item.sku, 'itemId');
  assertOffered(location, location.code, 'locationId');
  const [reservation] = await reserve(
    db,
    [{ itemId: item.id, locationId: location.id, quantity: input.quantity }],
    createdBy,
  );
  return reservation!;
}

/** Releases the reserved quantities. An order's reservation is released by canceling the order. */
export async function releaseReservation(db: TenantDb, id: string): Promise<StockReservation> {
  const found = await lockReservation(db, id);
  if (found.status === 'RELEASED') return found;
  if (found.status === 'CONSUMED') throw conflict('The reservation is consumed: its goods have left');
  if (found.order_id !== null) throw conflict('The reservation belongs to an order; cancel the order to release it');
  const ending = changing(db, 'stock_reservations')
    .set({ status: 'RELEASED' })
    .where('id', '=', id)
    .returning(['item_id', 'location_id', 'quantity']);
  await pipeline(db, lowering(db, ending));
  return { ...found, status: 'RELEASED' };
}

/** Releases what an order still holds. The caller holds the order locked. */
export async function releaseOrderReservations(db: TenantDb, orderId: string): Promise<void> {
  await pipeline(
    db,
    lowering(db, endingReservations(db, orderId, 'RELEASED').returning(['item_id', 'location_id', 'quantity'])),
  );
}

/** As a `with` of the statement that invoices the order: the levels are lowered by the movements that carry the goods out. */
export const consumingReservations = (db: TenantDb, orderId: string) => endingReservations(db, orderId, 'CONSUMED');

function endingReservations(db: TenantDb, orderId: string, status: 'RELEASED' | 'CONSUMED') {
  return changing(db, 'stock_reservations')
    .set({ status })
    .where('order_id', '=', orderId)
    .where('status', '=', 'ACTIVE');
}

/** Lowers the levels by the reservations that the statement ends. */
function lowering(db: TenantDb, ending: OperationNodeSource): Sql {
  // Locked in key order, as the writer of the ledger locks them.
  return sql`
    with ended as (${ending}), freed as (
      select item_id, location_id, sum(quantity) as quantity from ended group by item_id, location_id
    ), locked as (
      select l.item_id, l.location_id, freed.quantity from stock_levels l join freed using (item_id, location_id)
      where l.tenant_id = ${db.tenant.id} order by l.item_id, l.location_id for update of l
    )
    update stock_levels l set reserved = l.reserved - locked.quantity from locked
    where l.tenant_id = ${db.tenant.id} and l.item_id = locked.item_id and l.location_id = locked.location_id`;
}
