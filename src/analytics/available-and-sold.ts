// Available quantity and units sold in the window for each item of a question, joined to the row called `item`.
import { sql } from 'kysely';
import type { Sql } from '../platform/sql.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { salesInWindow } from './sales-in-window.ts';
import type { Days } from './window.ts';

/**
 * Two joins, `level.available` with `level.on_hand`, and `sold.units_sold`, null where there is nothing; of all the tenant's items or of some. Summed by item
 * first and joined then: of a tenant's 2,000 items, among a million movements, that reads 2,187 pages where a look for each item read 27,736.
 */
export function availableAndSold(db: TenantDb, window: Days, itemIds?: readonly string[]): Sql {
  const among = sql`tenant_id = ${db.tenant.id} ${itemIds ? sql`and item_id = any(${itemIds}::uuid[])` : sql``}`;
  return sql`
    left join (
      select item_id, sum(on_hand - reserved) as available, sum(on_hand) as on_hand
      from stock_levels
      where ${among}
      group by item_id
    ) level on level.item_id = item.id
    left join (
      select item_id, sum(units) as units_sold
      from (${salesInWindow('item_sales', among, window)}) part
      group by item_id
    ) sold on sold.item_id = item.id`;
}
