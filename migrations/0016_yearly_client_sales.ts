// Units sold per client by year as well: a window of two years then reads a row per client and year instead of one per month.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { acrossTenants, briefly, inBatch } from './beside-writers.ts';
import { run } from './support.ts';

/** Tenant by tenant, as 0011. */
export const inTransaction = false;

export async function up(db: MigrationDb): Promise<void> {
  await allowGrains(db, `'D', 'M', 'Y'`);
  await acrossTenants(db, ['client_sales'], async () => {
    const { rows } = await sql<{ id: string }>`select id from tenants order by id`.execute(db);
    for (const { id } of rows) await inBatch(db, (inBatch) => sumUpYears(inBatch, id));
  });
}

export async function down(db: MigrationDb): Promise<void> {
  await acrossTenants(db, ['client_sales'], () =>
    inBatch(db, (inBatch) => run(inBatch, `delete from client_sales where grain = 'Y'`)),
  );
  await allowGrains(db, `'D', 'M'`);
}

/** Not valid at first, so that the rows are read while others write. */
async function allowGrains(db: MigrationDb, grains: string): Promise<void> {
  await briefly(
    db,
    `alter table client_sales drop constraint if exists client_sales_grain_check,
       add constraint client_sales_grain_check check (grain in (${grains})) not valid`,
  );
  await run(db, 'alter table client_sales validate constraint client_sales_grain_check');
}

/** Overwrites what is there, so that it may run again. */
async function sumUpYears(db: MigrationDb, tenantId: string): Promise<void> {
  await sql`
    insert into client_sales as s (tenant_id, item_id, grain, period, client_id, units)
    select tenant_id, item_id, 'Y', date_trunc('year', period)::date as year, client_id, sum(units)
    from client_sales
    where tenant_id = ${tenantId} and grain = 'M'
    group by tenant_id, item_id, year, client_id
    on conflict (tenant_id, item_id, grain, period, client_id) do update set units = excluded.units
    where s.units <> excluded.units`.execute(db);
}
