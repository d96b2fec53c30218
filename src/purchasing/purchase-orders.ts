// Purchase orders as they are stored: found, listed, and their lines.
import { sql, type Selectable } from 'kysely';
import {
  changeRow,
  mustFind,
  rowsOf,
  type ListPage,
  type TenantDb,
  findingRow,
  readingRows,
} from '../tenancy/index.ts';
import { CREATED_AT, listOfSuppliers, NUMBER, type OfSuppliersAsked } from './list-of-suppliers.ts';
import type { PurchaseOrderLineRow, PurchaseOrderRow, PurchaseOrderStatus } from './tables.ts';

export type PurchaseOrder = Selectable<PurchaseOrderRow>;
export type PurchaseOrderLine = Selectable<PurchaseOrderLineRow>;

export const findPurchaseOrder = findingRow('purchase_orders', 'Purchase order');

/** Row lock: no other transaction can change the order or receive on it until the caller's ends. */
export async function lockPurchaseOrder(db: TenantDb, id: string): Promise<PurchaseOrder> {
  return mustFind(rowsOf(db, 'purchase_orders').where('id', '=', id).forNoKeyUpdate(), 'Purchase order');
}

export const PURCHASE_ORDERS = ['CREATED_AT', 'NUMBER', 'UPDATED_AT'] as const;

export interface PurchaseOrdersAsked extends OfSuppliersAsked<(typeof PURCHASE_ORDERS)[number]> {
  status?: PurchaseOrderStatus | null | undefined;
}

export function listPurchaseOrders(db: TenantDb, query: PurchaseOrdersAsked): Promise<ListPage<PurchaseOrder>> {
  return listOfSuppliers(db, 'purchase_orders', query, {
    name: 'purchaseOrders',
    where: query.status && sql`status = ${query.status}`,
    orders: { CREATED_AT, NUMBER, UPDATED_AT: { by: sql`updated_at`, type: 'timestamptz' } },
    usual: ['CREATED_AT', 'DESC'],
    changed: 'UPDATED_AT',
  });
}

/** In the order in which they were written. */
export const purchaseOrderLines = readingRows(
  'purchase_order_lines',
  'purchase_order_id',
  'purchase_order_id',
  'line_number',
);

/** Answers it as it is then; the caller holds the order locked. */
export async function setStatus(db: TenantDb, id: string, status: PurchaseOrderStatus): Promise<PurchaseOrder> {
  return changeRow(db, 'purchase_orders', id, { status });
}
