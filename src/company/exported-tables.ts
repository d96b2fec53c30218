// Tables in an export of a tenant, and tables left out with the reason; a table that is in neither list fails a test.
export const EXPORTED: readonly string[] = [
  'tenants',
  'act_heads',
  'acts',
  'api_tokens',
  'billing_points',
  'clients',
  'contingencies',
  'credit_lines',
  'credits',
  'debit_note_lines',
  'debit_notes',
  'document_events',
  'document_numbers',
  'files',
  'fiscal_documents',
  'inventory_logs',
  'inventory_lots',
  'invoice_lines',
  'invoices',
  'item_barcodes',
  'item_units',
  'items',
  'locations',
  'lot_movements',
  'offices',
  'order_lines',
  'orders',
  'pac_notices',
  'pac_requests',
  'payments',
  'price_list_items',
  'price_lists',
  'purchase_order_lines',
  'purchase_orders',
  'refunds',
  'stock_levels',
  'stock_reservations',
  'supplier_invoice_lines',
  'supplier_invoices',
  'suppliers',
  'till_sales',
  'webhook_endpoints',
];

const COUNTED = 'counted from lines and movements that are exported';
const TOLD = 'says of rows that are exported that they were written; kept for a while';

export const LEFT_OUT: Readonly<Record<string, string>> = {
  client_sales: COUNTED,
  condensed_items: COUNTED,
  dashboard_sessions: 'who is signed in here, which ends within 30 days',
  event_heads: TOLD,
  events: TOLD,
  item_sales: COUNTED,
  kept_counts: COUNTED,
  presences: 'who looks at what at this moment',
  requests: 'idempotency keys, which end after 30 days',
  stored_bytes: 'what was put into the store and has no row yet',
  webhook_deliveries: 'where events were sent, which ends with them',
};

/** By table: what is a secret, or the digest of one. Of the tenant itself its role reads no secret anyway. */
export const LEFT_OUT_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  api_tokens: ['token_sha256', 'key_id'],
  dashboard_sessions: ['id_sha256'],
  payments: ['idempotency_key', 'request'],
};
