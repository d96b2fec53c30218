// Gives each row of the ledger its place: in its stream, among its type, and in the tenant's calendar. Slice by slice, in order.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { inBatch } from './beside-writers.ts';
import { sourceTypeOf } from './source-type-of-method.ts';

const ROWS_PER_SLICE = 2000;

/** Where a slice ended, and what has been counted up to there in the stream that it ended in. */
interface Reached {
  tenant_id: string;
  item_id: string;
  location_id: string;
  /** As the database writes it: a Date would lose the microseconds. */
  at: string;
  seq: number;
  day: string | null;
  venta: number;
  compra: number;
  ajuste: number;
  devolucion: number;
  other: number;
}

const NOWHERE = '00000000-0000-0000-0000-000000000000';
const BEGINNING: Reached = {
  tenant_id: NOWHERE,
  item_id: NOWHERE,
  location_id: NOWHERE,
  at: '-infinity',
  seq: 0,
  day: null,
  venta: 0,
  compra: 0,
  ajuste: 0,
  devolucion: 0,
  other: 0,
};

/** Rows that have their place already are read and not written, so after an interruption it is soon where it was. */
export async function placeMovements(db: MigrationDb): Promise<void> {
  let reached: Reached | undefined = BEGINNING;
  while (reached) {
    const from: Reached = reached;
    reached = await inBatch(db, (inBatch) => placeSlice(inBatch, from));
  }
}

async function placeSlice(db: MigrationDb, from: Reached): Promise<Reached | undefined> {
  const { rows } = await sql<Reached>`
    with slice as materialized (
      select log.*, coalesce(log.source_type, ${sql.raw(sourceTypeOf('log.method'))}) as known_source_type,
        (occurred_at at time zone coalesce(tenant.time_zone, 'America/Panama'))::date as local_day,
        (log.tenant_id, log.item_id, log.location_id)
          = (${from.tenant_id}::uuid, ${from.item_id}::uuid, ${from.location_id}::uuid) as goes_on
      from (
        select * from inventory_logs
        where (tenant_id, item_id, location_id, occurred_at)
          > (${from.tenant_id}::uuid, ${from.item_id}::uuid, ${from.location_id}::uuid, ${from.at}::timestamptz)
        order by tenant_id, item_id, location_id, occurred_at
        limit ${ROWS_PER_SLICE}
      ) log
      left join tenants tenant on tenant.id = log.tenant_id
    ), typed as (
      select *,
        case known_source_type when 1 then 'VENTA' when 2 then 'COMPRA' when 4 then 'COMPRA' when 3 then 'DEVOLUCION'
          when 5 then 'AJUSTE' else 'OTHER' end::movement_type as type
      from slice
    ), placed as (
      select tenant_id, item_id, location_id, occurred_at, known_source_type, type, local_day,
        row_number() over stream + case when goes_on then ${from.seq}::bigint else 0 end as place,
        row_number() over (partition by tenant_id, item_id, location_id, type order by occurred_at)
          + case when goes_on then
              case type when 'VENTA' then ${from.venta}::bigint when 'COMPRA' then ${from.compra}::bigint
                when 'AJUSTE' then ${from.ajuste}::bigint when 'DEVOLUCION' then ${from.devolucion}::bigint
                else ${from.other}::bigint end
            else 0 end as type_place,
        local_day is distinct from
          coalesce(lag(local_day) over stream, case when goes_on then ${from.day}::date end) as is_first_of_day
      from typed
      window stream as (partition by tenant_id, item_id, location_id order by occurred_at)
    ), written as (
      update inventory_logs log
      set seq = place, source_type = known_source_type, movement_type = type, type_seq = type_place, day = local_day,
        opens_day = is_first_of_day
      from placed
      where (log.tenant_id, log.item_id, log.location_id, log.occurred_at)
          = (placed.tenant_id, placed.item_id, placed.location_id, placed.occurred_at)
        and (log.seq, log.source_type, log.movement_type, log.type_seq, log.day, log.opens_day)
          is distinct from (place, known_source_type, type, type_place, local_day, is_first_of_day)
    ), last as (
      select * from placed order by tenant_id desc, item_id desc, location_id desc, occurred_at desc limit 1
    )
    select last.tenant_id, last.item_id, last.location_id, last.occurred_at::text as at, last.place as seq, last.local_day as day,
      ${counted('VENTA', from)} as venta, ${counted('COMPRA', from)} as compra, ${counted('AJUSTE', from)} as ajuste,
      ${counted('DEVOLUCION', from)} as devolucion, ${counted('OTHER', from)} as other
    from last join typed using (tenant_id, item_id, location_id)
    group by last.tenant_id, last.item_id, last.location_id, last.occurred_at, last.place, last.local_day`.execute(db);
  return rows[0];
}

function counted(type: keyof typeof BEFORE, from: Reached) {
  const before = from[BEFORE[type]];
  return sql`count(*) filter (where typed.type = ${sql.lit(type)})
    + case when bool_or(goes_on) then ${before}::bigint else 0 end`;
}

const BEFORE = {
  VENTA: 'venta',
  COMPRA: 'compra',
  AJUSTE: 'ajuste',
  DEVOLUCION: 'devolucion',
  OTHER: 'other',
} as const satisfies Record<string, keyof Reached>;
