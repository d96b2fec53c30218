// How an item's stock went: one closing balance per calendar day, and the movements behind them (decisions 14 and 15).
import { sql, type RawBuilder } from 'kysely';
import type { Decimal } from '../platform/decimal.ts';
import type { MovementType } from '../stock/tables.ts';
import { localDay, type TenantDb } from '../tenancy/index.ts';
import { dayEnd, dayStart } from './day-start.ts';
import { known, ofSubject, subjectOf, type Subject } from './subject.ts';
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

const MOST_EVENTS = 2_000;

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
  // The ledger is dated by the database's clock. What it has dated after `now` has happened, so it belongs to today.
  const upToNow = days.last >= localDay(db.tenant.timeZone, now);
  const closing = upToNow ? sql`level.on_hand` : sql`coalesce(${openingAfter(db, days.last)}, level.on_hand)`;
  const event = sql`union all ${eventsSince(db, days.first)}`;
  const { rows } = await sql<Row>`
    with stream as (
      select level.item_id, level.location_id, ${closing} as closing
      from stock_levels level
      where ${ofSubject(db, subject)}
    ), opened as (
      -- What a stream held before the first movement of a day, and before that of the next day that had one.
      select least(log.day, ${days.last}) as day, log.opening,
        lead(log.opening, 1, stream.closing) over (partition by stream.location_id order by log.day) as next_opening
      from stream
      cross join lateral (
        select log.day, log.new_quantity - log.quantity_change as opening
        from inventory_logs log
        where ${inStream(db)} and log.opens_day and log.day > ${days.first}${upToNow ? sql`` : sql` and log.day <= ${days.last}`}
      ) log
    ), changed as (
      select day, sum(next_opening - opening) as change
      from opened
      group by day
    ), calendar as (
      select day::date
      from generate_series(${days.first}::timestamp, ${days.last}::timestamp, interval '1 day') day
    ), answer as (
      -- Walked back from the last day: a day closes with what there is in the end, less what changed on later days.
      select least(${dayEnd(sql`day`, db.tenant.timeZone)}, ${now}) as at,
        null as movement_type,
        null::numeric as quantity_change,
        (select coalesce(sum(closing), 0) from stream)
          - coalesce(sum(change) over (order by day desc rows between unbounded preceding and 1 preceding), 0) as quantity,
        null::uuid as location_id
      from calendar
      left join changed using (day)
      ${withEvents ? event : sql``}
    )
    select subject.location_known, answer.*
    from (${subjectOf(db, subject)}) subject
    left join answer on true
    order by answer.at, answer.location_id desc`.execute(db);
  known(rows);
  return toHistory(rows);
}

function inStream(db: TenantDb): RawBuilder<unknown> {
  return sql`log.tenant_id = ${db.tenant.id} and log.item_id = stream.item_id and log.location_id = stream.location_id`;
}

/** What a stream held at the end of a day that is over: what it held before the next movement. */
function openingAfter(db: TenantDb, day: string): RawBuilder<unknown> {
  return sql`(
        select log.new_quantity - log.quantity_change
        from inventory_logs log
        where log.tenant_id = ${db.tenant.id} and log.item_id = level.item_id and log.location_id = level.location_id
          and log.opens_day and log.day > ${day}
        order by log.day
        limit 1
      )`;
}

function eventsSince(db: TenantDb, firstDay: string): RawBuilder<unknown> {
  return sql`(
        select log.occurred_at, log.movement_type, log.quantity_change, log.new_quantity, log.location_id
        from stream
        cross join lateral (
          select *
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
