// Finds orders; locks one and changes its status for the code that invoices or cancels it.
import type { Selectable } from 'kysely';
import { conflict, notFound } from '../platform/errors.ts';
import { releaseOrderReservations } from '../stock/index.ts';
import { pipeline, type TenantDb } from '../tenancy/index.ts';
import type { Order } from './create-order.ts';
import type { OrderLineRow, OrderStatus } from './tables.ts';

export type OrderLine = Selectable<OrderLineRow>;

export async function findOrder(db: TenantDb, id: string): Promise<Order> {
  const order = await orderById(db, id).executeTakeFirst();
  if (!order) throw notFound('Order');
  return order;
}

export async function ordersById(db: TenantDb, ids: readonly string[]): Promise<Order[]> {
  return db.selectFrom('orders').selectAll().where('tenant_id', '=', db.tenant.id).where('id', 'in', ids).execute();
}

export async function findOrderByNumber(db: TenantDb, number: string): Promise<Order> {
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where('tenant_id', '=', db.tenant.id)
    .where('number', '=', number)
    .executeTakeFirst();
  if (!order) throw notFound('Order');
  return order;
}

/** Row lock until the transaction ends: two callers of one order run one after the other. */
export async function lockOrder(db: TenantDb, id: string): Promise<Order> {
  const order = await orderById(db, id).forUpdate().executeTakeFirst();
  if (!order) throw notFound('Order');
  return order;
}

function orderById(db: TenantDb, id: string) {
  return db.selectFrom('orders').selectAll().where('tenant_id', '=', db.tenant.id).where('id', '=', id);
}

export async function linesOfOrders(db: TenantDb, orderIds: readonly string[]): Promise<OrderLine[]> {
  return db
    .selectFrom('order_lines')
    .selectAll()
    .where('tenant_id', '=', db.tenant.id)
    .where('order_id', 'in', orderIds)
    .orderBy('order_id')
    .orderBy('line_number')
    .execute();
}

/** The caller holds the order locked. */
export async function setOrderStatus(db: TenantDb, id: string, status: OrderStatus): Promise<void> {
  await pipeline(
    db,
    db.updateTable('orders').set({ status }).where('tenant_id', '=', db.tenant.id).where('id', '=', id),
  );
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
