// An item's closing balance on each calendar day of a range, walked back from the last one over the openings of days.
import { sql } from 'kysely';
import type { Sql } from '../platform/sql.ts';
import { localDay, type TenantDb } from '../tenancy/index.ts';
import { ofSubject, type Subject } from './subject.ts';
import type { Days } from './window.ts';

/**
 * CTEs, to stand in a `with`: `stream` (location_id, closing), one row per stream of the subject, and `balance` (day, quantity), one row
 * per day of the range. Days without movement carry on; before the first movement there is 0. What is read are the days on which
 * something moved, not the movements.
 */
export function dailyBalances(db: TenantDb, subject: Subject, days: Days, now: Date): Sql {
  // The ledger is dated by the database's clock. What it has dated after `now` has happened, so it belongs to today.
  const upToNow = days.last >= localDay(db.tenant.timeZone, now);
  const closing = upToNow ? sql`level.on_hand` : sql`coalesce(${openingAfter(db, days.last)}, level.on_hand)`;
  return sql`
    stream as (
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
        -- Only the index of days has this order. To a planner that expects one row all indexes of the stream cost the same, but
        -- along another one every movement of the item would be read.
        order by log.day
      ) log
    ), changed as (
      select day, sum(next_opening - opening) as change
      from opened
      group by day
    ), balance as (
      -- Walked back from the last day: a day closes with what there is in the end, less what changed on later days.
      select calendar.day::date as day,
        (select coalesce(sum(closing), 0) from stream)
          - coalesce(sum(change) over (order by calendar.day desc rows between unbounded preceding and 1 preceding), 0) as quantity
      from generate_series(${days.first}::timestamp, ${days.last}::timestamp, interval '1 day') as calendar (day)
      left join changed on changed.day = calendar.day::date
    )`;
}

/** A condition on `log`: it belongs to `stream`. */
export function inStream(db: TenantDb): Sql {
  return sql`log.tenant_id = ${db.tenant.id} and log.item_id = stream.item_id and log.location_id = stream.location_id`;
}

/** Balance of a stream at the end of a past day: the opening balance of the next movement. */
function openingAfter(db: TenantDb, day: string): Sql {
  return sql`(
        select log.new_quantity - log.quantity_change
        from inventory_logs log
        where log.tenant_id = ${db.tenant.id} and log.item_id = level.item_id and log.location_id = level.location_id
          and log.opens_day and log.day > ${day}
        order by log.day
        limit 1
      )`;
}
