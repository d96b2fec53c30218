// What was sold on a day that is over, by what it is asked for: counted once the day has ended, so that a sale writes nothing of it.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { protectTenantTable, run } from './support.ts';

export async function up(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create table kept_sales (
       tenant_id uuid not null,
       dimension text not null check (dimension in ('DAY', 'HOUR', 'ITEM', 'CLIENT', 'SELLER', 'TILL', 'METHOD')),
       -- D: the tenant's day; M: the month that begins on it.
       grain "char" not null check (grain in ('D', 'M')),
       period date not null,
       key text not null,
       sales int not null,
       units numeric not null,
       invoiced numeric not null,
       credited numeric not null,
       debited numeric not null,
       cost numeric not null,
       -- Part of what was sold whose cost is known.
       costed numeric not null,
       -- Of an item, as it was when its day was first counted.
       unit_cost numeric,
       counted_at timestamptz not null,
       primary key (tenant_id, dimension, grain, period, key)
     )`,
  );
  await protectTenantTable(db, 'kept_sales', 'select, insert, update, delete');
}

export async function down(db: MigrationDb): Promise<void> {
  await run(db, 'drop table kept_sales');
}
