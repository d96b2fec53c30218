// Purchases from a supplier, with prices and delivery times, in the last twelve months.
import { sql } from 'kysely';
import { sqlRow, sqlRows } from '../platform/sql.ts';
import { add, type Decimal } from '../platform/decimal.ts';
import type { PurchaseOrder } from '../purchasing/index.ts';
import { someStayed } from '../stock/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { lastYear } from './client-account.ts';

const MOST_ORDERS = 50;
const MOST_ROWS = 25;

export interface LeadTime {
  /** The median; null while nothing has come. */
  days: Decimal | null;
  fastest: number | null;
  slowest: number | null;
  orders: number;
}

export interface SuppliedItem {
  itemId: string;
  /** Units in the item's own unit, as is the cost. */
  units: Decimal;
  spent: Decimal;
  lastCost: Decimal;
  lastDay: string;
  purchases: number;
}

/** Open ones first, the newest before. */
export async function ordersOfSupplier(db: TenantDb, supplierId: string): Promise<PurchaseOrder[]> {
  return sqlRows<PurchaseOrder>(db)`
    select * from purchase_orders where tenant_id = ${db.tenant.id} and supplier_id = ${supplierId}
    order by status in ('OPEN', 'PARTIALLY_RECEIVED') desc, created_at desc, number desc limit 10`;
}

/** From the day of an order to the day when the last of it came; of the newest orders that nothing more comes of. */
export async function leadTime(db: TenantDb, supplierId: string): Promise<LeadTime> {
  const { timeZone } = db.tenant;
  const { days, ...rest } = await sqlRow<LeadTime>(db)`
    with ended as (
      select tenant_id, id, created_at from purchase_orders
      where tenant_id = ${db.tenant.id} and supplier_id = ${supplierId} and status in ('RECEIVED', 'CLOSED')
      order by created_at desc limit ${MOST_ORDERS}
    ), come as (
      select (max(log.occurred_at) at time zone ${timeZone})::date - (ended.created_at at time zone ${timeZone})::date as days
      from ended
      join purchase_order_lines line on line.tenant_id = ended.tenant_id and line.purchase_order_id = ended.id and line.quantity_received > 0
      join inventory_logs log on log.tenant_id = line.tenant_id and log.item_id = line.item_id
        and log.location_id = line.location_id and log.movement_type = 'COMPRA' and log.quantity_change > 0
        and log.occurred_at >= ended.created_at and log.source_id = ended.id
        and ${someStayed('log')}
      group by ended.id, ended.created_at
    )
    select percentile_cont(0.5) within group (order by days)::numeric as days, min(days) as fastest, max(days) as slowest,
      count(*)::int as orders from come`;
  return { days: days === null ? null : add(days), ...rest };
}

/** By what was spent on it, most first; goods of an order count once they came. */
export async function suppliedItems(db: TenantDb, supplierId: string, now: Date): Promise<SuppliedItem[]> {
  const { from } = lastYear(db, now);
  const of = (head: 'purchase_orders' | 'supplier_invoices', key: string, quantity: string) => sql`
    select line.item_id, ${sql.ref(`line.${quantity}`)} * line.unit_factor as units, line.unit_cost / line.unit_factor as cost,
      head.id, head.created_at
    from ${sql.table(head)} head
    join ${sql.table(head.replace(/s$/, '_lines'))} line on line.tenant_id = head.tenant_id and ${sql.ref(`line.${key}`)} = head.id
    where head.tenant_id = ${db.tenant.id} and head.supplier_id = ${supplierId}
      and head.created_at >= ${from}::timestamp at time zone ${db.tenant.timeZone}`;
  const { rows } = await sql<SuppliedItem>`
    with line as (
      ${of('purchase_orders', 'purchase_order_id', 'quantity_received')}
      union all
      ${of('supplier_invoices', 'supplier_invoice_id', 'quantity')}
    )
    select item_id as "itemId", sum(units) as units, round(sum(units * cost), 2) as spent,
      round((array_agg(cost order by created_at desc))[1], 6) as "lastCost",
      (max(created_at) at time zone ${db.tenant.timeZone})::date::text as "lastDay", count(distinct id)::int as purchases
    from line where units > 0 group by item_id order by spent desc, item_id limit ${MOST_ROWS}`.execute(db);
  return rows.map((row) => ({ ...row, units: add(row.units), spent: add(row.spent), lastCost: add(row.lastCost) }));
}
