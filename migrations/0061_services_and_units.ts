// Services, which have no stock; the units in which an item is sold, with their barcodes; lines of documents in a unit; the version of an order.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly, createIndexBesideWriters } from './beside-writers.ts';
import { protectTenantTable, run } from './support.ts';

/** The tables of lines are written to with every sale, so each change waits for its turn. */
export const inTransaction = false;

/** Null: the item's own unit, as all lines of older releases are. */
const UNIT = `add column if not exists unit text,
  add column if not exists unit_factor numeric not null default 1 check (unit_factor > 0)`;
const IN_A_UNIT = ['order_lines', 'invoice_lines', 'credit_lines', 'purchase_order_lines', 'supplier_invoice_lines'];

export async function up(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `alter table items add column if not exists kind text not null default 'GOODS' check (kind in ('GOODS', 'SERVICE'))`,
  );
  // What is read of documents leaves services out; a business without any pays nothing for that.
  await createIndexBesideWriters(db, 'items_services', `on items (tenant_id, id) where kind = 'SERVICE'`);
  for (const table of IN_A_UNIT) await briefly(db, `alter table ${table} ${UNIT}`);
  // What is incoming is read from an index alone.
  await createIndexBesideWriters(
    db,
    'purchase_order_lines_in_units',
    indexOf('quantity, quantity_received, unit_factor'),
  );
  await run(db, 'drop index concurrently if exists purchase_order_lines_incoming');
  await briefly(db, 'alter table orders add column if not exists version integer not null default 1');
  // Lines of an order are replaced while it has no invoice.
  await briefly(db, 'grant delete on order_lines to app_tenant');
  await briefly(db, createTables);
}

function indexOf(columns: string): string {
  return `on purchase_order_lines (tenant_id, item_id) include (${columns}) where is_open`;
}

async function createTables(db: MigrationDb): Promise<void> {
  const { rows } = await sql<{ is_there: boolean }>`select to_regclass('item_units') is not null as is_there`.execute(
    db,
  );
  if (rows[0]!.is_there) return;
  await run(
    db,
    `create table item_units (
       tenant_id uuid not null,
       item_id uuid not null,
       unit text not null,
       -- So many of the item's own unit are one of this.
       factor numeric not null check (factor > 0),
       price numeric check (price >= 0),
       primary key (tenant_id, item_id, unit),
       foreign key (tenant_id, item_id) references items (tenant_id, id)
     );
     create table item_barcodes (
       tenant_id uuid not null,
       barcode text not null,
       item_id uuid not null,
       -- Null: the item's own unit.
       unit text,
       primary key (tenant_id, barcode),
       foreign key (tenant_id, item_id) references items (tenant_id, id),
       foreign key (tenant_id, item_id, unit) references item_units (tenant_id, item_id, unit) on delete cascade
     );
     create index item_barcodes_item on item_barcodes (tenant_id, item_id)`,
  );
  for (const table of ['item_units', 'item_barcodes']) {
    await protectTenantTable(db, table, 'select, insert, update, delete');
  }
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(db, 'drop table if exists item_barcodes, item_units');
  await briefly(db, 'revoke delete on order_lines from app_tenant');
  await briefly(db, 'alter table orders drop column if exists version');
  await createIndexBesideWriters(db, 'purchase_order_lines_incoming', indexOf('quantity, quantity_received'));
  for (const table of IN_A_UNIT) {
    await briefly(db, `alter table ${table} drop column if exists unit, drop column if exists unit_factor`);
  }
  await briefly(db, 'drop index if exists items_services; alter table items drop column if exists kind');
}
