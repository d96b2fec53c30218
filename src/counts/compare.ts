// Quantities that were counted of each item, against the balance that the ledger had at the instant of counting.
import { sql } from 'kysely';
import type { Decimal } from '../platform/decimal.ts';
import { sqlRow, type Sql } from '../platform/sql.ts';
import { pageOf, type ListPage, type PageAsked, type TenantDb } from '../tenancy/index.ts';
import type { StockCount } from './counts.ts';

/** An item of a count; `counted` is null while no line has come. */
export interface CountedItem {
  count: StockCount;
  item_id: string;
  counted: Decimal | null;
  /** Instant of the last place. */
  counted_at: Date | null;
  expected: Decimal | null;
  difference: Decimal | null;
  /** Change of the balance while its places were counted. */
  moved_between: Decimal | null;
  cost: Decimal | null;
}

/**
 * The last line of each place holds, and the places of an item are summed up. The balance is that of the ledger's last row up to the
 * instant at which the last place was counted, less what a till had sold before that instant and filed after it: those goods had
 * left the shelf. Each order counts once: an invoice that is taken back takes its goods back where another one of the order follows. The
 * text of an instant in UTC is in the order of time.
 */
export function compared(db: TenantDb, { id, location_id: location }: StockCount): Sql {
  const at = (instant: Sql) => sql`
    select new_quantity from inventory_logs log
    where log.tenant_id = ${db.tenant.id} and log.item_id = found.item_id and log.location_id = ${location}
      and log.occurred_at <= ${instant}
    order by log.occurred_at desc limit 1`;
  return sql`
    select found.*, ledger.expected, found.counted - ledger.expected as difference,
      coalesce(balance.new_quantity, 0) - coalesce(before.new_quantity, 0) as moved_between
    from (
      select item_id, sum(quantity) as counted, max(counted_at) as counted_at, min(counted_at) as first_at, max(cost) as cost
      from (
        select distinct on (item_id, place) item_id, quantity, counted_at, cost from stock_count_lines
        where tenant_id = ${db.tenant.id} and count_id = ${id}
        order by item_id, place, counted_at desc, id desc
      ) last_of_place where quantity is not null group by item_id
    ) found
    left join lateral (${at(sql`found.counted_at`)}) balance on true
    left join lateral (${at(sql`found.first_at`)}) before on true
    cross join lateral (
      select coalesce(balance.new_quantity, 0) + coalesce(sum(log.quantity_change), 0) as expected
      from (
        select log.quantity_change, log.occurred_at,
          max(log.occurred_at) filter (where log.quantity_change < 0) over (partition by orders.id) as last_sold_at
        from inventory_logs log
        join invoices on invoices.tenant_id = log.tenant_id and invoices.id = log.source_id
        join orders on orders.tenant_id = log.tenant_id and orders.id = invoices.order_id
        where log.tenant_id = ${db.tenant.id} and log.item_id = found.item_id and log.location_id = ${location}
          and log.occurred_at > found.counted_at and log.movement_type = 'VENTA'
          and orders.metadata ->> 'soldAt' like '____-__-__T%Z'
          and orders.metadata ->> 'soldAt' <= to_char(found.counted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      ) log where log.occurred_at <= log.last_sold_at
    ) ledger`;
}

/** Goods without lots that were at the location, and that the count asks for. */
function scopeOf(
  db: TenantDb,
  { id, location_id: location, category, not_counted_days: days, opened_at: at }: StockCount,
): Sql {
  const isThere = sql`
    kind = 'GOODS' and tracking_mode = 'NONE' and archived_at is null and exists (
      select from stock_levels level
      where level.tenant_id = ${db.tenant.id} and level.item_id = items.id and level.location_id = ${location})`;
  const counted = sql`
    items.id not in (
      select line.item_id from stock_counts earlier
      join stock_count_lines line on line.tenant_id = earlier.tenant_id and line.count_id = earlier.id
      where earlier.tenant_id = ${db.tenant.id} and earlier.location_id = ${location} and earlier.id <> ${id}
        and earlier.status = 'POSTED' and line.counted_at > ${at}::timestamptz - ${days} * interval '1 day')`;
  return sql.join(
    [isThere, ...(category === null ? [] : [sql`category = ${category}`]), ...(days === null ? [] : [counted])],
    sql` and `,
  );
}

export const COUNTED_STATES = ['TO_COUNT', 'COUNTED', 'DIFFERENT'] as const;
export type CountedState = (typeof COUNTED_STATES)[number];

const found = (db: TenantDb, count: StockCount): Sql =>
  sql`items left join (${compared(db, count)}) found on found.item_id = items.id`;

function inState(db: TenantDb, count: StockCount, state: CountedState): Sql {
  if (state === 'TO_COUNT') return sql`found.item_id is null and ${scopeOf(db, count)}`;
  return state === 'COUNTED' ? sql`found.item_id is not null` : sql`found.difference <> 0`;
}

/** At the average cost, which is that of the posting once it is posted. */
const costOf = ({ status }: StockCount): Sql => (status === 'POSTED' ? sql`found.cost` : sql`items.average_cost`);

export interface ItemsAsked extends PageAsked {
  state: CountedState;
}

/** By SKU. */
export async function listCountedItems(
  db: TenantDb,
  count: StockCount,
  query: ItemsAsked,
): Promise<ListPage<CountedItem>> {
  const search = query.search?.trim() ?? '';
  const paging = { ...query, orderBy: null, updatedSince: null };
  const page = await pageOf<Omit<CountedItem, 'count'>, 'SKU'>(db, paging, {
    name: `counted-items-${query.state}`,
    columns: sql`items.id as item_id, found.counted, found.counted_at, found.expected, found.difference, found.moved_between,
        ${costOf(count)} as cost`,
    from: found(db, count),
    where: [
      sql`items.tenant_id = ${db.tenant.id}`,
      inState(db, count, query.state),
      search !== '' && sql`items.folded like folded_pattern(${search})`,
    ],
    orders: { SKU: { by: sql`items.sku`, type: 'text' } },
    usual: ['SKU', 'ASC'],
    changed: 'SKU',
    tie: { by: sql`items.id`, type: 'uuid' },
  });
  return { ...page, records: page.records.map((record) => ({ ...record, count })) };
}

export interface CountSums {
  toCount: number;
  counted: number;
  different: number;
  /** Value of what is there beyond the expected, and of what is missing: by cents of each item. */
  surplus: Decimal;
  missing: Decimal;
  /** Sales of tills that are not in the ledger yet. */
  waitingSales: number;
}

export async function sumsOfCount(db: TenantDb, count: StockCount): Promise<CountSums> {
  const value = sql`round(found.difference * ${costOf(count)}, 2)`;
  return sqlRow<CountSums>(db)`
    select count(*) filter (where ${inState(db, count, 'TO_COUNT')})::int as "toCount", count(found.item_id)::int as counted,
      count(*) filter (where found.difference <> 0)::int as different,
      coalesce(sum(${value}) filter (where found.difference > 0), 0) as surplus,
      coalesce(-sum(${value}) filter (where found.difference < 0), 0) as missing,
      (select count(*)::int from till_sales where tenant_id = ${db.tenant.id} and state = 'WAITING') as "waitingSales"
    from ${found(db, count)} where items.tenant_id = ${db.tenant.id}`;
}
