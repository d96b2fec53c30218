// The older queries of the dashboard: an item's ledger, its lots and its reservations, as they are stored.
import { sql, type Selectable } from 'kysely';
import { sqlRows, type Sql } from '../platform/sql.ts';
import { findItem, findLocation } from '../catalog/index.ts';
import { notFound } from '../platform/errors.ts';
import { rowsOf, type TenantDb } from '../tenancy/index.ts';
import type { InventoryLot } from './lots.ts';
import type { LevelKey } from './movement.ts';
import type { StockReservation } from './reservations.ts';
import type { InventoryLogRow } from './tables.ts';

export type InventoryLog = Selectable<InventoryLogRow>;

/** Position of a row in the ledger. */
export interface LogPosition extends LevelKey {
  /** To the millisecond, in which several may have happened; of a request that release 1.8.0 has kept, exact and without the id. */
  at: string;
  id?: string;
}

// A list without pages shows everything that is active and, of what is over, only the newest.
export const MOST_PAST_RECORDS = 500;

/** Whether goods of a receipt by `log` have stayed: what is taken back of an order came last, but of lots, where it may be any. */
export function someStayed(log: string): Sql {
  const own = (column: string) => sql.ref(`${log}.${column}`);
  return sql`coalesce((
    select min(stays) > 0 from (
      select sum(other.quantity_change) over (order by other.occurred_at) as stays
      from inventory_logs other join items on items.tenant_id = other.tenant_id and items.id = other.item_id
      where other.tenant_id = ${own('tenant_id')} and other.item_id = ${own('item_id')} and other.location_id = ${own('location_id')}
        and other.movement_type = 'COMPRA' and other.occurred_at >= ${own('occurred_at')}
        and other.source_id = ${own('source_id')} and other.unit_cost = ${own('unit_cost')}
        and (items.tracking_mode = 'NONE' or other.quantity_change > 0)
    ) since), true)`;
}

/** Newest first. Positions are counted in the index alone, so that a deep page reads no more rows than the first. */
export async function inventoryLogs(
  db: TenantDb,
  itemId: string,
  page: { locationId?: string | null | undefined; limit: number; offset: number },
): Promise<InventoryLog[]> {
  await assertKnown(db, itemId, page.locationId);
  return sqlRows<InventoryLog>(db)`
    with position as materialized (
      select newest.location_id, newest.occurred_at
      from stock_levels l cross join lateral (
        select location_id, occurred_at from inventory_logs
        where tenant_id = ${db.tenant.id} and item_id = ${itemId} and location_id = l.location_id
        order by occurred_at desc limit ${page.limit + page.offset}
      ) newest
      where l.tenant_id = ${db.tenant.id} and l.item_id = ${itemId}
        and (${page.locationId ?? null}::uuid is null or l.location_id = ${page.locationId ?? null})
      order by newest.occurred_at desc, newest.location_id
      limit ${page.limit} offset ${page.offset}
    )
    select log.* from position join inventory_logs log
      on log.tenant_id = ${db.tenant.id} and log.item_id = ${itemId}
      and log.location_id = position.location_id and log.occurred_at = position.occurred_at
    order by log.occurred_at desc, log.location_id`;
}

/** A stream's newest row; it stays the newest while the caller's transaction holds the level. */
export async function newestLog(db: TenantDb, itemId: string, locationId: string): Promise<InventoryLog> {
  return rowsOf(db, 'inventory_logs')
    .where('item_id', '=', itemId)
    .where('location_id', '=', locationId)
    .orderBy('occurred_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

export function positionOf(log: InventoryLog): LogPosition {
  return { itemId: log.item_id, locationId: log.location_id, at: log.occurred_at.toISOString(), id: log.id };
}

export async function logAt(db: TenantDb, { itemId, locationId, at, id }: LogPosition): Promise<InventoryLog> {
  const { rows } = await sql<InventoryLog>`
    select * from inventory_logs
    where tenant_id = ${db.tenant.id} and item_id = ${itemId} and location_id = ${locationId}
      and occurred_at >= ${at}::timestamptz and occurred_at < ${at}::timestamptz + interval '1 millisecond'
      and (${id ?? null}::uuid is null or id = ${id ?? null})
    order by occurred_at limit 1`.execute(db);
  if (!rows[0]) throw notFound('Movement');
  return rows[0];
}

/** Lots with stock, in the order in which they leave; then the newest empty ones. */
export async function inventoryLots(db: TenantDb, itemId: string, locationId?: string | null): Promise<InventoryLot[]> {
  await assertKnown(db, itemId, locationId);
  let lots = rowsOf(db, 'inventory_lots').where('item_id', '=', itemId);
  if (locationId != null) lots = lots.where('location_id', '=', locationId);
  const open = await lots
    .where('quantity_remaining', '>', '0')
    .orderBy('expiration_date')
    .orderBy('received_at')
    .orderBy('id')
    .execute();
  const empty = await lots
    .where('quantity_remaining', '=', '0')
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_PAST_RECORDS)
    .execute();
  return [...open, ...empty];
}

/** The active ones, newest first; then the newest of those that are consumed or released. */
export async function reservationsByItem(db: TenantDb, itemId: string, isActive = false): Promise<StockReservation[]> {
  await assertKnown(db, itemId);
  const newestFirst = rowsOf(db, 'stock_reservations')
    .where('item_id', '=', itemId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  const active = await newestFirst.where('status', '=', 'ACTIVE').execute();
  if (isActive) return active;
  const past = await newestFirst.where('status', '!=', 'ACTIVE').limit(MOST_PAST_RECORDS).execute();
  return [...active, ...past];
}

async function assertKnown(db: TenantDb, itemId: string, locationId?: string | null): Promise<void> {
  await findItem(db, itemId);
  if (locationId != null) await findLocation(db, locationId);
}
