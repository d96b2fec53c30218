// Start of a deep page of movements: found by position, instead of reading and dropping all rows before it.
import { sql, type RawBuilder } from 'kysely';
import type { Sql } from '../platform/sql.ts';

/** The search ends when at most so many rows are left to be read and dropped before the page. */
export const NEAR_ENOUGH = 12;

// So many probes find a page among movements that are spread over time somehow; if they do not, there are bursts.
const PATIENT_STEPS = 8;

/** How the movements of a lane are read: what follows `from inventory_logs log`, where `lane` is the row of the lane. */
export interface LaneAccess {
  oldest: Sql;
  /** Newest first, what happened at the instant included. */
  newestUpTo(at: Sql): Sql;
  oldestAfter(at: Sql): Sql;
  oldestFrom(at: Sql): Sql;
  /** The movement's place in its lane, from 1, the oldest. */
  place: Sql;
}

// The search counts microseconds, as the ledger's clock does.
const micros = (at: Sql): Sql => sql`(extract(epoch from ${at}) * 1000000)::bigint`;
const instant = (count: Sql): Sql => sql`timestamptz 'epoch' + ${count} * interval '1 microsecond'`;

/**
 * CTEs `search` and `start`, to stand in a `with recursive` after `lane` (length, last_at). `start` has one row, or none where the
 * offset lies behind the last movement: the page's movements happened `at` or before, `skip` newer ones among them.
 *
 * A movement's place grows with time, so one probe in each lane tells how many movements are newer than an instant. The search
 * holds two instants, `late` and `early`, with the page's first movement between them. It probes where that movement would be
 * if those in between were spread evenly, and leans towards the bound that has not moved for some steps (`run` counts them:
 * above 0 when only `late` moved, below when only `early` did). Where that is slow, every other step halves the time instead.
 * `late` always stands on a movement, and after a halving `early` before one: time in which nothing happened is not searched.
 *
 * For instance 1,000 movements, evenly spread over the seconds 1 to 1,000, and the page that begins after the 300 newest. At first
 * `late` is 1000 with 0 newer ones, `early` is just before 1 with all 1,000 newer. Step 1 aims 6 short of the 300th (half of
 * NEAR_ENOUGH), at second 706: 294 are newer, which is no more than 300, so `late` becomes 706. Now 300 - 294 = 6 rows are left to
 * be dropped, no more than NEAR_ENOUGH: the search ends, and the page begins at 706 with `skip` 6.
 */
export function pageStart(lanes: LaneAccess, offset: RawBuilder<number>): Sql {
  const wanted = sql`${offset}::bigint`;
  const near = sql.lit(NEAR_ENOUGH);
  return sql`
    search as (
      select 0 as step, 0 as run, false as halves_time,
        ${micros(sql`max(lane.last_at)`)} as late, 0::bigint as newer_than_late,
        ${micros(sql`min(oldest.occurred_at)`)} - 1 as early, sum(lane.length)::bigint as newer_than_early
      from lane
      cross join lateral (
        select log.occurred_at
        from inventory_logs log
        ${lanes.oldest}
        limit 1
      ) oldest
      having sum(lane.length) > ${wanted}
      union all
      select search.step + 1,
        moved.run,
        search.step >= ${sql.lit(PATIENT_STEPS)} and not search.halves_time
          and 2 * (moved.newer_than_early - moved.newer_than_late) > search.newer_than_early - search.newer_than_late,
        moved.late, moved.newer_than_late, moved.early, moved.newer_than_early
      from search
      cross join lateral (
        select (${wanted} - newer_than_late - ${near} / 2) * power(2::float8, sign(run) * greatest(abs(run) - 1, 0)) as ahead,
          newer_than_early - ${wanted} + ${near} / 2 as behind
      ) distance
      cross join lateral (
        select case
          when halves_time then (late + early) / 2
          else greatest(early + 1, least(late - 1, late - ((late - early) * (ahead / (ahead + behind)))::bigint))
        end as at
      ) probe
      cross join lateral (
        select sum(lane.length - coalesce(before.place, 0))::bigint as newer, ${micros(sql`max(before.occurred_at)`)} as newest
        from lane
        left join lateral (
          select ${lanes.place} as place, log.occurred_at
          from inventory_logs log
          ${lanes.newestUpTo(instant(sql`probe.at`))}
          limit 1
        ) before on true
      ) older
      cross join lateral (
        select ${micros(sql`min(after.occurred_at)`)} as oldest
        from lane
        cross join lateral (
          select log.occurred_at
          from inventory_logs log
          ${lanes.oldestAfter(instant(sql`probe.at`))}
          limit 1
        ) after
        where search.halves_time and older.newer > ${wanted}
      ) younger
      cross join lateral (
        select greatest(run, 0) + 1, older.newest, older.newer, early, newer_than_early
        where older.newer <= ${wanted}
        union all
        select least(run, 0) - 1, late, newer_than_late, coalesce(younger.oldest - 1, probe.at), older.newer
        where older.newer > ${wanted}
      ) moved (run, late, newer_than_late, early, newer_than_early)
      where ${wanted} - search.newer_than_late > ${near} and search.late - search.early > 1
    ), start as (
      select ${instant(sql`late`)} as at, ${wanted} - newer_than_late as skip
      from search
      order by step desc
      limit 1
    )`;
}
