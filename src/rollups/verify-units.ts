// Recomputes from documents the units sold that the roll-ups hold, and names every difference.
import { sql } from 'kysely';
import { sqlRows } from '../platform/sql.ts';
import { problem, type LedgerProblem } from '../stock/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { eachSum, ROLLUPS, shouldAndPresent, type Rollup } from './rollup.ts';
import type { ClientGrain } from './tables.ts';

interface Difference {
  item_id: string;
  location_id?: string;
  client_id?: string;
  rows: number;
  grain: ClientGrain;
  period: string;
  is: Record<string, string>;
  should: Record<string, string>;
}

export async function verifyUnits(db: TenantDb): Promise<LedgerProblem[]> {
  const problems: LedgerProblem[] = [];
  for (const rollup of ROLLUPS) {
    const rows = await differences(db, rollup);
    problems.push(...rows.map((row) => problem(rollup.table, `${describe(row)}, ${differenceOf(row)}`, row)));
  }
  return problems;
}

/** The first of each item, at each location where the roll-up has them. */
async function differences(db: TenantDb, rollup: Rollup): Promise<Difference[]> {
  const { table, key } = rollup;
  const each = table === 'item_sales' ? sql`item_id, ${key}` : sql`item_id`;
  // As text, so that no digit is lost on the way here.
  const pairs = (of: string) => eachSum(rollup, (sum) => `'${sum}', trim_scale(coalesce(${of}.${sum}, 0))::text`);
  const [is, should] = ['present', 'should'].map((of) => sql`jsonb_build_object(${pairs(of)})`);
  return sqlRows<Difference>(db)`
    with ${shouldAndPresent(db, rollup)}, differing as (
      select item_id, ${key}, grain, period, ${is} as is, ${should} as should
      from should full join present using (item_id, grain, period, ${key}) where ${is} <> ${should}
    )
    select distinct on (${each}) *, count(*) over (partition by ${each}) as rows
    from differing order by ${each}, grain, period, ${key}`;
}

function differenceOf({ client_id: client, is, should }: Difference): string {
  const ofClient = client === undefined ? '' : ` for client ${client}`;
  if (is['units'] !== should['units'])
    return `${is['units']} units are recorded${ofClient} and ${should['units']} were sold`;
  const differing = Object.keys(is).filter((sum) => is[sum] !== should[sum]);
  return differing.map((sum) => `${sum} is ${is[sum]} and should be ${should[sum]}`).join(', ');
}

function describe({ rows, grain, period }: Pick<Difference, 'rows' | 'grain' | 'period'>): string {
  const first = {
    D: `on ${period}`,
    S: `in the sixth of a month from ${period}`,
    H: `in the half month from ${period}`,
    M: `in the month from ${period}`,
    Q: `in the quarter from ${period}`,
    Y: `in the year from ${period}`,
  }[grain];
  return rows === 1 ? first : `${rows} periods differ; ${first}, the first of them`;
}
