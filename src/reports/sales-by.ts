// The owner's question: what was sold in a time, by what, at which margin, and how that compares with the time before and with last year.
import { sql } from 'kysely';
import { PANAMA, type SalesDimension } from '../invoicing/index.ts';
import { add, subtract, type Decimal } from '../platform/decimal.ts';
import { localDay, type TenantDb, type Slice } from '../tenancy/index.ts';
import { comparedPeriods, type Compared, type Period } from './compared-periods.ts';
import { addDays } from '../platform/days.ts';
import { sqlRow, type Sql } from '../platform/sql.ts';
import { untrueDays } from './keep-sales.ts';
import { COLUMNS, KEPT_DIMENSIONS, soldOn, SUMS, sums, type AskedDay, type KeptDimension } from './sold.ts';

/** Amounts before taxes. */
export interface SalesFigures {
  /** Number of invoices. */
  sales: number;
  units: Decimal;
  invoiced: Decimal;
  credited: Decimal;
  debited: Decimal;
  /** Invoiced and debited, less what was credited. */
  net: Decimal;
  /** Part of `net` whose cost is known. */
  costed: Decimal;
  cost: Decimal;
  /** `costed` less `cost`. */
  profit: Decimal;
}

export interface SalesRow extends SalesFigures {
  key: string;
  /** SKU of an item, code of an office or till. */
  code: string | null;
  name: string | null;
  /** `net` of the same key, or of the day at the same place, in the other periods. */
  previous: Decimal;
  lastYear: Decimal;
}

export interface ComparedSales extends Period {
  total: SalesFigures;
}

export interface SalesBy extends Period {
  /** Instant up to which a period that runs is counted. */
  until: Date | null;
  total: SalesFigures;
  previous: ComparedSales;
  lastYear: ComparedSales;
  rows: SalesRow[];
  rowCount: number;
}

export const SALES_ORDERS = ['NET', 'PROFIT', 'UNITS'] as const;

export interface SalesAsked extends Period, Slice {
  by: SalesDimension;
  /** Row of this key alone; totals are those of all. */
  key?: string | null | undefined;
  orderBy?: (typeof SALES_ORDERS)[number] | null | undefined;
}

/** Kept rows that a question reads, and the days that are counted from their documents. */
interface Parts {
  months: string[];
  days: string[];
  live: AskedDay[];
}

const IN_TIME = ['DAY', 'WEEK', 'MONTH', 'WEEKDAY', 'HOUR'] as const;
type TimeDimension = (typeof IN_TIME)[number];
const isInTime = (by: SalesDimension): by is TimeDimension => (IN_TIME as readonly string[]).includes(by);

const KEPT: Partial<Record<SalesDimension, KeptDimension>> = {
  ...{ WEEK: 'DAY', MONTH: 'DAY', WEEKDAY: 'DAY', CATEGORY: 'ITEM', OFFICE: 'TILL' },
  ...Object.fromEntries(KEPT_DIMENSIONS.map((one) => [one, one])),
};
/** Each day is read of these. */
const BY_DAYS: readonly SalesDimension[] = ['DAY', 'WEEK', 'WEEKDAY'];

export async function salesBy(db: TenantDb, query: SalesAsked, now: Date): Promise<SalesBy> {
  const { by } = query;
  const today = [db.tenant.timeZone, PANAMA].map((zone) => localDay(zone, now)).toSorted();
  const periods = comparedPeriods(query, today[1]!);
  const { now: running, ...others } = periods;
  const parts = await partsOf(
    db,
    [{ ...running, isCut: false }, others.previous, others.lastYear],
    now,
    BY_DAYS.includes(by),
  );
  const only = query.key == null ? null : [query.key];
  const current = await figuresBy(db, by, parts[0]!, { ...query, keys: only, isNamed: true });
  const keys = isInTime(by) ? null : current.rows.map(({ key }) => key);
  const previous = await figuresBy(db, by, parts[1]!, { keys });
  const lastYear = await figuresBy(db, by, parts[2]!, { keys });
  const other = ({ rows }: typeof current, period: Compared) => {
    const byKey = new Map(rows.map((one) => [one.key, one.net]));
    // Days, weeks and months are compared by their places.
    const places = isInTime(by) ? bucketsOf(by, period) : keys!;
    return (at: number) => byKey.get(places[at] ?? '-') ?? '0';
  };
  const [before, year] = [other(previous, periods.previous), other(lastYear, periods.lastYear)];
  const found = new Map(current.rows.map((row) => [row.key, row]));
  const periodRows = isInTime(by)
    ? bucketsOf(by, periods.now).map((key) => found.get(key) ?? { ...NOTHING, key, code: null, name: null })
    : current.rows;
  const rows = periodRows
    .map((row, at) => ({ ...row, previous: before(at), lastYear: year(at) }))
    .filter(({ key }) => only === null || key === query.key);
  return {
    ...{ from: query.from, to: query.to, until: periods.now.isCut ? now : null, total: current.total },
    previous: { from: periods.previous.from, to: periods.previous.to, total: previous.total },
    lastYear: { from: periods.lastYear.from, to: periods.lastYear.to, total: lastYear.total },
    rows,
    rowCount: isInTime(by) || only !== null ? rows.length : current.count,
  };
}

