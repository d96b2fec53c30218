// Rows of purchasing.
import type { Generated } from 'kysely';
import type { DatedRow, EntityRow, OwnWordsRow } from '../platform/database.ts';

export type PurchaseOrderStatus = 'OPEN' | 'PARTIALLY_RECEIVED' | 'RECEIVED' | 'CLOSED' | 'CANCELED';

export interface PurchaseOrderRow extends DatedRow, OwnWordsRow {
  number: string;
  supplier_id: string;
  status: PurchaseOrderStatus;
  created_by: string;
}

export interface PurchaseOrderLineRow extends EntityRow {
  purchase_order_id: string;
  line_number: number;
  item_id: string;
  location_id: string;
  /** Quantity in `unit`, like the received one; times `unit_factor` it is in the item's own unit. */
  quantity: string;
  /** Null: the item's own. */
  unit: string | null;
  unit_factor: Generated<string>;
  quantity_received: Generated<string>;
  unit_cost: string;
  is_open: Generated<boolean>;
}

export interface SupplierInvoiceRow extends DatedRow {
  number: string;
  supplier_id: string;
  created_by: string;
}

export interface SupplierInvoiceLineRow extends EntityRow {
  supplier_invoice_id: string;
  line_number: number;
  item_id: string;
  location_id: string;
  /** Quantity in `unit`; times `unit_factor` it is in the item's own unit. */
  quantity: string;
  /** Null: the item's own. */
  unit: string | null;
  unit_factor: Generated<string>;
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
