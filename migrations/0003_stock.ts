// The ledger of stock movements, the level each stream of it has reached, reservations and lots.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { protectTenantTable, run } from './support.ts';

export async function up(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create table stock_levels (
       tenant_id uuid not null,
       item_id uuid not null,
       location_id uuid not null,
       on_hand numeric not null default 0,
       reserved numeric not null default 0,
       last_seq bigint not null default 0,
       last_at timestamptz,
       primary key (tenant_id, item_id, location_id),
       foreign key (tenant_id, item_id) references items (tenant_id, id),
       foreign key (tenant_id, location_id) references locations (tenant_id, id)
     ) with (fillfactor = 50);

     -- One stream per item and location; seq counts within it and occurred_at strictly increases along it.
     create table inventory_logs (
       tenant_id uuid not null,
       id uuid not null default gen_random_uuid(),
       item_id uuid not null,
       location_id uuid not null,
       seq bigint not null,
       occurred_at timestamptz not null,
       method text,
       source_id uuid,
       quantity_change numeric not null,
       new_quantity numeric not null,
       description text,
       created_by text not null
     );
     create unique index inventory_logs_stream on inventory_logs (tenant_id, item_id, location_id, occurred_at);

     create table stock_reservations (
       tenant_id uuid not null,
       id uuid not null,
       item_id uuid not null,
       location_id uuid not null,
       quantity numeric not null check (quantity > 0),
       status text not null check (status in ('ACTIVE', 'CONSUMED', 'RELEASED')),
       order_id uuid,
       order_line_id uuid,
       created_by text not null,
       created_at timestamptz not null default now(),
       primary key (tenant_id, id),
       foreign key (tenant_id, item_id) references items (tenant_id, id),
       foreign key (tenant_id, location_id) references locations (tenant_id, id)
     );
     create index stock_reservations_item on stock_reservations (tenant_id, item_id, status, created_at);
     create index stock_reservations_order on stock_reservations (tenant_id, order_id) where order_id is not null;

     create table inventory_lots (
       tenant_id uuid not null,
       id uuid not null,
       item_id uuid not null,
       location_id uuid not null,
       lot_number text not null,
       quantity_received numeric not null default 0,
       quantity_remaining numeric not null default 0 check (quantity_remaining >= 0),
       unit_cost numeric not null default 0,
       expiration_date date,
       received_at timestamptz not null,
       primary key (tenant_id, id),
       unique (tenant_id, item_id, location_id, lot_number),
       foreign key (tenant_id, item_id) references items (tenant_id, id),
       foreign key (tenant_id, location_id) references locations (tenant_id, id)
     );

     -- In the order in which goods leave: first expired first out, then oldest first.
     create index inventory_lots_open on inventory_lots
       (tenant_id, item_id, location_id, expiration_date, received_at, id) where quantity_remaining > 0;

     -- Which document took how much from which lot, so that a reversal gives it back to the same one.
     create table lot_movements (
       tenant_id uuid not null,
       id uuid not null,
       lot_id uuid not null,
       source_id uuid not null,
       line_id uuid,
       quantity_change numeric not null,
       created_at timestamptz not null default now(),
       primary key (tenant_id, id),
       foreign key (tenant_id, lot_id) references inventory_lots (tenant_id, id)
     );
     create index lot_movements_line on lot_movements (tenant_id, line_id) where line_id is not null;

     -- What was asked for under a caller's key and what came of it, so that a repeated request is done once.
     create table stock_requests (
       tenant_id uuid not null references tenants (id),
       idempotency_key text not null,
       request jsonb not null,
       result jsonb,
       created_at timestamptz not null default now(),
       primary key (tenant_id, idempotency_key)
     )`,
  );
  await protectTenantTable(db, 'stock_levels', 'select, insert, update');
  // Append-only: the application's role has no right to change or remove what the ledger says.
  await protectTenantTable(db, 'inventory_logs', 'select, insert');
  await protectTenantTable(db, 'stock_reservations', 'select, insert, update');
  await protectTenantTable(db, 'inventory_lots', 'select, insert, update');
  await protectTenantTable(db, 'lot_movements', 'select, insert');
  await protectTenantTable(db, 'stock_requests', 'select, insert, update');
}

export async function down(db: MigrationDb): Promise<void> {
  await run(
    db,
    'drop table stock_requests, lot_movements, inventory_lots, stock_reservations, inventory_logs, stock_levels',
  );
}
