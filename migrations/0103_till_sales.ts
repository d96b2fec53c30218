// Sales that wait in a till's browser or were refused there, as the till tells when it is reached; each change is in an act.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { protectTenantTable, run } from './support.ts';

const ARGUMENTS = `'{id}', '{id}', '{tenant_id}', '{}', '{}'`;
const IN_TENANT = `coalesce(current_setting('app.tenant_id', true), '') <> ''`;

export async function up(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create table till_sales (
       tenant_id uuid not null,
       id uuid not null,
       till text not null,
       made_by text not null,
       sold_at timestamptz not null,
       amount numeric not null check (amount >= 0),
       state text not null check (state in ('WAITING', 'REFUSED', 'SETTLED', 'DISCARDED')),
       reason text,
       told_at timestamptz not null default now(),
       primary key (tenant_id, id)
     );
     create index till_sales_open on till_sales (tenant_id, sold_at) where state in ('WAITING', 'REFUSED');
     create trigger keep_new after insert on till_sales referencing new table as added
       for each statement when (${IN_TENANT}) execute function keep_change(${ARGUMENTS});
     create trigger keep_change after update on till_sales for each row when (${IN_TENANT} and old is distinct from new)
       execute function keep_change(${ARGUMENTS})`,
  );
  await protectTenantTable(db, 'till_sales', 'select, insert, update');
}

export async function down(db: MigrationDb): Promise<void> {
  await run(db, 'drop table till_sales');
}
