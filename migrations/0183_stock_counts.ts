// Counts of the shelf: a sheet says what is counted where, and its lines how much of an item a person found at which instant.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { protectTenantTable, run } from './support.ts';

export async function up(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create table stock_counts (
       tenant_id uuid not null,
       id uuid not null,
       name text not null,
       location_id uuid not null,
       -- Of the items that are asked for: their category, and since how many days they were not counted.
       category text,
       not_counted_days int check (not_counted_days > 0),
       is_blind boolean not null,
       is_for_cashiers boolean not null,
       opened_by text not null,
       opened_at timestamptz not null default clock_timestamp(),
       status text not null default 'OPEN' check (status in ('OPEN', 'ENDED', 'POSTED', 'DISCARDED')),
       status_by text not null,
       status_at timestamptz not null default clock_timestamp(),
       reason text,
       primary key (tenant_id, id)
     );
     create trigger keep_row after insert or update or delete on stock_counts for each row
       execute function keep_row('{id}', '{id}', '{tenant_id}', '{}', '{}',
         '{id,name,location_id,category,not_counted_days,is_blind,is_for_cashiers,opened_by,opened_at}');
     create table stock_count_lines (
       tenant_id uuid not null,
       count_id uuid not null,
       -- The device's own, so that a line that is sent again is there once.
       id uuid not null,
       item_id uuid not null,
       place text not null,
       -- Null takes back what was counted at the place.
       quantity numeric check (quantity >= 0),
       -- By the clock of the ledger.
       counted_at timestamptz not null,
       counted_by text not null,
       created_at timestamptz not null default clock_timestamp(),
       -- Average cost when the count was posted.
       cost numeric,
       primary key (tenant_id, count_id, id)
     );
     create trigger keep_row after insert or update or delete on stock_count_lines for each row
       execute function keep_row('{id}', '{id}', '{tenant_id,cost}', '{}', '{}',
         '{id,count_id,item_id,place,quantity,counted_at,counted_by,created_at}')`,
  );
  await protectTenantTable(db, 'stock_counts', 'select, insert');
  await protectTenantTable(db, 'stock_count_lines', 'select, insert');
  await run(
    db,
    `grant update (status, status_by, status_at, reason) on stock_counts to app_tenant;
     grant update (cost) on stock_count_lines to app_tenant`,
  );
}

export async function down(db: MigrationDb): Promise<void> {
  await run(db, 'drop table stock_count_lines; drop table stock_counts');
}
