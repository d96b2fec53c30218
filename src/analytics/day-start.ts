// When a calendar day begins in a time zone, in SQL: by the same clockwork that dated the ledger's rows.
import { sql, type RawBuilder } from 'kysely';

/**
 * The day's first instant. Where clocks go back over midnight (1:00 to 0:00) the day has two midnights and `at time zone` answers
 * the second; counting three hours on from 21:00 of the day before finds the first. Where clocks skip midnight it is the skip.
 */
export function dayStart(day: RawBuilder<unknown>, timeZone: string): RawBuilder<Date> {
  const midnight = sql`${day}::timestamp at time zone ${timeZone}`;
  const countedOn = sql`(${day}::timestamp - interval '3 hours') at time zone ${timeZone} + interval '3 hours'`;
  return sql<Date>`least(${midnight}, case when (${countedOn}) at time zone ${timeZone} >= ${day} then ${countedOn} end)`;
}

/** The day's last instant, to the wire's millisecond. */
export function dayEnd(day: RawBuilder<unknown>, timeZone: string): RawBuilder<Date> {
  return sql<Date>`${dayStart(sql`(${day} + 1)`, timeZone)} - interval '1 millisecond'`;
}
