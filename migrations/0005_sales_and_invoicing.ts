// Orders, and the business life of invoices and credits: what is owed. What the law says of them comes in 0007 and 0008.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { protectTenantTable, run } from './support.ts';

export async function up(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create table orders (
       tenant_id uuid not null,
       id uuid not null,
       number text not null,
       client_id uuid not null,
       status text not null check (status in ('OPEN', 'INVOICED', 'CANCELED')),
       due_date date,
       subtotal numeric not null,
       tax numeric not null,
       total numeric not null,
       created_by text not null,
       created_at timestamptz not null default now(),
       primary key (tenant_id, id),
       unique (tenant_id, number),
       foreign key (tenant_id, client_id) references clients (tenant_id, id)
     );
     create index orders_newest on orders (tenant_id, created_at desc, id);
     create table order_lines (
       tenant_id uuid not null,
       id uuid not null,
       order_id uuid not null,
       line_number integer not null,
       item_id uuid not null,
       location_id uuid not null,
       quantity numeric not null check (quantity > 0),
       unit_price numeric not null check (unit_price >= 0),
       tax_rate numeric not null check (tax_rate >= 0),
       lot_number text,
       primary key (tenant_id, id),
       foreign key (tenant_id, order_id) references orders (tenant_id, id),
       foreign key (tenant_id, item_id) references items (tenant_id, id),
       foreign key (tenant_id, location_id) references locations (tenant_id, id)
     );
     create index order_lines_order on order_lines (tenant_id, order_id);

     create table invoices (
       tenant_id uuid not null,
       id uuid not null,
       order_id uuid,
       -- True while this invoice is the one its order yielded; a rejected, void or canceled one gives the order free.
       holds_order boolean not null default true,
       client_id uuid not null,
       invoice_status text not null check (invoice_status in
         ('UNPAID', 'PARTIALLY_PAID', 'PAID', 'OVERPAID', 'PAST_DUE', 'PARTIALLY_CANCELED', 'CANCELED', 'VOID')),
       subtotal numeric not null,
       tax numeric not null,
       total numeric not null,
       paid numeric not null default 0,
       credited numeric not null default 0,
       issued_at timestamptz not null,
       issue_day date not null,
       due_date date,
       voided_at timestamptz,
       void_reason text,
       canceled_at timestamptz,
       -- Stands in for the originals of imported credit notes that do not name theirs; never listed, never counted.
       is_stand_in boolean not null default false,
       created_by text not null,
       primary key (tenant_id, id),
       foreign key (tenant_id, order_id) references orders (tenant_id, id),
       foreign key (tenant_id, client_id) references clients (tenant_id, id)
     );
     create unique index one_invoice_per_order on invoices (tenant_id, order_id) where order_id is not null and holds_order;
     create index invoices_newest on invoices (tenant_id, issued_at desc, id);
     create index invoices_client on invoices (tenant_id, client_id, issued_at desc);
     create index invoices_due on invoices (tenant_id, due_date)
       where due_date is not null and invoice_status in ('UNPAID', 'PARTIALLY_PAID', 'PARTIALLY_CANCELED');
     create table invoice_lines (
       tenant_id uuid not null,
       id uuid not null,
       invoice_id uuid not null,
       line_number integer not null,
       item_id uuid not null,
       location_id uuid not null,
       description text not null,
       quantity numeric not null check (quantity > 0),
       quantity_credited numeric not null default 0 check (quantity_credited >= 0 and quantity_credited <= quantity),
       unit_price numeric not null,
       tax_rate numeric not null,
       net numeric not null,
       tax numeric not null,
       lot_number text,
       primary key (tenant_id, id),
       foreign key (tenant_id, invoice_id) references invoices (tenant_id, id)
     );
     create index invoice_lines_invoice on invoice_lines (tenant_id, invoice_id);

     create table payments (
       tenant_id uuid not null,
       id uuid not null,
       invoice_id uuid not null,
       amount numeric not null check (amount > 0),
       method text not null,
       reference text,
       paid_at timestamptz not null,
       created_by text not null,
       created_at timestamptz not null default now(),
       idempotency_key text,
       -- What was asked for under the key, to tell a repetition from a mistake.
       request jsonb,
       primary key (tenant_id, id),
       unique (tenant_id, idempotency_key),
       foreign key (tenant_id, invoice_id) references invoices (tenant_id, id)
     );
     create index payments_invoice on payments (tenant_id, invoice_id);

     create table credits (
       tenant_id uuid not null,
       id uuid not null,
       invoice_id uuid not null,
       credit_status text not null check (credit_status in ('UNAPPLIED', 'APPLIED', 'CANCELED', 'VOID')),
       reason text not null,
       restock boolean not null,
       subtotal numeric not null,
       tax numeric not null,
       total numeric not null,
       issued_at timestamptz not null,
       issue_day date not null,
       voided_at timestamptz,
       void_reason text,
       canceled_at timestamptz,
       created_by text not null,
       primary key (tenant_id, id),
       foreign key (tenant_id, invoice_id) references invoices (tenant_id, id)
     );
     create index credits_newest on credits (tenant_id, issued_at desc, id);
     create index credits_invoice on credits (tenant_id, invoice_id);
     create table credit_lines (
       tenant_id uuid not null,
       id uuid not null,
       credit_id uuid not null,
       invoice_line_id uuid not null,
       line_number integer not null,
       item_id uuid not null,
       location_id uuid not null,
       quantity numeric not null check (quantity > 0),
       net numeric not null,
       tax numeric not null,
       primary key (tenant_id, id),
       foreign key (tenant_id, credit_id) references credits (tenant_id, id)
     );
     create index credit_lines_credit on credit_lines (tenant_id, credit_id)`,
  );
  for (const table of ['orders', 'order_lines', 'invoices', 'invoice_lines', 'credits', 'credit_lines']) {
    await protectTenantTable(db, table, 'select, insert, update');
  }
  await protectTenantTable(db, 'payments', 'select, insert');
}

export async function down(db: MigrationDb): Promise<void> {
  await run(db, 'drop table credit_lines, credits, payments, invoice_lines, invoices, order_lines, orders');
}
