// Counts anew what is derived from the ledger: the place of each movement, the openings of days, and what the levels hold.
import { sql } from 'kysely';
import { overwriting, sqlCount } from '../platform/sql.ts';
import type { TenantDb } from '../tenancy/index.ts';
import {
  LEDGER_SUMS,
  LEVEL_COLUMNS,
  LEVEL_SOURCES,
  promisedAndLevel,
  typeOfSource,
  type ItemRange,
} from './verify-ledger.ts';

/**
 * The facts of a movement (time, reason, quantity, and the balance it left) are not derived and stay; where they are wrong, `verify` goes on
 * saying so. Writers of these items wait until the caller's transaction ends. Answers how many rows were wrong.
 */
export async function rebuildLedger(db: TenantDb, range: ItemRange): Promise<{ movements: number; levels: number }> {
  await lockLevels(db, range);
  return { movements: await rebuildMovements(db, range), levels: await rebuildLevels(db, range) };
}

const inRange = (db: TenantDb, { after, upTo }: ItemRange) =>
  sql`tenant_id = ${db.tenant.id} and item_id > ${after} and item_id <= ${upTo}`;

/** In key order, as every writer locks them. */
async function lockLevels(db: TenantDb, range: ItemRange): Promise<void> {
  await sql`
    select from stock_levels where ${inRange(db, range)} order by item_id, location_id for update`.execute(db);
}

async function rebuildMovements(db: TenantDb, range: ItemRange): Promise<number> {
  return sqlCount(db)`
    with typed as (
      select item_id, location_id, occurred_at, ${typeOfSource()} as type,
        (occurred_at at time zone ${db.tenant.timeZone})::date as local_day
      from inventory_logs where ${inRange(db, range)}
    ), placed as (
      select *,
        row_number() over stream as place,
        row_number() over (partition by item_id, location_id, type order by occurred_at) as type_place,
        local_day is distinct from lag(local_day) over stream as is_first_of_day
      from typed
      window stream as (partition by item_id, location_id order by occurred_at)
    )
    update inventory_logs log
    set seq = place, type_seq = type_place, movement_type = type, day = local_day, opens_day = is_first_of_day
    from placed
    where log.tenant_id = ${db.tenant.id} and log.item_id = placed.item_id and log.location_id = placed.location_id
      and log.occurred_at = placed.occurred_at
      and (log.seq, log.type_seq, log.movement_type, log.day, log.opens_day)
        is distinct from (place, type_place, type, local_day, is_first_of_day)`;
}

async function rebuildLevels(db: TenantDb, range: ItemRange): Promise<number> {
  const columns = LEVEL_COLUMNS.map(({ column }) => column);
  return sqlCount(db)`
    with ledger as (
      select item_id, location_id, ${LEDGER_SUMS} from inventory_logs where ${inRange(db, range)} group by 1, 2
    ), ${promisedAndLevel(inRange(db, range))}
    insert into stock_levels as l (tenant_id, item_id, location_id, ${sql.join(columns.map((column) => sql.ref(column)))})
    select ${db.tenant.id}, item_id, location_id, ${sql.raw(LEVEL_COLUMNS.map(({ should }) => should).join(', '))}
    from ${LEVEL_SOURCES}
    order by item_id, location_id
    on conflict (tenant_id, item_id, location_id) ${overwriting('l', columns)}`;
}
