// Cancels a purchase order of which nothing has come: nothing of it is incoming any more.
import { conflict } from '../platform/errors.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { endPurchaseOrder } from './end-purchase-order.ts';
import { lockPurchaseOrder, type PurchaseOrder } from './purchase-orders.ts';

/** Canceling an order that is canceled already answers it unchanged. */
export async function cancelPurchaseOrder(db: TenantDb, id: string): Promise<PurchaseOrder> {
  const order = await lockPurchaseOrder(db, id);
  if (order.status === 'CANCELED') return order;
  if (order.status === 'PARTIALLY_RECEIVED') {
    throw conflict('Purchase order {number} is received in part: close it instead', { number: order.number });
  }
  if (order.status !== 'OPEN')
    throw conflict('Purchase order {number} is {status}: there is nothing to cancel', {
      number: order.number,
      status: order.status,
    });
  return endPurchaseOrder(db, order, 'CANCELED');
}
