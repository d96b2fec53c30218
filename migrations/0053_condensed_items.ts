// Periods longer than a day are kept of clients' sales only for items with many buyers, which are named here; of those also sixths of
// months and quarters.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { acrossTenants, briefly, inBatch } from './beside-writers.ts';
import { allowGrains } from './client-sales-grain.ts';
import { protectTenantTable, run } from './support.ts';

/** The check of the grains is made while others write. */
export const inTransaction = false;

/**
 * No row is changed: housekeeping finds the items, and takes away what 1.8.0 kept of the others. Until then its processes read what is
 * there.
 */
export async function up(db: MigrationDb): Promise<void> {
  await inBatch(db, createTable);
  await allowGrains(db, `'D', 'S', 'H', 'M', 'Q', 'Y'`);
  await run(db, 'alter table client_sales reset (fillfactor); grant delete on client_sales to app_rebuild');
}

async function createTable(db: MigrationDb): Promise<void> {
  const { rows } = await sql<{ present: boolean }>`
    select to_regclass('condensed_items') is not null as present`.execute(db);
  if (rows[0]!.present) return;
  await run(
    db,
    `create table condensed_items (
       tenant_id uuid not null,
       item_id uuid not null,
       primary key (tenant_id, item_id),
       foreign key (tenant_id, item_id) references items (tenant_id, id)
     )`,
  );
  await protectTenantTable(db, 'condensed_items', 'select');
  await run(db, 'grant insert, delete on condensed_items to app_rebuild');
}

/** 1.8.0 keeps half months, months and years of every item. Each tenant's are summed up anew while its writers wait. */
export async function down(db: MigrationDb): Promise<void> {
  await acrossTenants(db, ['client_sales'], async () => {
    const { rows } = await sql<{ id: string }>`select id from tenants order by id`.execute(db);
    for (const { id } of rows) {
      await inBatch(db, async (batch) => {
        await run(batch, 'lock table client_sales in share row exclusive mode');
        await sql`delete from client_sales where tenant_id = ${id} and grain in ('S', 'Q')`.execute(batch);
        await sql`
          insert into client_sales as s (tenant_id, item_id, grain, period, client_id, units)
          select tenant_id, item_id, g.grain, begins, client_id, sum(units)
          from client_sales day
          cross join (values ('H'::"char"), ('M'), ('Y')) as g (grain)
          cross join lateral (select case g.grain
            when 'H' then date_trunc('month', period)::date + case when extract(day from period) > 15 then 15 else 0 end
            when 'M' then date_trunc('month', period)::date
            else date_trunc('year', period)::date end as begins) period_around
          where tenant_id = ${id} and day.grain = 'D'
          group by tenant_id, item_id, g.grain, begins, client_id
          on conflict (tenant_id, item_id, grain, period, client_id) do update set units = excluded.units
          where s.units <> excluded.units`.execute(batch);
      });
    }
  });
  await allowGrains(db, `'D', 'H', 'M', 'Y'`);
  await briefly(
    db,
    `drop table if exists condensed_items;
     alter table client_sales set (fillfactor = 80);
     revoke delete on client_sales from app_rebuild`,
  );
}