/** Keys of all times of a period, with those in which nothing was sold. */
function bucketsOf(by: TimeDimension, { from, to }: Period): string[] {
  const numbers = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, at) => String(first + at));
  if (by === 'HOUR') return numbers(0, 23);
  if (by === 'WEEKDAY') return numbers(1, 7);
  const starts = new Set<string>();
  for (let day = from; day <= to; day = addDays(day, 1)) starts.add(bucketOf(by, day));
  return [...starts];
}

function bucketOf(by: 'DAY' | 'WEEK' | 'MONTH', day: string): string {
  if (by === 'MONTH') return `${day.slice(0, 8)}01`;
  return by === 'DAY' ? day : addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

async function partsOf(db: TenantDb, periods: readonly Compared[], now: Date, isByDays: boolean): Promise<Parts[]> {
  const ofDay = sql`tenant_id = ${db.tenant.id} and dimension = 'DAY'`;
  const { rows } = await sql<{ grain: string; period: string; isTrue: boolean }>`
    select distinct grain::text as grain, kept.period::text as period, true as "isTrue"
    from unnest(${periods.map(({ from }) => from)}::date[], ${periods.map(({ to }) => to)}::date[]) asked (first, last)
    join kept_sales kept on ${ofDay} and kept.grain = any ('{D,M}'::"char"[]) and kept.period >= asked.first and kept.period <= asked.last
    union all
    select 'D', day, false from (${untrueDays(db)}) untrue`.execute(db);
  const untrue = new Set(rows.filter(({ isTrue }) => !isTrue).map(({ period }) => period));
  const untrueMonths = new Set([...untrue].map((day) => bucketOf('MONTH', day)));
  const kept = (grain: string, broken: Set<string>) =>
    new Set(
      rows.filter((row) => row.isTrue && row.grain === grain && !broken.has(row.period)).map(({ period }) => period),
    );
  const [days, months] = [kept('D', untrue), kept('M', untrueMonths)];
  return periods.map(({ from, to, isCut }) => {
    const parts: Parts = { months: [], days: [], live: [] };
    for (let day = from; day <= to; day = addDays(day, 1)) {
      const end = addDays(`${day.slice(0, 8)}28`, 4).slice(0, 8);
      const monthEnd = addDays(`${end}01`, -1);
      if (!isByDays && day.endsWith('-01') && months.has(day) && (monthEnd < to || (monthEnd === to && !isCut))) {
        parts.months.push(day);
        day = monthEnd;
      } else if (days.has(day) && !(isCut && day === to)) parts.days.push(day);
      else parts.live.push({ day, time: isCut && day === to ? now : null });
    }
    return parts;
  });
}

interface FiguresBy {
  total: SalesFigures;
  rows: (SalesFigures & Pick<SalesRow, 'key' | 'code' | 'name'>)[];
  count: number;
}

const asText = (name: string): Sql =>
  name === 'sales' ? sql`sales::int` : sql`${sql.ref(name)}::text as ${sql.ref(name)}`;

/** `keys`: these alone. */
type FiguresAsked = Partial<SalesAsked> & { keys?: readonly string[] | null; isNamed?: boolean };

async function figuresBy(
  db: TenantDb,
  by: SalesDimension,
  { months, days, live }: Parts,
  { keys = null, orderBy, limit, offset = 0, isNamed = false }: FiguresAsked,
): Promise<FiguresBy> {
  const dimensions = [...new Set(['DAY', KEPT[by]!])];
  const kept = (grain: string, periods: readonly string[]) => sql`
    select dimension, period, key, ${COLUMNS} from kept_sales
    where tenant_id = ${db.tenant.id} and dimension = any (${dimensions}::text[]) and grain = ${sql.lit(grain)} and period = any (${periods}::date[])`;
  const branches = [
    kept('D', days),
    ...(months.length > 0 ? [kept('M', months)] : []),
    ...(live.length > 0
      ? [
          sql`select dimension, day, key, ${COLUMNS} from ${soldOn(db, live)} sold where dimension = any (${dimensions}::text[])`,
        ]
      : []),
  ];
  const { key, join } = grouping(db, by);
  const order = isInTime(by) ? sql`key` : sql`${ORDERS[orderBy ?? 'NET']} desc, key`;
  const answer = await sqlRow<{ total: Read; rows: (Read & FiguresBy['rows'][number])[]; count: number }>(db)`
    with part as materialized (${sql.join(branches, sql` union all `)}), grouped as materialized (
      select ${key} as key, ${sums((name) => sql`sum(part.${sql.ref(name)})`)} from part ${join}
      where dimension = ${KEPT[by]!} group by 1
    ), shown as (
      select * from grouped ${keys === null ? sql`` : sql`where key = any (${keys}::text[])`}
      order by ${order} ${limit === undefined || isInTime(by) ? sql`` : sql`limit ${limit} offset ${offset}`}
    )
    select (select row_to_json(one) from (select ${sql.join(SUMS.map(asText))} from (select ${sums()} from part where dimension = 'DAY') total) one) as total,
      (select coalesce(json_agg(one), '[]') from (
        select key, ${isNamed ? namesOf(db, by) : sql`null as code, null as name`}, ${sql.join(SUMS.map(asText))} from shown) one) as rows,
      (select count(*)::int from grouped) as count`;
  return {
    total: figures(answer.total),
    rows: answer.rows.map((row) => ({ ...figures(row), key: row.key, code: row.code, name: row.name })),
    count: answer.count,
  };
}

const NET = sql`(invoiced + debited - credited)`;
const ORDERS: Record<(typeof SALES_ORDERS)[number], Sql> = { NET, PROFIT: sql`(costed - cost)`, UNITS: sql`units` };

function grouping(db: TenantDb, by: SalesDimension): { key: Sql; join: Sql } {
  const join = sql``;
  switch (by) {
    case 'DAY':
      return { key: sql`part.period::text`, join };
    case 'WEEK':
    case 'MONTH':
      return { key: sql`date_trunc(${sql.lit(by.toLowerCase())}, part.period)::date::text`, join };
    case 'WEEKDAY':
      return { key: sql`extract(isodow from part.period)::text`, join };
    case 'CATEGORY':
      return {
        key: sql`coalesce(item.category, '')`,
        join: sql`left join items item on item.tenant_id = ${db.tenant.id} and item.id = nullif(part.key, '')::uuid and part.dimension = 'ITEM'`,
      };
    case 'OFFICE':
      return {
        key: sql`coalesce(point.office_id::text, '')`,
        join: sql`left join billing_points point on point.tenant_id = ${db.tenant.id} and point.id::text = part.key and part.dimension = 'TILL'`,
      };
    case 'HOUR':
    case 'ITEM':
    case 'CLIENT':
    case 'SELLER':
    case 'TILL':
    case 'METHOD':
      return { key: sql`part.key`, join };
    default:
      return by satisfies never;
  }
}

/** Code and name of a key. */
function namesOf(db: TenantDb, by: SalesDimension): Sql {
  const found = (table: string, column: Sql, join = sql``) => sql`(
    select ${column} from ${sql.table(table)} one ${join} where one.tenant_id = ${db.tenant.id} and one.id = nullif(shown.key, '')::uuid)`;
  const office = sql`join offices office on office.tenant_id = one.tenant_id and office.id = one.office_id`;
  const [code, name] = {
    ITEM: [found('items', sql`one.sku`), found('items', sql`one.name`)],
    CLIENT: [sql`null`, found('clients', sql`one.name`)],
    OFFICE: [found('offices', sql`one.code`), found('offices', sql`one.name`)],
    TILL: [
      found('billing_points', sql`office.code || '-' || one.code`, office),
      found('billing_points', sql`coalesce(one.name, office.name)`, office),
    ],
    SELLER: [sql`null`, sql`shown.key`],
    CATEGORY: [sql`null`, sql`nullif(shown.key, '')`],
  }[by as 'ITEM'] ?? [sql`null`, sql`null`];
  return sql`${code} as code, ${name} as name`;
}

type Read = Record<(typeof SUMS)[number], Decimal> & { sales: number };

function figures(row: Read): SalesFigures {
  const [units, invoiced, credited, debited, cost, costed] = [
    ...[row.units, row.invoiced, row.credited, row.debited, row.cost, row.costed],
  ].map((one) => add(one)) as [Decimal, Decimal, Decimal, Decimal, Decimal, Decimal];
  const net = subtract(add(invoiced, debited), credited);
  return { sales: row.sales, units, invoiced, credited, debited, net, costed, cost, profit: subtract(costed, cost) };
}

const NOTHING: SalesFigures = {
  ...{ sales: 0, units: '0', invoiced: '0', credited: '0', debited: '0' },
  ...{ net: '0', costed: '0', cost: '0', profit: '0' },
};
