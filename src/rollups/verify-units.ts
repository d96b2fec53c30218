// Recomputes from documents the units sold that the roll-ups hold, and names every difference.
import { sql } from 'kysely';
import { compare, type Decimal } from '../platform/decimal.ts';
import { problem, type LedgerProblem } from '../stock/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { ITEM_SUMS, soldLines } from './sold-lines.ts';
import { CLIENT_PERIODS, isKeptOfClient, PERIOD } from './sales-periods.ts';
import type { ClientGrain } from './tables.ts';

export async function verifyUnits(db: TenantDb): Promise<LedgerProblem[]> {
  return [...(await verifyUnitsByLocation(db)), ...(await verifyUnitsByClient(db))];
}

interface Difference {
  item_id: string;
  rows: number;
  grain: ClientGrain;
  period: string;
}

interface ItemSums {
  units: Decimal;
  documents: number;
  documents_left_out: number;
  leading_documents: number;
  leading_documents_left_out: number;
}

async function verifyUnitsByLocation(db: TenantDb): Promise<LedgerProblem[]> {
  const { rows } = await sql<Difference & { location_id: string; is: ItemSums; should: ItemSums }>`
    with ${soldLines(db)}, by_day as (
      select item_id, location_id, day, ${ITEM_SUMS} from sold_line group by item_id, location_id, day
    ), expected as (
      select item_id, location_id, 'D' as grain, day as period, units, documents, documents_left_out, leading_documents,
        leading_documents_left_out
      from by_day
      union all
      select item_id, location_id, 'M', date_trunc('month', day)::date, sum(units), sum(documents), sum(documents_left_out),
        sum(leading_documents), sum(leading_documents_left_out)
      from by_day group by 1, 2, 4
    ), recorded as (
      select item_id, location_id, grain::text as grain, period, units, documents, documents_left_out, leading_documents,
        leading_documents_left_out
      from item_sales where tenant_id = ${db.tenant.id}
    ), differing as (
      select item_id, location_id, grain, period, ${sumsOf('recorded')} as is, ${sumsOf('expected')} as should
      from expected full join recorded using (item_id, location_id, grain, period)
      where ${sumsOf('recorded')} <> ${sumsOf('expected')}
    )
    select distinct on (item_id, location_id) *, count(*) over (partition by item_id, location_id) as rows
    from differing order by item_id, location_id, grain, period`.execute(db);
  return rows.map((row) => problem('item_sales', `${describe(row)}, ${differencesOf(row)}`, row));
}

const SUMS = ['units', 'documents', 'documents_left_out', 'leading_documents', 'leading_documents_left_out'] as const;

function sumsOf(table: 'recorded' | 'expected') {
  const pairs = SUMS.map((sum) => {
    const value = sql`coalesce(${sql.ref(`${table}.${sum}`)}, 0)`;
    // As text, so that no digit is lost on the way here.
    return sql`${sql.lit(sum)}, ${sum === 'units' ? sql`trim_scale(${value})::text` : value}`;
  });
  return sql`jsonb_build_object(${sql.join(pairs)})`;
}

function differencesOf({ is, should }: { is: ItemSums; should: ItemSums }): string {
  if (compare(is.units, should.units) !== 0) return `${is.units} units are recorded and ${should.units} were sold`;
  const differing = SUMS.filter((sum) => is[sum] !== should[sum]);
  return differing.map((sum) => `${sum} is ${is[sum]} and should be ${should[sum]}`).join(', ');
}

async function verifyUnitsByClient(db: TenantDb): Promise<LedgerProblem[]> {
  const { rows } = await sql<Difference & { client_id: string; is: Decimal; should: Decimal }>`
    with ${soldLines(db)}, by_day as (
      select item_id, client_id, day, sum(units) as units from sold_line where counts group by item_id, client_id, day
    ), expected as (
      select item_id, client_id, grain, ${PERIOD} as period, sum(units) as units
      from by_day cross join ${CLIENT_PERIODS}
      where ${isKeptOfClient(db, 'by_day')}
      group by 1, 2, 3, 4
    ), recorded as (
      select item_id, client_id, grain::text as grain, period, units
      from client_sales
      where tenant_id = ${db.tenant.id} and ${isKeptOfClient(db, 'client_sales')}
    ), differing as (
      select item_id, client_id, grain, period, coalesce(recorded.units, 0) as is, coalesce(expected.units, 0) as should
      from expected full join recorded using (item_id, client_id, grain, period)
      where coalesce(recorded.units, 0) <> coalesce(expected.units, 0)
    )
    select distinct on (item_id) *, count(*) over (partition by item_id) as rows
    from differing order by item_id, grain, period, client_id`.execute(db);
  return rows.map((row) =>
    problem(
      'client_sales',
      `${describe(row)}, ${row.is} units are recorded for client ${row.client_id} and ${row.should} were sold`,
      { item_id: row.item_id },
    ),
  );
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
