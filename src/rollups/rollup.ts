// The two roll-ups, and what each should hold by the documents: rebuilding writes it, verifying compares it.
import { sql } from 'kysely';
import type { Sql } from '../platform/sql.ts';
import type { ItemRange } from '../stock/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { CLIENT_PERIODS, isKeptOfClient, ITEM_PERIODS, PERIOD } from './sales-periods.ts';
import { soldLines } from './sold-lines.ts';

/** `key`: beside item, grain and period. `sums`: of the lines of a day. `isKept`: which periods, over the rows of a table. */
export const ROLLUPS = [
  {
    table: 'item_sales',
    key: sql.ref('location_id'),
    lines: sql`sold_line`,
    sums: {
      units: 'coalesce(sum(units) filter (where counts), 0)',
      documents: 'count(*) filter (where counts and is_first)',
      documents_left_out: 'count(*) filter (where not counts and is_first)',
      leading_documents: 'count(*) filter (where counts and leads)',
      leading_documents_left_out: 'count(*) filter (where not counts and leads)',
    },
    periods: ITEM_PERIODS,
    isKept: () => sql`true`,
  },
  {
    table: 'client_sales',
    key: sql.ref('client_id'),
    lines: sql`sold_line where counts`,
    sums: { units: 'sum(units)' },
    periods: CLIENT_PERIODS,
    isKept: isKeptOfClient,
  },
];

export type Rollup = (typeof ROLLUPS)[number];
export const [ITEM_SALES, CLIENT_SALES] = ROLLUPS as [Rollup, Rollup];

/** A piece of SQL for each sum, with commas between them. */
export function eachSum({ sums }: Rollup, spell: (sum: string, ofDay: string) => string): Sql {
  return sql.raw(Array.from(Object.entries(sums), ([sum, ofDay]) => spell(sum, ofDay)).join(', '));
}

/** The CTEs `should` and `present` of a roll-up, to stand in a `with`: its rows by the documents, and those that are there. */
export function shouldAndPresent(db: TenantDb, rollup: Rollup, range?: ItemRange): Sql {
  const { table, key, lines, periods, isKept } = rollup;
  const inRange = range ? sql`and item_id > ${range.after} and item_id <= ${range.upTo}` : sql``;
  return sql`${soldLines(db, range)}, by_day as (
      select item_id, ${key}, day, ${eachSum(rollup, (sum, ofDay) => `${ofDay} as ${sum}`)} from ${lines} group by 1, 2, 3
    ), should as (
      select item_id, grain, ${PERIOD} as period, ${key}, ${eachSum(rollup, (sum) => `sum(${sum}) as ${sum}`)}
      from by_day cross join ${periods}
      where ${isKept(db, 'by_day')}
      group by 1, 2, 3, 4
    ), present as (
      select item_id, grain::text as grain, period, ${key}, ${eachSum(rollup, (sum) => sum)} from ${sql.table(table)}
      where tenant_id = ${db.tenant.id} and ${isKept(db, table)} ${inRange}
    )`;
}
