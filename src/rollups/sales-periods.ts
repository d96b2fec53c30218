// The periods by which sales are summed up: of items days and months, of clients also half months and years.
import { sql } from 'kysely';

export const ITEM_PERIODS = sql`(values ('D', 'day'), ('M', 'month')) as g (grain, unit)`;
export const CLIENT_PERIODS = sql`(values ('D', 'day'), ('H', 'half'), ('M', 'month'), ('Y', 'year')) as g (grain, unit)`;

/** The first day of the period around `day`, over `g`; the second half of a month begins on the 16th. */
export const PERIOD = sql`
  case grain
    when 'D' then day
    when 'H' then date_trunc('month', day)::date + case when extract(day from day) > 15 then 15 else 0 end
    else date_trunc(unit, day)::date
  end`;
