// Purchase orders with partial receipts, and goods bought without one.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { protectTenantTable, run } from './support.ts';

export async function up(db: MigrationDb): Promise<void> {
  await run(
    db,
    `-- The last number given in each series of a tenant; taken in the transaction that writes the document, never used again.
     create table document_numbers (
       tenant_id uuid not null references tenants (id),
       series text not null,
       last_number bigint not null,
       primary key (tenant_id, series)
     );
     create table purchase_orders (
       tenant_id uuid not null,
       id uuid not null,
       number text not null,
       supplier_id uuid not null,
       status text not null check (status in ('OPEN', 'PARTIALLY_RECEIVED', 'RECEIVED', 'CLOSED', 'CANCELED')),
       created_by text not null,
       created_at timestamptz not null default now(),
       primary key (tenant_id, id),
       unique (tenant_id, number),
       foreign key (tenant_id, supplier_id) references suppliers (tenant_id, id)
     );
     create index purchase_orders_newest on purchase_orders (tenant_id, created_at desc, id);
     create table purchase_order_lines (
       tenant_id uuid not null,
       id uuid not null,
       purchase_order_id uuid not null,
       line_number integer not null,
       item_id uuid not null,
       location_id uuid not null,
       quantity numeric not null check (quantity > 0),
       quantity_received numeric not null default 0,
       unit_cost numeric not null check (unit_cost >= 0),
       -- False once nothing more will come on this line.
       is_open boolean not null default true,
       primary key (tenant_id, id),
       foreign key (tenant_id, purchase_order_id) references purchase_orders (tenant_id, id),
       foreign key (tenant_id, item_id) references items (tenant_id, id),
       foreign key (tenant_id, location_id) references locations (tenant_id, id)
     );
     create index purchase_order_lines_order on purchase_order_lines (tenant_id, purchase_order_id);
     create index purchase_order_lines_incoming on purchase_order_lines (tenant_id, item_id)
       include (quantity, quantity_received) where is_open;
     create table supplier_invoices (
       tenant_id uuid not null,
       id uuid not null,
       number text not null,
       supplier_id uuid not null,
       created_by text not null,
       created_at timestamptz not null default now(),
       primary key (tenant_id, id),
       unique (tenant_id, number),
       foreign key (tenant_id, supplier_id) references suppliers (tenant_id, id)
     );
     create table supplier_invoice_lines (
       tenant_id uuid not null,
       id uuid not null,
       supplier_invoice_id uuid not null,
       line_number integer not null,
       item_id uuid not null,
       location_id uuid not null,
       quantity numeric not null check (quantity > 0),
       unit_cost numeric not null check (unit_cost >= 0),
       primary key (tenant_id, id),
       foreign key (tenant_id, supplier_invoice_id) references supplier_invoices (tenant_id, id),
       foreign key (tenant_id, item_id) references items (tenant_id, id),
       foreign key (tenant_id, location_id) references locations (tenant_id, id)
     )`,
  );
  await protectTenantTable(db, 'document_numbers', 'select, insert, update');
  await protectTenantTable(db, 'purchase_orders', 'select, insert, update');
  await protectTenantTable(db, 'purchase_order_lines', 'select, insert, update');
  await protectTenantTable(db, 'supplier_invoices', 'select, insert');
  await protectTenantTable(db, 'supplier_invoice_lines', 'select, insert');
}

export async function down(db: MigrationDb): Promise<void> {
  await run(
    db,
    'drop table supplier_invoice_lines, supplier_invoices, purchase_order_lines, purchase_orders, document_numbers',
  );
}
