// Units sold by day and by month, per location and per client: what the metrics and the top clients read.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { protectTenantTable, run } from './support.ts';

export async function up(db: MigrationDb): Promise<void> {
  await run(
    db,
    `-- grain D: one calendar day of the tenant; grain M: the month that begins on that day.
     create table item_sales (
       tenant_id uuid not null,
       item_id uuid not null,
       grain "char" not null check (grain in ('D', 'M')),
       period date not null,
       location_id uuid not null,
       units numeric not null,
       primary key (tenant_id, item_id, grain, period, location_id)
     ) with (fillfactor = 80);
     create table client_sales (
       tenant_id uuid not null,
       item_id uuid not null,
       grain "char" not null check (grain in ('D', 'M')),
       period date not null,
       client_id uuid not null,
       units numeric not null,
       primary key (tenant_id, item_id, grain, period, client_id) include (units)
     ) with (fillfactor = 80)`,
  );
  await protectTenantTable(db, 'item_sales', 'select, insert, update');
  await protectTenantTable(db, 'client_sales', 'select, insert, update');
}

export async function down(db: MigrationDb): Promise<void> {
  await run(db, 'drop table client_sales, item_sales');
}
