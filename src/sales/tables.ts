// Rows of sales orders.
import type { Generated } from 'kysely';

export type OrderStatus = 'OPEN' | 'INVOICED' | 'CANCELED';

export interface OrderRow {
  tenant_id: string;
  id: string;
  number: string;
  client_id: string;
  status: OrderStatus;
  due_date: string | null;
  subtotal: string;
  tax: string;
  total: string;
  created_by: string;
  created_at: Generated<Date>;
}

export interface OrderLineRow {
  tenant_id: string;
  id: string;
  order_id: string;
  line_number: number;
  item_id: string;
  location_id: string;
  quantity: string;
  unit_price: string;
  tax_rate: string;
  lot_number: string | null;
}

declare module '../platform/database.ts' {
  interface Database {
    orders: OrderRow;
    order_lines: OrderLineRow;
  }
}
