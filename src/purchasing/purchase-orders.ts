// Purchase orders as they are stored: found, listed, and their lines.
import { sql, type Selectable } from 'kysely';
import { findSupplier } from '../catalog/index.ts';
import { containing } from '../platform/sql.ts';
import {
  linesOf,
  mustFind,
  onDays,
  pageOf,
  rowsOf,
  type ListPage,
  type PageAsked,
  type TenantDb,
  changeRow,
} from '../tenancy/index.ts';
import { isNumber, numbersIn } from '../numbers/index.ts';
import type { PurchaseOrderLineRow, PurchaseOrderRow, PurchaseOrderStatus } from './tables.ts';

export type PurchaseOrder = Selectable<PurchaseOrderRow>;
export type PurchaseOrderLine = Selectable<PurchaseOrderLineRow>;

export async function findPurchaseOrder(db: TenantDb, id: string): Promise<PurchaseOrder> {
  return mustFind(rowsOf(db, 'purchase_orders').where('id', '=', id), 'Purchase order');
}

/** Row lock: no other transaction can change the order or receive on it until the caller's ends. */
export async function lockPurchaseOrder(db: TenantDb, id: string): Promise<PurchaseOrder> {
  return mustFind(rowsOf(db, 'purchase_orders').where('id', '=', id).forNoKeyUpdate(), 'Purchase order');
}

export const PURCHASE_ORDERS = ['CREATED_AT', 'NUMBER', 'UPDATED_AT'] as const;

export interface PurchaseOrdersAsked extends PageAsked<(typeof PURCHASE_ORDERS)[number]> {
  status?: PurchaseOrderStatus | null | undefined;
  supplierId?: string | null | undefined;
  /** Days of the tenant, both of them included. */
  from?: string | null | undefined;
  to?: string | null | undefined;
}

/** Newest first; the numbers tell which of two of the same instant came later. One whose number is searched comes before. */
export async function listPurchaseOrders(db: TenantDb, query: PurchaseOrdersAsked): Promise<ListPage<PurchaseOrder>> {
  const { status } = query;
  const search = query.search?.trim() ?? '';
  const numbers = await numbersIn(db, 'purchase_orders', search);
  const ofSuppliers = sql`select id from suppliers where tenant_id = ${db.tenant.id} and folded like folded_pattern(${search})`;
  return pageOf(
    db,
    {
      name: 'purchaseOrders',
      columns: sql`*`,
      from: sql`purchase_orders`,
      where: [
        sql`tenant_id = ${db.tenant.id}`,
        status && sql`status = ${status}`,
        query.supplierId != null && sql`supplier_id = ${(await findSupplier(db, query.supplierId)).id}`,
        ...onDays(db, sql`created_at`, query),
        numbers.length > 0 && sql`number = any (${numbers})`,
        search !== '' &&
          numbers.length === 0 &&
          sql`(number ilike ${containing(search)} or supplier_id in (${ofSuppliers}))`,
      ],
      orders: {
        CREATED_AT: { by: sql`created_at`, type: 'timestamptz' },
        NUMBER: { by: sql`number`, type: 'text' },
        UPDATED_AT: { by: sql`updated_at`, type: 'timestamptz' },
      },
      usual: ['CREATED_AT', 'DESC'],
      changed: 'UPDATED_AT',
      tie: { by: sql`number`, type: 'text' },
      closeness: search !== '' && isNumber(sql`number`, search),
    },
    query,
  );
}

/** In the order in which they were written. */
export async function purchaseOrderLines(db: TenantDb, orderIds: readonly string[]): Promise<PurchaseOrderLine[]> {
  return linesOf(db, 'purchase_order_lines', 'purchase_order_id', orderIds);
}

/** Answers it as it is then; the caller holds the order locked. */
export async function setStatus(db: TenantDb, id: string, status: PurchaseOrderStatus): Promise<PurchaseOrder> {
  return changeRow(db, 'purchase_orders', id, { status });
}
