// Indexes along which lists are read in their orders and by their filters, a page in the middle as fast as the first.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { createIndexBesideWriters } from './beside-writers.ts';
import { run } from './support.ts';

/** The largest tables are among them, and are written while this runs. */
export const inTransaction = false;

const INDEXES = [
  ['clients_name', 'on clients (tenant_id, name, id)'],
  ['suppliers_name', 'on suppliers (tenant_id, name, id)'],
  ['items_name', 'on items (tenant_id, name, id)'],
  ['orders_client', 'on orders (tenant_id, client_id, created_at, id)'],
  // Nearly all orders are invoiced: those are met along the way, and leave this index.
  ['orders_open', `on orders (tenant_id, status, created_at, id) where status <> 'INVOICED'`],
  ['invoices_status', 'on invoices (tenant_id, invoice_status, issued_at, id)'],
  [
    'invoices_owed_by_day',
    `on invoices (tenant_id, due_date, id)
       where due_date is not null and invoice_status in ('UNPAID', 'PARTIALLY_PAID', 'PAST_DUE', 'PARTIALLY_CANCELED')`,
  ],
  ['credits_status', 'on credits (tenant_id, credit_status, issued_at, id)'],
  ['debit_notes_status', 'on debit_notes (tenant_id, debit_status, issued_at, id)'],
  ['purchase_orders_status', 'on purchase_orders (tenant_id, status, created_at, number)'],
  ['payments_newest', 'on payments (tenant_id, paid_at, id)'],
  ['inventory_logs_adjusted', 'on inventory_logs (tenant_id, occurred_at, source_id) where source_type = 5'],
] as const;

// What `credits_status` holds as well.
const REPLACED = ['credits_unapplied', `on credits (tenant_id) where credit_status = 'UNAPPLIED'`] as const;

export async function up(db: MigrationDb): Promise<void> {
  for (const [name, definition] of INDEXES) await createIndexBesideWriters(db, name, definition);
  await run(db, `drop index concurrently if exists ${REPLACED[0]}`);
}

export async function down(db: MigrationDb): Promise<void> {
  await createIndexBesideWriters(db, ...REPLACED);
  for (const [name] of INDEXES) await run(db, `drop index concurrently if exists ${name}`);
}
