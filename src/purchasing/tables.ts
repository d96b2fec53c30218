// Rows of purchasing.
import type { Generated } from 'kysely';
import type { DatedRow, GoodsLineRow, OwnWordsRow } from '../platform/database.ts';

export type PurchaseOrderStatus = 'OPEN' | 'PARTIALLY_RECEIVED' | 'RECEIVED' | 'CLOSED' | 'CANCELED';

export interface PurchaseOrderRow extends DatedRow, OwnWordsRow {
  number: string;
  supplier_id: string;
  status: PurchaseOrderStatus;
  created_by: string;
}

export interface PurchaseOrderLineRow extends GoodsLineRow {
  purchase_order_id: string;
  /** In `unit`, as the quantity is. */
  quantity_received: Generated<string>;
  unit_cost: string;
  is_open: Generated<boolean>;
}

export interface SupplierInvoiceRow extends DatedRow {
  number: string;
  supplier_id: string;
  created_by: string;
}

export interface SupplierInvoiceLineRow extends GoodsLineRow {
  supplier_invoice_id: string;
  unit_cost: string;
}

declare module '../platform/database.ts' {
  interface Database {
    purchase_orders: PurchaseOrderRow;
    purchase_order_lines: PurchaseOrderLineRow;
    supplier_invoices: SupplierInvoiceRow;
    supplier_invoice_lines: SupplierInvoiceLineRow;
  }
}
