// How long the stock of many items lasts, in one question: what a list of items shows beside each.
import { sql } from 'kysely';
import type { Decimal } from '../platform/decimal.ts';
import { localDay, type TenantDb } from '../tenancy/index.ts';
import { coverage, type Coverage } from './coverage.ts';
import { salesInWindow } from './sales-in-window.ts';
import { windowOf } from './window.ts';

export interface ItemCoverage extends Coverage {
  itemId: string;
}

interface Row {
  item_id: string;
  available: Decimal;
  units_sold: Decimal;
}

export async function itemCoverages(
  db: TenantDb,
  itemIds: readonly string[],
  windowDays: number,
  now: Date,
): Promise<ItemCoverage[]> {
  const today = localDay(db.tenant.timeZone, now);
  const ofItem = sql`tenant_id = ${db.tenant.id} and item_id = item.id`;
  const { rows } = await sql<Row>`
    select item.id as item_id, level.available, sold.units_sold
    from items item
    cross join lateral (
      select coalesce(sum(on_hand - reserved), 0) as available
      from stock_levels
      where ${ofItem}
    ) level
    cross join lateral (
      select coalesce(sum(units), 0) as units_sold
      from (${salesInWindow('item_sales', ofItem, windowOf(today, windowDays))}) part
    ) sold
    where item.tenant_id = ${db.tenant.id} and item.id = any(${itemIds})`.execute(db);
  return rows.map(({ item_id: itemId, available, units_sold: unitsSold }) => ({
    itemId,
    ...coverage({ unitsSold, windowDays, available, today }),
  }));
}
