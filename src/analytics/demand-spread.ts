// How unevenly an item sells: on how many days of the window, and how far a day is from the average one.
import type { Decimal } from '../platform/decimal.ts';
import { prepared, sqlRow } from '../platform/sql.ts';
import type { TenantDb } from '../tenancy/index.ts';
import type { StockMetrics } from './stock-metrics.ts';
import { ofSubject } from './subject.ts';

export interface DemandSpread {
  daysWithSales: number;
  /** The standard deviation of a day's sales, over all days of the window. */
  dailyDeviation: Decimal;
}

export async function demandSpread(db: TenantDb, metrics: StockMetrics): Promise<DemandSpread> {
  const { subject, windowDays, windowFirstDay, windowLastDay } = metrics;
  return sqlRow<DemandSpread>(db)`
    ${prepared} select count(*) filter (where units > 0) as "daysWithSales",
      round(sqrt(greatest(coalesce(sum(units * units), 0) - coalesce(sum(units), 0) ^ 2 / ${windowDays}::numeric, 0)
        / greatest(${windowDays}::numeric - 1, 1)), 6) as "dailyDeviation"
    from (
      select sum(units) as units
      from item_sales
      where ${ofSubject(db, subject)} and grain = 'D' and period between ${windowFirstDay} and ${windowLastDay}
      group by period
    ) day`;
}
