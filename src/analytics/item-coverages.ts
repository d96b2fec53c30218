// How long the stock of many items lasts, in one question: what a list of items shows beside each.
import { sql } from 'kysely';
import type { Decimal } from '../platform/decimal.ts';
import { localDay, type TenantDb } from '../tenancy/index.ts';
import { availableAndSold } from './available-and-sold.ts';
import { coverage, type Coverage } from './coverage.ts';
import { incomingOf } from './incoming-quantity.ts';
import { windowOf } from './window.ts';

export interface ItemCoverage extends Coverage {
  itemId: string;
  /** Quantity on open purchase orders, and in transit. */
  incomingQuantity: Decimal;
}

export async function itemCoverages(
  db: TenantDb,
  itemIds: readonly string[],
  windowDays: number,
  now: Date,
): Promise<ItemCoverage[]> {
  const today = localDay(db.tenant.timeZone, now);
  const { rows } = await sql<{ item_id: string; available: Decimal; units_sold: Decimal; incoming: Decimal }>`
    select item.id as item_id, coalesce(level.available, 0) as available, coalesce(sold.units_sold, 0) as units_sold,
      ${incomingOf(db, sql`item.id`)} as incoming
    from items item
    ${availableAndSold(db, windowOf(today, windowDays), itemIds)}
    where item.tenant_id = ${db.tenant.id} and item.id = any(${itemIds})`.execute(db);
  return rows.map(({ item_id: itemId, available, units_sold: unitsSold, incoming }) => ({
    itemId,
    incomingQuantity: incoming,
    ...coverage({ unitsSold, windowDays, available, today }),
  }));
}
