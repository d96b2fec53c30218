// How an item sells and how long its stock lasts.
import { sql } from 'kysely';
import type { Decimal } from '../platform/decimal.ts';
import { localDay, type TenantDb } from '../tenancy/index.ts';
import { coverage, type Coverage } from './coverage.ts';
import { salesInWindow } from './sales-in-window.ts';
import { known, ofSubject, subjectOf, type Subject } from './subject.ts';
import { windowOf } from './window.ts';

export interface StockMetrics extends Coverage {
  windowDays: number;
  /** In the tenant's calendar, as the last one; both are in the window. */
  windowFirstDay: string;
  windowLastDay: string;
  unitsSoldInWindow: Decimal;
  availableQuantity: Decimal;
}

interface Figures {
  location_known: boolean;
  units_sold: Decimal;
  available: Decimal;
}

export async function stockMetrics(
  db: TenantDb,
  { windowDays, ...subject }: Subject & { windowDays: number },
  now: Date,
): Promise<StockMetrics> {
  const today = localDay(db.tenant.timeZone, now);
  const window = windowOf(today, windowDays);
  const { rows } = await sql<Figures>`
    select subject.location_known, sold.units_sold, level.available
    from (${subjectOf(db, subject)}) subject
    cross join (
      select coalesce(sum(units), 0) as units_sold
      from (${salesInWindow(db, 'item_sales', subject, window)}) part
    ) sold
    cross join (
      select coalesce(sum(on_hand - reserved), 0) as available
      from stock_levels
      where ${ofSubject(db, subject)}
    ) level`.execute(db);
  const { units_sold: unitsSold, available } = known(rows);
  return {
    windowDays,
    windowFirstDay: window.first,
    windowLastDay: window.last,
    unitsSoldInWindow: unitsSold,
    availableQuantity: available,
    ...coverage({ unitsSold, windowDays, available, today }),
  };
}
