// On how many days of a window there was nothing to sell, and how fast the item sold on the others.
import { sql } from 'kysely';
import { addDays } from '../platform/days.ts';
import type { Decimal } from '../platform/decimal.ts';
import { prepared } from '../platform/sql.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { velocityInStock } from './coverage.ts';
import { dailyBalances } from './daily-balance.ts';
import type { StockMetrics } from './stock-metrics.ts';

export interface Stockouts {
  stockoutDays: number;
  /** Null when there was something on none of the days. */
  velocityWhenInStock: Decimal | null;
}

/**
 * A day without stock began and ended with nothing on hand. One on which the last was sold, or the first came, had something to
 * sell; counting it would make the item look faster than it was.
 */
export async function stockouts(db: TenantDb, metrics: StockMetrics, now: Date): Promise<Stockouts> {
  const { subject, windowDays, windowFirstDay, windowLastDay, unitsSoldInWindow } = metrics;
  const days = { first: addDays(windowFirstDay, -1), last: windowLastDay };
  const { rows } = await sql<{ days: number }>`
    ${prepared} with ${dailyBalances(db, subject, days, now)}
    select count(*) filter (where quantity <= 0 and opening <= 0) as days
    from (select quantity, lag(quantity) over (order by day) as opening from balance) day`.execute(db);
  const stockoutDays = rows[0]!.days;
  return { stockoutDays, velocityWhenInStock: velocityInStock(unitsSoldInWindow, windowDays - stockoutDays) };
}
