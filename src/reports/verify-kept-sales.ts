// Sales that are kept are those of their documents: each day that is over is counted anew, and each month is the sum of its days.
import { sql } from 'kysely';
import type { Sql } from '../platform/sql.ts';
import { problem, type LedgerProblem } from '../stock/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { rowsOfDays, rowsOfMonths, untrueDays } from './keep-sales.ts';
import { KEPT_DIMENSIONS, SUMS } from './sold.ts';

/** Costs of a day are kept with it and nowhere else, so they are taken as they are. */
export async function verifyKeptSales(db: TenantDb): Promise<LedgerProblem[]> {
  const kept = sql`kept_sales where tenant_id = ${db.tenant.id}`;
  const { rows } = await sql<{ month: string; days: string[]; isTrue: boolean; isKept: boolean }>`
    with untrue as materialized (${untrueDays(db)})
    select month::text, array_agg(period::text) filter (where grain = 'D' and not is_untrue) as days,
      not bool_or(is_untrue) as "isTrue", bool_or(grain = 'M') as "isKept"
    from (
      select distinct grain, period, date_trunc('month', period)::date as month, grain = 'D' and period::text in (select day from untrue) as is_untrue
      from ${kept}) one
    group by month order by month`.execute(db);
  const problems: LedgerProblem[] = [];
  for (const { month, days, isTrue, isKept } of rows) {
    // Days that are to be counted again were changed since, which `salesBy` knows.
    if (days !== null) problems.push(...(await keptOtherwise(db, 'D', days, rowsOfDays(db, days))));
    if (isKept && isTrue) problems.push(...(await keptOtherwise(db, 'M', [month], rowsOfMonths(db, [month]))));
  }
  return problems;
}

async function keptOtherwise(
  db: TenantDb,
  grain: 'D' | 'M',
  periods: readonly string[],
  counted: Sql,
): Promise<LedgerProblem[]> {
  const all = (of: string) => sql.join(SUMS.map((name) => sql.ref(`${of}.${name}`)));
  const { rows } = await sql<{ dimension: string; period: string; key: string }>`
    with counted as materialized (${counted}), kept as materialized (
      select * from kept_sales where tenant_id = ${db.tenant.id} and grain = ${sql.lit(grain)} and period = any (${periods}::date[])
        and dimension = any (${KEPT_DIMENSIONS}::text[]))
    select dimension, period::text as period, key from counted full join kept using (dimension, period, key)
    where (${all('counted')}) is distinct from (${all('kept')}) order by period, dimension, key`.execute(db);
  const of = grain === 'D' ? 'its documents' : 'its days';
  return rows.map(({ dimension, period, key }) =>
    problem(
      'kept_sales',
      `${period}${grain === 'M' ? ' (month)' : ''}, ${dimension} ${key || '-'} is not kept as ${of} say`,
    ),
  );
}
