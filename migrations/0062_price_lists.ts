// Price lists: what an item costs, by unit, for the clients that a list is for.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';
import { protectTenantTable, run } from './support.ts';

/** The table of clients is read and written to meanwhile, so the change waits for its turn. */
export const inTransaction = false;

export async function up(db: MigrationDb): Promise<void> {
  await briefly(db, createTables);
  await briefly(
    db,
    `alter table clients add column if not exists price_list_id uuid;
     alter table clients drop constraint if exists clients_price_list;
     alter table clients add constraint clients_price_list
       foreign key (tenant_id, price_list_id) references price_lists (tenant_id, id) not valid`,
  );
}

async function createTables(db: MigrationDb): Promise<void> {
  const { rows } = await sql<{ is_there: boolean }>`select to_regclass('price_lists') is not null as is_there`.execute(
    db,
  );
  if (rows[0]!.is_there) return;
  await run(
    db,
    `create table price_lists (
       tenant_id uuid not null references tenants (id),
       id uuid not null,
       name text not null,
       created_at timestamptz not null default now(),
       primary key (tenant_id, id),
       unique (tenant_id, name)
     );
     create table price_list_items (
       tenant_id uuid not null,
       price_list_id uuid not null,
       item_id uuid not null,
       unit text not null,
       price numeric not null check (price >= 0),
       primary key (tenant_id, price_list_id, item_id, unit),
       foreign key (tenant_id, price_list_id) references price_lists (tenant_id, id),
       foreign key (tenant_id, item_id) references items (tenant_id, id)
     )`,
  );
  await protectTenantTable(db, 'price_lists', 'select, insert, update');
  await protectTenantTable(db, 'price_list_items', 'select, insert, update, delete');
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(db, 'alter table clients drop column if exists price_list_id');
  await briefly(db, 'drop table if exists price_list_items, price_lists');
}
