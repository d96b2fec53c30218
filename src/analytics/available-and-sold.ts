// What each item of a question has available, and how much of it was sold in the window, joined to the row called `item`.
import { sql, type RawBuilder } from 'kysely';
import type { TenantDb } from '../tenancy/index.ts';
import { salesInWindow } from './sales-in-window.ts';
import type { Days } from './window.ts';

/** Two lateral joins: `level.available` and `sold.units_sold`. */
export function availableAndSold(db: TenantDb, window: Days): RawBuilder<unknown> {
  const ofItem = sql`tenant_id = ${db.tenant.id} and item_id = item.id`;
  return sql`
    cross join lateral (
      select coalesce(sum(on_hand - reserved), 0) as available
      from stock_levels
      where ${ofItem}
    ) level
    cross join lateral (
      select coalesce(sum(units), 0) as units_sold
      from (${salesInWindow('item_sales', ofItem, window)}) part
    ) sold`;
}
