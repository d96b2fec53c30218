// Ends a purchase order by hand: canceled while nothing has come, else closed; what has not come is no longer incoming.
import { conflict } from '../platform/errors.ts';
import { changing, pipeline, type TenantDb } from '../tenancy/index.ts';
import { awaitsGoods } from './purchase-order.ts';
import { lockPurchaseOrder, setStatus, type PurchaseOrder } from './purchase-orders.ts';

/** Cancels an order without receipts. Repeating it returns the order unchanged. */
export async function cancelPurchaseOrder(db: TenantDb, id: string): Promise<PurchaseOrder> {
  const order = await lockPurchaseOrder(db, id);
  const { number, status } = order;
  if (status === 'CANCELED') return order;
  if (status === 'PARTIALLY_RECEIVED')
    throw conflict('Purchase order {number} is received in part: close it instead', { number });
  if (status !== 'OPEN')
    throw conflict('Purchase order {number} is {status}: there is nothing to cancel', { number, status });
  return endPurchaseOrder(db, order, 'CANCELED');
}

/** Closes an order: quantities not received will not come. Repeating it returns the order unchanged. */
export async function closePurchaseOrder(db: TenantDb, id: string): Promise<PurchaseOrder> {
  const order = await lockPurchaseOrder(db, id);
  const { number, status } = order;
  if (status === 'CLOSED') return order;
  if (!awaitsGoods(status))
    throw conflict('Purchase order {number} is {status}: there is nothing to close', { number, status });
  return endPurchaseOrder(db, order, 'CLOSED');
}

/** Under the order's lock: no line is open any more. */
async function endPurchaseOrder(
  db: TenantDb,
  order: PurchaseOrder,
  status: 'CLOSED' | 'CANCELED',
): Promise<PurchaseOrder> {
  const closing = changing(db, 'purchase_order_lines').set({ is_open: false });
  await pipeline(db, closing.where('purchase_order_id', '=', order.id).where('is_open', '=', true));
  return setStatus(db, order.id, status);
}
