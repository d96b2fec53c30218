// How fast goods turn, and what stands still: sales of a window beside the stock of now, what both cost, and when an item was last sold.
import { sql } from 'kysely';
import { addDays, daysBetween } from '../platform/days.ts';
import { isPositive, multiply, quotient, type Decimal } from '../platform/decimal.ts';
import { sqlRow } from '../platform/sql.ts';
import { localDay, pageOf, type ListPage, type PageAsked, type TenantDb } from '../tenancy/index.ts';
import { availableAndSold } from './available-and-sold.ts';
import { coverage } from './coverage.ts';
import { windowOf } from './window.ts';

export const TURNOVER_ORDERS = ['VALUE', 'SOLD_COST', 'COVERAGE', 'LAST_SALE', 'SKU'] as const;
type Order = (typeof TURNOVER_ORDERS)[number];

export interface TurnoverAsked extends PageAsked<Order> {
  windowDays?: number | null | undefined;
  noSaleDays?: number | null | undefined;
}

interface Read {
  /** Id of the item. */
  id: string;
  unitsSold: Decimal;
  onHand: Decimal;
  available: Decimal;
  /** At the average cost of now, as is the stock; null where it is not known. */
  soldCost: Decimal | null;
  value: Decimal | null;
  lastSoldOn: string | null;
}

export interface StockTurnover extends Read {
  windowFirstDay: string;
  windowLastDay: string;
  turnover: Decimal | null;
  daysOfCoverage: Decimal | null;
  daysWithoutSale: number | null;
}

export type TurnoverSums = Record<'soldCost' | 'value', Decimal>;

/** Coverage of what does not sell: longer than any other. */
const NEVER = 1e9;
const YEAR_DAYS = '365';
export const USUAL_DAYS = 90;

/** Goods that are there or were sold in the window; what is archived as well, while something of it is left. */
export async function stockTurnover(db: TenantDb, query: TurnoverAsked, now: Date): Promise<ListPage<StockTurnover>> {
  const today = localDay(db.tenant.timeZone, now);
  const { noSaleDays } = query;
  const windowDays = query.windowDays ?? USUAL_DAYS;
  const window = windowOf(today, windowDays);
  /** A day of all locations together, along the index of days. */
  const soldDays = (since = sql``) => sql`select s.period from item_sales s
    where s.tenant_id = ${db.tenant.id} and s.item_id = turned.id and s.grain = 'D' ${since} group by s.period having sum(s.units) > 0`;
  const lastSold = sql`(${soldDays()} order by s.period desc limit 1)`;
  const page = await pageOf<Read, Order>(db, query, {
    name: 'stockTurnover',
    columns: sql`id, units as "unitsSold", on_hand as "onHand", available, sold_cost as "soldCost", value, ${lastSold}::text as "lastSoldOn"`,
    from: sql`(
        select item.id, item.sku, coalesce(sold.units_sold, 0) as units, coalesce(level.available, 0) as available,
          coalesce(level.on_hand, 0) as on_hand, round(coalesce(sold.units_sold, 0) * item.average_cost, 2) as sold_cost,
          round(greatest(coalesce(level.on_hand, 0), 0) * item.average_cost, 2) as value
        from items item ${availableAndSold(db, window)}
        where item.tenant_id = ${db.tenant.id} and item.kind = 'GOODS'
      ) turned`,
    where: [
      noSaleDays == null
        ? sql`(on_hand <> 0 or units <> 0)`
        : // Units of a window were sold on a day of it, so that its days need not be read.
          sql`on_hand > 0 and case when units > 0 and ${windowDays <= noSaleDays} then false
            else not exists (${soldDays(sql`and s.period > ${addDays(today, -noSaleDays)}`)}) end`,
    ],
    orders: {
      VALUE: { by: sql`coalesce(value, 0)`, type: 'numeric' },
      SOLD_COST: { by: sql`coalesce(sold_cost, 0)`, type: 'numeric' },
      COVERAGE: {
        by: sql`coalesce(round(greatest(available, 0) * ${windowDays}::int / nullif(greatest(units, 0), 0), 9), ${sql.lit(NEVER)})`,
        type: 'numeric',
      },
      LAST_SALE: { by: sql`coalesce(${lastSold}, '0001-01-01')`, type: 'date' },
      SKU: { by: sql`sku`, type: 'text' },
    },
    usual: ['VALUE', 'DESC'],
    changed: 'LAST_SALE',
    isComputed: true,
  });
  const records = page.records.map((row): StockTurnover => {
    const { unitsSold, onHand, available, lastSoldOn } = row;
    return {
      ...{ ...row, windowFirstDay: window.first, windowLastDay: window.last },
      turnover: isPositive(onHand)
        ? quotient(multiply(unitsSold, YEAR_DAYS), multiply(onHand, String(windowDays)), 2, 'even')
        : null,
      daysOfCoverage: coverage({ unitsSold, windowDays, available, today }).daysOfCoverage,
      daysWithoutSale: lastSoldOn === null ? null : daysBetween(lastSoldOn, today),
    };
  });
  return { ...page, records };
}

export function sumsOfTurnover(db: TenantDb, { matching }: ListPage<StockTurnover>): Promise<TurnoverSums> {
  return sqlRow<TurnoverSums>(db)`
    select coalesce(sum(value), 0) as value, coalesce(sum(sold_cost), 0) as "soldCost" ${matching}`;
}
