// Units sold per client are summed up by several periods; each came later than the days, and is made from what was there.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { acrossTenants, briefly, inBatch } from './beside-writers.ts';
import { run } from './support.ts';

interface Grain {
  grain: 'H' | 'Y';
  /** The grain whose rows add up to it. */
  from: 'D' | 'M';
  /** Its first day, as SQL over `period`. */
  begins: string;
  /** What a row may be before, and once it is there: `'D', 'M'`. */
  before: string;
  after: string;
}

/** Tenant by tenant; what is there is overwritten, so that it may run again. */
export async function addGrain(db: MigrationDb, { grain, from, begins, after }: Grain): Promise<void> {
  await allowGrains(db, after);
  await acrossTenants(db, ['client_sales'], async () => {
    const { rows } = await sql<{ id: string }>`select id from tenants order by id`.execute(db);
    for (const { id } of rows) {
      await inBatch(db, (batch) =>
        sql`
          insert into client_sales as s (tenant_id, item_id, grain, period, client_id, units)
          select tenant_id, item_id, ${sql.lit(grain)}, ${sql.raw(begins)} as begins, client_id, sum(units)
          from client_sales
          where tenant_id = ${id} and grain = ${sql.lit(from)}
          group by tenant_id, item_id, begins, client_id
          on conflict (tenant_id, item_id, grain, period, client_id) do update set units = excluded.units
          where s.units <> excluded.units`.execute(batch),
      );
    }
  });
}

export async function removeGrain(db: MigrationDb, { grain, before }: Grain): Promise<void> {
  await acrossTenants(db, ['client_sales'], () =>
    inBatch(db, (batch) => run(batch, `delete from client_sales where grain = '${grain}'`)),
  );
  await allowGrains(db, before);
}

/** Not valid at first, so that the rows are read while others write. */
export async function allowGrains(db: MigrationDb, grains: string): Promise<void> {
  await briefly(
    db,
    `alter table client_sales drop constraint if exists client_sales_grain_check,
       add constraint client_sales_grain_check check (grain in (${grains})) not valid`,
  );
  await run(db, 'alter table client_sales validate constraint client_sales_grain_check');
}
