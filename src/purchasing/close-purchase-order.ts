// Closes a purchase order: nothing more will come, so what was not received is no longer incoming.
import { conflict } from '../platform/errors.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { endPurchaseOrder } from './end-purchase-order.ts';
import { awaitsGoods } from './purchase-order.ts';
import { lockPurchaseOrder, type PurchaseOrder } from './purchase-orders.ts';

/** Closing an order that is closed already answers it unchanged. */
export async function closePurchaseOrder(db: TenantDb, id: string): Promise<PurchaseOrder> {
  const order = await lockPurchaseOrder(db, id);
  if (order.status === 'CLOSED') return order;
  if (!awaitsGoods(order.status))
    throw conflict('Purchase order {number} is {status}: there is nothing to close', {
      number: order.number,
      status: order.status,
    });
  return endPurchaseOrder(db, order, 'CLOSED');
}
