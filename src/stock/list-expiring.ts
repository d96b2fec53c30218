// Lots with stock and a day to expire, the first to expire first.
import { sql } from 'kysely';
import type { Sql } from '../platform/sql.ts';
import { findItem, findLocation } from '../catalog/index.ts';
import { inTime, localDay, pageOf, type ListPage, type PageAsked, type TenantDb } from '../tenancy/index.ts';
import type { InventoryLot } from './lots.ts';

export const LOT_ORDERS = ['EXPIRATION_DATE', 'RECEIVED_AT'] as const;

/** Days from today, both included; what has expired is within each of them. */
export const EXPIRY_WINDOWS = { EXPIRED: -1, DAYS_30: 30, DAYS_60: 60, DAYS_90: 90 } as const;
export type ExpiryWindow = keyof typeof EXPIRY_WINDOWS;

export interface LotsAsked extends PageAsked<(typeof LOT_ORDERS)[number]> {
  within?: ExpiryWindow | null | undefined;
  itemId?: string | null | undefined;
  locationId?: string | null | undefined;
}

/** Condition on `inventory_lots`; `today` is the day of the business. */
export function expiresWithin(window: ExpiryWindow | null, today: string): Sql {
  const hasDay = sql`quantity_remaining > 0 and expiration_date is not null`;
  return window === null
    ? hasDay
    : sql`${hasDay} and expiration_date <= ${today}::date + ${EXPIRY_WINDOWS[window]}::int`;
}

export async function listExpiringLots(db: TenantDb, query: LotsAsked, now: Date): Promise<ListPage<InventoryLot>> {
  const item = query.itemId == null ? null : await findItem(db, query.itemId);
  const location = query.locationId == null ? null : await findLocation(db, query.locationId);
  return pageOf<InventoryLot, (typeof LOT_ORDERS)[number]>(db, query, {
    name: 'expiringLots',
    columns: sql`*`,
    from: sql`inventory_lots`,
    where: [
      sql`tenant_id = ${db.tenant.id}`,
      expiresWithin(query.within ?? null, localDay(db.tenant.timeZone, now)),
      item && sql`item_id = ${item.id}`,
      location && sql`location_id = ${location.id}`,
    ],
    orders: { EXPIRATION_DATE: { by: sql`expiration_date`, type: 'date' }, RECEIVED_AT: inTime('received_at') },
    usual: ['EXPIRATION_DATE', 'ASC'],
    changed: 'RECEIVED_AT',
  });
}
