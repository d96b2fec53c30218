// From whom each of many items was bought last, and at which cost, in one question: what an order of it begins with.
import { sql } from 'kysely';
import { add, type Decimal } from '../platform/decimal.ts';
import { prepared } from '../platform/sql.ts';
import { someStayed } from '../stock/index.ts';
import type { TenantDb } from '../tenancy/index.ts';

export interface LastPurchase {
  itemId: string;
  supplierId: string;
  /** Cost of one unit in the item's own unit. */
  unitCost: Decimal;
  at: Date;
}

/** Last purchase of each item that was not taken back, or a later order that is still to come; reads one row per location along the index. */
export async function lastPurchases(db: TenantDb, itemIds: readonly string[]): Promise<LastPurchase[]> {
  const { rows } = await sql<LastPurchase>`
    ${prepared} select item.id as "itemId", last."supplierId", round(last.cost, 6) as "unitCost", last.at
    from unnest(${itemIds}::uuid[]) as item (id)
    cross join lateral (
      select came.* from stock_levels level
      cross join lateral (
        select counterparty_id as "supplierId", unit_cost as cost, occurred_at as at
        from inventory_logs log
        where tenant_id = level.tenant_id and item_id = level.item_id and location_id = level.location_id
          and movement_type = 'COMPRA' and quantity_change > 0 and counterparty_id is not null and unit_cost is not null
          and coalesce((select bool_or(quantity_received > 0) from purchase_order_lines line
            where line.tenant_id = log.tenant_id and line.purchase_order_id = log.source_id and line.item_id = log.item_id
              and round(line.unit_cost / line.unit_factor, 6) = round(log.unit_cost, 6)), true)
          and ${someStayed('log')}
        order by occurred_at desc limit 1
      ) came
      where level.tenant_id = ${db.tenant.id} and level.item_id = item.id
      union all
      select head.supplier_id, line.unit_cost / line.unit_factor, head.created_at
      from purchase_order_lines line
      join purchase_orders head on head.tenant_id = line.tenant_id and head.id = line.purchase_order_id
      where line.tenant_id = ${db.tenant.id} and line.item_id = item.id and line.is_open
      order by at desc limit 1
    ) last`.execute(db);
  return rows.map((row) => ({ ...row, unitCost: add(row.unitCost) }));
}
