// Purchase orders as they are stored: found, listed, and their lines.
import type { Selectable } from 'kysely';
import { notFound } from '../platform/errors.ts';
import type { TenantDb } from '../tenancy/index.ts';
import type { PurchaseOrderLineRow, PurchaseOrderRow, PurchaseOrderStatus } from './tables.ts';

export type PurchaseOrder = Selectable<PurchaseOrderRow>;
export type PurchaseOrderLine = Selectable<PurchaseOrderLineRow>;

export async function findPurchaseOrder(db: TenantDb, id: string): Promise<PurchaseOrder> {
  const found = await orders(db).selectAll().where('id', '=', id).executeTakeFirst();
  if (!found) throw notFound('Purchase order');
  return found;
}

/** Row lock: no other transaction can change the order or receive on it until the caller's ends. */
export async function lockPurchaseOrder(db: TenantDb, id: string): Promise<PurchaseOrder> {
  const found = await orders(db).selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!found) throw notFound('Purchase order');
  return found;
}

/** Newest first; the numbers tell which of two of the same instant came later. */
export async function listPurchaseOrders(
  db: TenantDb,
  request: { status?: PurchaseOrderStatus | null | undefined; limit: number; offset: number },
): Promise<{ records: PurchaseOrder[]; totalCount: number }> {
  let matching = orders(db);
  if (request.status != null) matching = matching.where('status', '=', request.status);
  const { count } = await matching.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const records = await matching
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('number', 'desc')
    .limit(request.limit)
    .offset(request.offset)
    .execute();
  return { records, totalCount: count };
}

/** In the order in which they were written. */
export async function purchaseOrderLines(db: TenantDb, orderIds: readonly string[]): Promise<PurchaseOrderLine[]> {
  return db
    .selectFrom('purchase_order_lines')
    .selectAll()
    .where('tenant_id', '=', db.tenant.id)
    .where('purchase_order_id', 'in', orderIds)
    .orderBy('purchase_order_id')
    .orderBy('line_number')
    .execute();
}

/** Answers it as it is then; the caller holds the order locked. */
export async function setStatus(db: TenantDb, id: string, status: PurchaseOrderStatus): Promise<PurchaseOrder> {
  return db
    .updateTable('purchase_orders')
    .set({ status })
    .where('tenant_id', '=', db.tenant.id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function orders(db: TenantDb) {
  return db.selectFrom('purchase_orders').where('tenant_id', '=', db.tenant.id);
}
