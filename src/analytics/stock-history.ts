// How an item's stock went: one closing balance per calendar day, and the movements behind them (answers 14 and 15).
import { sql, type RawBuilder } from 'kysely';
import type { Decimal } from '../platform/decimal.ts';
import { prepared, type Sql } from '../platform/sql.ts';
import type { MovementType } from '../stock/tables.ts';
import { localDay, type TenantDb } from '../tenancy/index.ts';
import { dailyBalances, inStream } from './daily-balance.ts';
import { firstRowOrNotFound, subjectOf, type Subject } from './subject.ts';
import { monthOf, windowOf, type Days } from './window.ts';

export interface StockHistoryPoint {
  date: Date;
  value: Decimal;
}

export interface StockHistoryEvent {
  date: Date;
  movementType: MovementType;
  quantityChange: Decimal;
  balanceAfter: Decimal;
}

export interface StockHistory {
  points: StockHistoryPoint[];
  events: StockHistoryEvent[];
}

export const MOST_EVENTS = 2_000;

/** The last `rangeDays` days, today included. */
export async function stockHistory(
  db: TenantDb,
  { rangeDays, withEvents, ...subject }: Subject & { rangeDays: number; withEvents: boolean },
  now: Date,
): Promise<StockHistory> {
  const days = windowOf(localDay(db.tenant.timeZone, now), rangeDays);
  return historyOf(db, subject, days, now, withEvents);
}

/** The same points for one calendar month; of a month that has not ended the days up to today, of one to come none. */
export async function stockOverTime(
  db: TenantDb,
  { year, month, ...subject }: Subject & { year: number; month: number },
  now: Date,
): Promise<StockHistoryPoint[]> {
  const days = monthOf(year, month);
  const today = localDay(db.tenant.timeZone, now);
  const past = { first: days.first, last: days.last < today ? days.last : today };
  const { points } = await historyOf(db, subject, past, now, false);
  return points;
}

interface Row {
  location_known: boolean;
  at: Date | null;
  /** Null for a point. */
  movement_type: MovementType | null;
  quantity_change: Decimal;
  quantity: Decimal;
}

async function historyOf(
  db: TenantDb,
  subject: Subject,
  days: Days,
  now: Date,
  withEvents: boolean,
): Promise<StockHistory> {
  const event = sql`union all ${eventsSince(db, days.first)}`;
  const { rows } = await sql<Row>`
    ${prepared} with ${dailyBalances(db, subject, days, now)}, answer as (
      select least(${dayEnd(sql`day`, db.tenant.timeZone)}, ${now}) as at,
        null as movement_type,
        null::numeric as quantity_change,
        quantity,
        null::uuid as location_id
      from balance
      ${withEvents ? event : sql``}
    )
    select subject.location_known, answer.*
    from (${subjectOf(db, subject)}) subject
    left join answer on true
    order by answer.at, answer.location_id desc`.execute(db);
  firstRowOrNotFound(rows);
  return toHistory(rows);
}

/** Columns that the stream's index holds, and no others: with a row's page each, two thousand events would be two thousand pages. */
function eventsSince(db: TenantDb, firstDay: string): Sql {
  return sql`(
        select log.occurred_at, log.movement_type, log.quantity_change, log.new_quantity, log.location_id
        from stream
        cross join lateral (
          select log.occurred_at, log.movement_type, log.quantity_change, log.new_quantity, log.location_id
          from inventory_logs log
          where ${inStream(db)} and log.occurred_at >= ${dayStart(sql`${firstDay}::date`, db.tenant.timeZone)}
          order by log.occurred_at desc
          limit ${sql.lit(MOST_EVENTS)}
        ) log
        order by log.occurred_at desc, log.location_id
        limit ${sql.lit(MOST_EVENTS)}
      )`;
}

function toHistory(rows: readonly Row[]): StockHistory {
  const history: StockHistory = { points: [], events: [] };
  for (const { at, movement_type: movementType, quantity_change: quantityChange, quantity } of rows) {
    // A month to come has no rows but the one that says the item is known.
    if (at === null) continue;
    if (movementType === null) history.points.push({ date: at, value: quantity });
    else history.events.push({ date: at, movementType, quantityChange, balanceAfter: quantity });
  }
  return history;
}

/**
 * The day's first instant. Where clocks go back over midnight (1:00 to 0:00) the day has two midnights and `at time zone` answers
 * the second; counting three hours on from 21:00 of the day before finds the first. Where clocks skip midnight it is the skip.
 */
function dayStart(day: Sql, timeZone: string): RawBuilder<Date> {
  const midnight = sql`${day}::timestamp at time zone ${timeZone}`;
  const countedOn = sql`(${day}::timestamp - interval '3 hours') at time zone ${timeZone} + interval '3 hours'`;
  return sql<Date>`least(${midnight}, case when (${countedOn}) at time zone ${timeZone} >= ${day} then ${countedOn} end)`;
}

/** The day's last instant, to the wire's millisecond. */
function dayEnd(day: Sql, timeZone: string): RawBuilder<Date> {
  return sql<Date>`${dayStart(sql`(${day} + 1)`, timeZone)} - interval '1 millisecond'`;
}
