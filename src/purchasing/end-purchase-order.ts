// Ends a purchase order: its lines are no longer open, so what has not come is no longer incoming.
import type { TenantDb } from '../tenancy/index.ts';
import type { PurchaseOrder } from './purchase-orders.ts';

/** Under the order's lock. */
export async function endPurchaseOrder(
  db: TenantDb,
  order: PurchaseOrder,
  status: 'CLOSED' | 'CANCELED',
): Promise<PurchaseOrder> {
  await db
    .updateTable('purchase_order_lines')
    .set({ is_open: false })
    .where('tenant_id', '=', db.tenant.id)
    .where('purchase_order_id', '=', order.id)
    .where('is_open', '=', true)
    .execute();
  return db
    .updateTable('purchase_orders')
    .set({ status })
    .where('tenant_id', '=', db.tenant.id)
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
