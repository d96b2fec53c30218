// Available quantity: on hand less active reservations (answer 8), the same number everywhere.
import { sql } from 'kysely';
import { sqlRows } from '../platform/sql.ts';
import { findItem, findLocation } from '../catalog/index.ts';
import type { Decimal } from '../platform/decimal.ts';
import type { TenantDb } from '../tenancy/index.ts';

/** Over all locations, or at the one asked for. */
export async function availableQuantity(db: TenantDb, itemId: string, locationId?: string | null): Promise<Decimal> {
  const item = await findItem(db, itemId);
  if (locationId != null) await findLocation(db, locationId);
  const { rows } = await sql<{ available: Decimal }>`
    select coalesce(sum(on_hand - reserved), 0) as available
    from stock_levels
    where tenant_id = ${db.tenant.id} and item_id = ${item.id}
      and (${locationId ?? null}::uuid is null or location_id = ${locationId ?? null})`.execute(db);
  return rows[0]!.available;
}

export interface StockLevel {
  item_id: string;
  location_id: string;
  on_hand: Decimal;
  available: Decimal;
}

/** At each location where an item ever was, the most first. */
export async function levelsByLocation(db: TenantDb, itemIds: readonly string[]): Promise<StockLevel[]> {
  return sqlRows<StockLevel>(db)`
    select item_id, location_id, on_hand, on_hand - reserved as available from stock_levels
    where tenant_id = ${db.tenant.id} and item_id = any(${itemIds}::uuid[])
    order by available desc, location_id`;
}

export interface LevelTotal {
  itemId: string;
  onHand: Decimal;
  available: Decimal;
}

/** Totals of each item over all locations; an item that never moved has zeros. */
export async function levelTotals(db: TenantDb, itemIds: readonly string[]): Promise<LevelTotal[]> {
  return sqlRows<LevelTotal>(db)`
    select asked.id as "itemId", coalesce(sum(on_hand), 0) as "onHand", coalesce(sum(on_hand - reserved), 0) as available
    from (select distinct unnest(${itemIds}::uuid[]) as id) asked
    left join stock_levels l on l.tenant_id = ${db.tenant.id} and l.item_id = asked.id
    group by asked.id`;
}
