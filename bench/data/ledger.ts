// Writes the movements of a month, in the order of time, and in the same statement what they sold by day, month and client.
import { sql } from 'kysely';
import type { MigrationDb } from '../../src/platform/migrate.ts';
import { SOURCE_TYPES } from '../../src/stock/index.ts';
import type { MovementType } from '../../src/stock/tables.ts';
import { BASE_STOCK, BLOCK, EARLY_BLOCKS, VARIANTS } from './pattern.ts';
import { FIRST_INSTANT, LAST_INSTANT } from './shape.ts';

/** Panama has no summer time: a day begins five hours after that of UTC, all year. */
const UTC_OFFSET_MICROS = 5 * 3_600_000_000;
const DAY_MICROS = 86_400_000_000;
const FIRST_MICROS = FIRST_INSTANT.getTime() * 1000;

/** Columns of movement number `k` of a stream, as SQL functions that the planner inlines. */
export async function createFunctions(db: MigrationDb, seed: number): Promise<void> {
  await sql
    .raw(
      `-- Somewhere in its equal share of the three years, so that the instants strictly increase.
       create function bench.at_micros(stream bigint, step_micros float8, k bigint) returns bigint language sql immutable as $$
         select ${FIRST_MICROS} + floor((k - 1 + (hashint8extended(stream * 16777259 + k, ${seed}) & 1048575) / 1048577.0::float8)
           * step_micros)::bigint $$;
       create function bench.day_number(micros bigint) returns bigint language sql immutable as $$
         select (micros - ${UTC_OFFSET_MICROS}) / ${DAY_MICROS} $$;
       create function bench.variant(stream bigint, block bigint) returns bigint language sql immutable as $$
         select hashint8extended(stream * 16777259 + block, ${seed} + 1) & ${VARIANTS - 1} $$;
       create function bench.era(k bigint) returns int language sql immutable as $$
         select case when k <= ${EARLY_BLOCKS * BLOCK} then 0 else 1 end $$;
       -- Some buy much more often than others.
       create function bench.client_no(stream bigint, k bigint, clients int) returns int language sql immutable as $$
         select 1 + floor(clients * power((hashint8extended(stream * 16777259 + k, ${seed} + 2) & 1048575) / 1048576.0::float8, 2))::int $$`,
    )
    .execute(db);
}

export interface Month {
  /** Microseconds since 1970: from, and up to but not including. */
  from: number;
  to: number;
}

/** Calendar months of the tenants, so that a month's sums are whole. */
export function months(): Month[] {
  const found: Month[] = [];
  const first = new Date(FIRST_INSTANT.getTime() - UTC_OFFSET_MICROS / 1000);
  for (let month = first.getUTCMonth(); ; month += 1) {
    const from = Date.UTC(first.getUTCFullYear(), month, 1) * 1000 + UTC_OFFSET_MICROS;
    if (from >= LAST_INSTANT.getTime() * 1000) return found;
    found.push({ from, to: Date.UTC(first.getUTCFullYear(), month + 1, 1) * 1000 + UTC_OFFSET_MICROS });
  }
}

