// Writes the movements of a month, in the order of time, and in the same statement what they sold by day, month and client.
import { sql } from 'kysely';
import type { MigrationDb } from '../../src/platform/migrate.ts';
import { SOURCE_TYPES } from '../../src/stock/index.ts';
import type { MovementType } from '../../src/stock/tables.ts';
import { BASE_STOCK, BLOCK, PER_BLOCK, VARIANTS } from './pattern.ts';
import { FIRST_INSTANT, LAST_INSTANT } from './shape.ts';

/** Panama has no summer time: a day begins five hours after that of UTC, all year. */
const UTC_OFFSET_MICROS = 5 * 3_600_000_000;
const DAY_MICROS = 86_400_000_000;
const FIRST_MICROS = FIRST_INSTANT.getTime() * 1000;

/** What follows from a movement's number `k` in its stream, as SQL functions that the planner puts in line. */
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
  const source = (column: 'code' | 'method') =>
    sql.join(
      (['INVOICE', 'SUPPLIER_INVOICE', 'MANUAL_ADJUSTMENT', 'CREDIT'] as const).map(
        (type) => sql`when ${sql.lit(SOURCE_TYPES[type].movementType)} then ${sql.lit(SOURCE_TYPES[type][column])}`,
      ),
      sql` `,
    );
  const { rows } = await sql<{ written: number }>`
    with timed as (
      select s.*, k, at, (k - 1) / ${sql.lit(BLOCK)} as block, (k - 1) % ${sql.lit(BLOCK)} as place
      from bench.stream s
      cross join lateral generate_series(
        greatest(1, floor((${from - FIRST_MICROS}) / step_micros)::bigint),
        least(length, ceil((${to - FIRST_MICROS}) / step_micros)::bigint + 1)) k
      -- The offset keeps the instant from being computed anew wherever it is used.
      cross join lateral (select bench.at_micros(s.no, s.step_micros, k) as at offset 0) moment
      where at >= ${from} and at < ${to}
    ), placed as (
      select timed.*, p.type, p.per_block, p.type_place, p.change, p.running, p.sold_before, bench.day_number(at) as day_no,
        case when p.type in ('VENTA', 'DEVOLUCION') then bench.client_no(no, k - coalesce(p.sold_before, 0), clients) end as client_no
      from timed
      join bench.pattern p on p.variant = bench.variant(no, block) and p.place = timed.place
    ), log as (
      insert into inventory_logs (tenant_id, item_id, location_id, seq, type_seq, occurred_at, day, opens_day, method, source_type,
        source_id, movement_type, quantity_change, new_quantity, reference_number, counterparty_id, unit_cost, description, created_by)
      select tenant_id, item_id, location_id, k, block * per_block + type_place,
        timestamptz 'epoch' + at * interval '1 microsecond', date '1970-01-01' + day_no::int,
        k = 1 or day_no <> bench.day_number(bench.at_micros(no, step_micros, k - 1)),
        case type ${source('method')} end, case type ${source('code')} end, gen_random_uuid(), type,
        case k when 1 then change + ${sql.lit(BASE_STOCK)} else change end, running + ${sql.lit(BASE_STOCK)},
        case type when 'VENTA' then 'F' when 'COMPRA' then 'P' when 'DEVOLUCION' then 'N' end || item_no || '-' || location_no || '-' || k,
        case when type = 'COMPRA' then supplier_id else client.id end,
        case type when 'COMPRA' then 3.5 end, case type when 'AJUSTE' then 'Stock count' end, 'bench'
      from placed
      left join bench.client client using (tenant_no, client_no)
      order by at
      returning tenant_id, item_id, location_id, day, movement_type, quantity_change, counterparty_id
    ), sold as (
      select tenant_id, item_id, location_id, counterparty_id as client_id, day, -quantity_change as units
      from log where movement_type in ('VENTA', 'DEVOLUCION')
    ), item_day as (
      select tenant_id, item_id, location_id, day, sum(units) as units, count(*)::int as documents
      from sold group by tenant_id, item_id, location_id, day
    ), client_day as (
      select tenant_id, item_id, client_id, day, sum(units) as units from sold group by tenant_id, item_id, client_id, day
    ), by_item as (
      insert into item_sales (tenant_id, item_id, grain, period, location_id, units, documents, leading_documents)
      select tenant_id, item_id, 'D', day, location_id, units, documents, documents from item_day
      union all
      select tenant_id, item_id, 'M', date_trunc('month', day)::date, location_id, sum(units), sum(documents), sum(documents)
      from item_day group by 1, 2, 4, 5
    ), by_client as (
      insert into client_sales (tenant_id, item_id, grain, period, client_id, units)
      select tenant_id, item_id, 'D', day, client_id, units from client_day
      union all
      select tenant_id, item_id, 'M', date_trunc('month', day)::date, client_id, sum(units) from client_day group by 1, 2, 4, 5
    )
    select count(*) as written from log`.execute(db);
  return rows[0]!.written;
}

/** Where each stream stands after its last movement. */
export async function writeLevels(db: MigrationDb): Promise<void> {
  const total = (type: MovementType) =>
    sql.raw(`(length - 1) / ${BLOCK} * ${PER_BLOCK[type]} + p.${type.toLowerCase()}`);
  const instant = (k: string) =>
    sql.raw(`timestamptz 'epoch' + bench.at_micros(s.no, s.step_micros, ${k}) * interval '1 microsecond'`);
  await sql`
    insert into stock_levels (tenant_id, item_id, location_id, on_hand, last_seq, last_at, prior_at, n_venta, n_compra, n_ajuste,
      n_devolucion, n_other)
    select tenant_id, item_id, location_id, p.running + ${sql.lit(BASE_STOCK)}, length, ${instant('length')},
      case when length > 1 then ${instant('length - 1')} end, ${total('VENTA')}, ${total('COMPRA')}, ${total('AJUSTE')},
      ${total('DEVOLUCION')}, ${total('OTHER')}
    from bench.stream s
    join bench.pattern p on p.variant = bench.variant(s.no, (length - 1) / ${sql.lit(BLOCK)}) and p.place = (length - 1) % ${sql.lit(BLOCK)}
    order by hashint8(s.no)`.execute(db);
}

/** Sums of a client's months. */
export async function writeYears(db: MigrationDb): Promise<void> {
  await sql`
    insert into client_sales (tenant_id, item_id, grain, period, client_id, units)
    select tenant_id, item_id, 'Y', date_trunc('year', period)::date, client_id, sum(units)
    from client_sales where grain = 'M' group by 1, 2, 4, 5 order by 4, 1, 2`.execute(db);
}
