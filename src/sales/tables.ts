// Rows of sales orders.
import type { Generated } from 'kysely';
import type { DatedRow, GoodsLineRow, OwnWordsRow } from '../platform/database.ts';

export type OrderStatus = 'OPEN' | 'INVOICED' | 'CANCELED';

export interface OrderRow extends DatedRow, OwnWordsRow {
  number: string;
  client_id: string;
  status: OrderStatus;
  due_date: string | null;
  /** Point of issue of its invoice; null: decided by its locations. */
  billing_point_id: string | null;
  /** In an amount, spread over the lines. */
  discount: Generated<string>;
  subtotal: string;
  isc: Generated<string>;
  other_tax: Generated<string>;
  tax: string;
  total: string;
  created_by: string;
  /** One more with each change by updateOrder. */
  version: Generated<number>;
}

/** All columns, for statements that are planned once: `*` fails there in a process that is older than a new column. */
export const ORDER_COLUMNS = `tenant_id id number client_id status due_date billing_point_id discount
  subtotal isc other_tax tax total created_by created_at version external_id metadata updated_at`.split(
  /\s+/,
) as (keyof OrderRow)[];

export interface OrderLineRow extends GoodsLineRow {
  order_id: string;
  unit_price: string;
  /** Per unit, with the share of the order's. */
  discount: Generated<string>;
  /** Without that share. */
  own_discount: Generated<string>;
  tax_rate: string;
  isc_rate: Generated<string>;
  other_tax_code: string | null;
  /** Null where the tax is an amount. */
  other_tax_rate: string | null;
  /** On the whole line. */
  other_tax: Generated<string>;
  lot_number: string | null;
}

declare module '../platform/database.ts' {
  interface Database {
    orders: OrderRow;
    order_lines: OrderLineRow;
  }
}
