// What is sold, where it is kept, and with whom business is done.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { protectTenantTable, run } from './support.ts';

export async function up(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create table items (
       tenant_id uuid not null references tenants (id),
       id uuid not null,
       sku text not null,
       name text not null,
       unit text not null,
       unit_price numeric not null,
       tax_rate numeric not null,
       cpbs text,
       tracking_mode text not null check (tracking_mode in ('NONE', 'LOT', 'SERIAL')),
       allow_negative_stock boolean not null,
       average_cost numeric,
       reorder_level numeric not null default 0,
       reorder_quantity numeric not null default 0,
       lead_time_days integer not null default 0,
       created_at timestamptz not null default now(),
       primary key (tenant_id, id),
       unique (tenant_id, sku)
     );
     create table locations (
       tenant_id uuid not null references tenants (id),
       id uuid not null,
       name text not null,
       code text not null,
       is_default boolean not null default false,
       primary key (tenant_id, id),
       unique (tenant_id, code)
     );
     create unique index one_default_location on locations (tenant_id) where is_default;
     create table clients (
       tenant_id uuid not null references tenants (id),
       id uuid not null,
       name text not null,
       receiver_type text not null check (receiver_type in ('CONTRIBUYENTE', 'CONSUMIDOR_FINAL', 'GOBIERNO', 'EXTRANJERO')),
       ruc text,
       dv text,
       email text,
       -- What an imported file calls this client; makes importing again find the same one.
       external_code text,
       created_at timestamptz not null default now(),
       primary key (tenant_id, id),
       unique (tenant_id, external_code)
     );
     create table suppliers (
       tenant_id uuid not null references tenants (id),
       id uuid not null,
       name text not null,
       ruc text,
       created_at timestamptz not null default now(),
       primary key (tenant_id, id)
     )`,
  );
  for (const table of ['items', 'locations', 'clients', 'suppliers']) {
    await protectTenantTable(db, table, 'select, insert, update');
  }
}

export async function down(db: MigrationDb): Promise<void> {
  await run(db, 'drop table suppliers, clients, locations, items');
}
