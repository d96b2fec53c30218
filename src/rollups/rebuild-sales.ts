// Sums anew, from invoices and credits, the units sold and the documents behind them.
import { sql } from 'kysely';
import { overwriting, sqlCount } from '../platform/sql.ts';
import type { ItemRange } from '../stock/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { eachSum, ROLLUPS, shouldAndPresent } from './rollup.ts';

/** Under the locks of the items' levels, which every sale holds. Answers how many rows were wrong. */
export async function rebuildSales(db: TenantDb, range: ItemRange): Promise<number> {
  let wrong = 0;
  for (const rollup of ROLLUPS) {
    const { table, key } = rollup;
    wrong += await sqlCount(db)`
      with ${shouldAndPresent(db, rollup, range)}
      insert into ${sql.table(table)} as s (tenant_id, item_id, grain, period, ${key}, ${eachSum(rollup, (sum) => sum)})
      select ${db.tenant.id}, item_id, grain::"char", period, ${key}, ${eachSum(rollup, (sum) => `coalesce(should.${sum}, 0)`)}
      from should full join present using (item_id, grain, period, ${key})
      order by item_id, grain::"char", period, ${key}
      on conflict (tenant_id, item_id, grain, period, ${key})
        ${overwriting('s', Object.keys(rollup.sums))}`;
  }
  return wrong;
}
