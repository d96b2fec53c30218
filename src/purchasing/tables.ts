// Rows of purchasing.
import type { Generated } from 'kysely';

export type PurchaseOrderStatus = 'OPEN' | 'PARTIALLY_RECEIVED' | 'RECEIVED' | 'CLOSED' | 'CANCELED';

/** What an integrator keeps with a row; and when what it shows was last changed, kept by triggers. */
interface OwnWordsRow {
  external_id: Generated<string | null>;
  metadata: Generated<object | null>;
  updated_at: Generated<Date>;
}

export interface PurchaseOrderRow extends OwnWordsRow {
  tenant_id: string;
  id: string;
  number: string;
  supplier_id: string;
  status: PurchaseOrderStatus;
  created_by: string;
  created_at: Generated<Date>;
}

export interface PurchaseOrderLineRow {
  tenant_id: string;
  id: string;
  purchase_order_id: string;
  line_number: number;
  item_id: string;
  location_id: string;
  /** Of the unit, as what was received is; the factor makes it units of the item. */
  quantity: string;
  /** Null: the item's own. */
  unit: string | null;
  unit_factor: Generated<string>;
  quantity_received: Generated<string>;
  unit_cost: string;
  is_open: Generated<boolean>;
}

export interface SupplierInvoiceRow {
  tenant_id: string;
  id: string;
  number: string;
  supplier_id: string;
  created_by: string;
  created_at: Generated<Date>;
}

export interface SupplierInvoiceLineRow {
  tenant_id: string;
  id: string;
  supplier_invoice_id: string;
  line_number: number;
  item_id: string;
  location_id: string;
  /** Of the unit; the factor makes it units of the item. */
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