/** Answers how many movements it wrote. */
export async function writeMonth(db: MigrationDb, { from, to }: Month): Promise<number> {
  const { rows } = await sql<{ written: number }>`
    with placed as materialized (
      select s.no as stream, s.item, s.tenant_no, k, at, bench.day_number(at) as day_no, p.no as pattern,
        case when p.sells then bench.client_no(s.no, k - coalesce(p.sold_before, 0), clients) end as client_no,
        case when p.sells then -p.change end as units
      from bench.stream s
      cross join lateral generate_series(
        greatest(1, floor((${from - FIRST_MICROS}) / step_micros)::bigint + 1),
        least(length, floor((${to - FIRST_MICROS}) / step_micros)::bigint + 1)) k
      -- The offset keeps the instant from being computed anew wherever it is used.
      cross join lateral (select bench.at_micros(s.no, s.step_micros, k) as at offset 0) moment
      join bench.pattern p on p.variant = bench.variant(s.no, (k - 1) / ${sql.lit(BLOCK)})
        and p.place = (k - 1) % ${sql.lit(BLOCK)} and p.era = bench.era(k)
      where at >= ${from} and at < ${to}
    ), log as (
      insert into inventory_logs (tenant_id, item_id, location_id, seq, type_seq, occurred_at, day, opens_day, method, source_type,
        source_id, movement_type, quantity_change, new_quantity, reference_number, counterparty_id, unit_cost, description, created_by)
      select s.tenant_id, s.item_id, s.location_id, k,
        p.type_before + ((k - 1) / ${sql.lit(BLOCK)} - p.era * ${sql.lit(EARLY_BLOCKS)}) * p.type_per_block + p.type_place,
        timestamptz 'epoch' + at * interval '1 microsecond', date '1970-01-01' + day_no::int,
        k = 1 or day_no <> bench.day_number(bench.at_micros(s.no, s.step_micros, k - 1)),
        case p.type ${source('method')} end, case p.type ${source('code')} end, gen_random_uuid(), p.type,
        case k when 1 then p.change + ${sql.lit(BASE_STOCK)} else p.change end, p.running + ${sql.lit(BASE_STOCK)},
        p.letter || s.item_no || '-' || s.location_no || '-' || k,
        case p.type when 'COMPRA' then s.supplier_id else client.id end,
        case p.type when 'COMPRA' then 3.5 end, case p.type when 'AJUSTE' then 'Stock count' end, 'bench'
      from placed
      join bench.stream s on s.no = placed.stream
      join bench.pattern p on p.no = placed.pattern
      left join bench.client client on client.tenant_no = placed.tenant_no and client.client_no = placed.client_no
      order by at
    ), item_day as (
      select stream, date '1970-01-01' + day_no::int as day, sum(units) as units, count(*) as documents
      from placed where units is not null group by stream, day_no
    ), by_item as (
      insert into item_sales (tenant_id, item_id, grain, period, location_id, units, documents, leading_documents)
      select s.tenant_id, s.item_id, grain::"char", period, s.location_id, units, documents, documents
      from (
        select stream, 'D' as grain, day as period, units, documents from item_day
        union all
        select stream, 'M', min(date_trunc('month', day))::date, sum(units), sum(documents) from item_day group by stream
      ) part join bench.stream s on s.no = part.stream
    ), client_day as (
      select item, tenant_no, client_no, date '1970-01-01' + day_no::int as day, sum(units) as units
      from placed where units is not null group by item, tenant_no, client_no, day_no
    ), by_client as (
      insert into client_sales (tenant_id, item_id, grain, period, client_id, units)
      select i.tenant_id, i.item_id, 'D', day, client.id, units
      from client_day
      join bench.item i on i.no = client_day.item
      join bench.client client on client.tenant_no = client_day.tenant_no and client.client_no = client_day.client_no
    )
    select count(*) as written from placed`.execute(db);
  return rows[0]!.written;
}

/** Writes each stream's level after its last movement. */
export async function writeLevels(db: MigrationDb): Promise<void> {
  const total = (type: MovementType) => sql`count(*) filter (where movement_type = ${sql.lit(type)})`;
  await sql`
    insert into stock_levels (tenant_id, item_id, location_id, on_hand, last_seq, last_at, prior_at, n_venta, n_compra, n_ajuste,
      n_devolucion, n_other)
    select tenant_id, item_id, location_id, sum(quantity_change), count(*), max(occurred_at),
      max(occurred_at) filter (where seq = length - 1), ${total('VENTA')}, ${total('COMPRA')}, ${total('AJUSTE')},
      ${total('DEVOLUCION')}, ${total('OTHER')}
    from inventory_logs join bench.stream using (tenant_id, item_id, location_id)
    group by tenant_id, item_id, location_id order by md5(item_id::text)`.execute(db);
}

/** The branches of a `case` over the type of a movement. */
function source(column: 'code' | 'method') {
  const types = ['INVOICE', 'SUPPLIER_INVOICE', 'MANUAL_ADJUSTMENT', 'CREDIT'] as const;
  return sql.join(
    types.map(
      (type) => sql`when ${sql.lit(SOURCE_TYPES[type].movementType)} then ${sql.lit(SOURCE_TYPES[type][column])}`,
    ),
    sql` `,
  );
}
