// How an item sells and how long its stock lasts.
import { sql } from 'kysely';
import type { Decimal } from '../platform/decimal.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { coverage, type Coverage } from './coverage.ts';
import { known, ofSubject, subjectOf, type Subject } from './subject.ts';
import { salesInWindow } from './sales-in-window.ts';
import { windowOf } from './window.ts';

export interface StockMetrics extends Coverage {
  windowDays: number;
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
  today: string,
): Promise<StockMetrics> {
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
