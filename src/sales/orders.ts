// Finds orders; locks one and changes its status for the code that invoices or cancels it.
import type { Selectable } from 'kysely';
import { conflict } from '../platform/errors.ts';
import { planned } from '../platform/sql.ts';
import { consumingReservations, releaseOrderReservations } from '../stock/index.ts';
import { changing, mustFind, pipeline, plannedRow, readingRows, rowsOf, type TenantDb } from '../tenancy/index.ts';
import type { Order } from './create-order.ts';
import { ORDER_COLUMNS, type OrderLineRow, type OrderStatus } from './tables.ts';

export type OrderLine = Selectable<OrderLineRow>;

export async function findOrder(db: TenantDb, id: string): Promise<Order> {
  return mustFind(orderById(db, id), 'Order');
}

export async function findOrderByNumber(db: TenantDb, number: string): Promise<Order> {
  return mustFind(rowsOf(db, 'orders').where('number', '=', number), 'Order');
}

const oneOrder = plannedRow<'orders'>(ORDER_COLUMNS);

/** Row lock until the transaction ends: two callers of one order run one after the other. */
export async function lockOrder(db: TenantDb, id: string): Promise<Order> {
  return mustFind(oneOrder(db, orderById(db, id).forUpdate()), 'Order');
}

function orderById(db: TenantDb, id: string) {
  return rowsOf(db, 'orders').where('id', '=', id);
}

export const linesOfOrders = readingRows('order_lines', 'order_id', 'order_id', 'line_number');

/** The caller holds the order locked. */
export async function setOrderStatus(db: TenantDb, id: string, status: OrderStatus): Promise<void> {
  await pipeline(db, changing(db, 'orders').set({ status }).where('id', '=', id));
}

/** With what was reserved for it. */
export async function setOrderInvoiced(db: TenantDb, id: string): Promise<void> {
  const invoiced = db
    .with('consumed', () => consumingReservations(db, id))
    .updateTable('orders')
    .set({ status: 'INVOICED' })
    .where('tenant_id', '=', db.tenant.id)
    .where('id', '=', id);
  await pipeline(db, planned(invoiced));
}

/** Releases the reserved quantities. Cancelling twice is one cancel; an invoiced order is refused. */
export async function cancelOrder(db: TenantDb, id: string): Promise<Order> {
  const order = await lockOrder(db, id);
  if (order.status === 'CANCELED') return order;
  if (order.status === 'INVOICED')
    throw conflict('Order {number} is invoiced; cancel or void its invoice', { number: order.number });
  // Before levels are locked, for which other orders wait.
  await setOrderStatus(db, id, 'CANCELED');
  const canceled = await findOrder(db, id);
  await releaseOrderReservations(db, id);
  return canceled;
}
