// The periods by which sales are summed up: of items days and months; of clients days, and of condensed items all periods.
import { sql, type RawBuilder } from 'kysely';
import type { TenantDb } from '../tenancy/index.ts';

export const ITEM_PERIODS = sql`(values ('D', 'day'), ('M', 'month')) as g (grain, unit)`;
export const CLIENT_PERIODS = sql`(values ('D', 'day'), ('S', 'sixth'), ('H', 'half'), ('M', 'month'), ('Q', 'quarter'), ('Y', 'year'))
  as g (grain, unit)`;

/** Periods that are kept, over `line` of an item and `g`. */
export function isKeptOfClient(db: TenantDb, line: string): RawBuilder<boolean> {
  return sql`(grain = 'D' or exists (
    select from condensed_items where tenant_id = ${db.tenant.id} and item_id = ${sql.ref(`${line}.item_id`)}))`;
}

/** The first day of the period around `day`, over `g`; the last half and the last sixth of a month begin on the 16th and the 26th. */
export const PERIOD = sql`
  case grain
    when 'D' then day
    when 'S' then date_trunc('month', day)::date + 5 * least((extract(day from day)::int - 1) / 5, 5)
    when 'H' then date_trunc('month', day)::date + 15 * (extract(day from day) > 15)::int
    else date_trunc(unit, day)::date
  end`;
