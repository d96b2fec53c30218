// Tenants, items, locations, clients and open purchase orders of a data set, and how many movements each stream gets.
import { sql } from 'kysely';
import type { MigrationDb } from '../../src/platform/migrate.ts';
import { idInSql } from './ids.ts';
import { pattern } from './pattern.ts';
import {
  FIRST_INSTANT,
  HEATS,
  HOT_OPEN_LINES,
  LOCATIONS,
  movementsOf,
  TIME_ZONE,
  YEARS_MS,
  type Shape,
} from './shape.ts';

/** Tables of the benchmark's own, in a schema that is gone when the data set is ready. */
export async function createPlan(db: MigrationDb, shape: Shape): Promise<void> {
  const { seed, tenants, itemsPerTenant } = shape;
  await sql.raw(`drop schema if exists bench cascade; create schema bench`).execute(db);
  await sql`
    create table bench.item as
    select tenant_no, item_no, (tenant_no - 1) * ${sql.lit(itemsPerTenant)} + item_no as no,
      ${idInSql('tenant', seed, 'tenant_no')} as tenant_id,
      ${idInSql('item', seed, 'tenant_no', 'item_no')} as item_id,
      case when tenant_no = 1 then (array[${sql.join(HEATS.map((heat) => sql.lit(heat)))}])[item_no] end as heat
    from generate_series(1, ${sql.lit(tenants)}) tenant_no, generate_series(1, ${sql.lit(itemsPerTenant)}) item_no`.execute(
    db,
  );
  await planStreams(db, shape);
  await sql`
    create table bench.pattern as
    select row_number() over () as no, row.*, type in ('VENTA', 'DEVOLUCION') as sells,
      case type when 'VENTA' then 'F' when 'COMPRA' then 'P' when 'DEVOLUCION' then 'N' end as letter
    from jsonb_to_recordset(${JSON.stringify(pattern(seed))}::jsonb) as row (era int, variant bigint, place int, type movement_type,
      type_before int, type_per_block int, type_place int, change numeric, running numeric, sold_before int)`.execute(
    db,
  );
  await sql`
    create table bench.client as
    select tenant_no, tenant_id as owner_id, client_no, ${idInSql('client', seed, 'tenant_no', 'client_no')} as id
    from bench.item,
      generate_series(1, case tenant_no when 1 then ${sql.lit(shape.hotClients)} else ${sql.lit(shape.clients)} end) client_no
    where item_no = 1`.execute(db);
  await sql.raw('analyze bench.item; analyze bench.stream; analyze bench.pattern; analyze bench.client').execute(db);
}

/**
 * Half of an item's movements happen at the first location, three and two tenths at the others. What the three items with a heat
 * leave is spread by rank over the others of all tenants (the second has half of what the first has), each with three at least.
 */
async function planStreams(db: MigrationDb, shape: Shape): Promise<void> {
  const heats = HEATS.map((heat) => sql`when ${sql.lit(heat)} then ${sql.lit(movementsOf(heat, shape))}`);
  const ordinary = shape.tenants * shape.itemsPerTenant - HEATS.length;
  const left = shape.movements - HEATS.reduce((sum, heat) => sum + movementsOf(heat, shape), 0) - 3 * ordinary;
  if (left < 0) throw new Error(`${shape.movements} movements are too few for ${ordinary} items`);
  await sql`
    create table bench.stream as
    with ranked as (
      select *, case when heat is null then 1.0 / row_number() over
        (partition by heat is null order by hashint8extended(no, ${sql.lit(shape.seed)})) else 0 end as weight
      from bench.item
    ), reached as (
      -- Rounded as sums, so that nothing is lost.
      select *, round(sum(weight) over ranks / sum(weight) over () * ${sql.lit(left)}) as upto,
        round((sum(weight) over ranks - weight) / sum(weight) over () * ${sql.lit(left)}) as before
      from ranked window ranks as (order by weight desc, no)
    ), counted as (
      select *, case heat ${sql.join(heats, sql` `)} else 3 + upto - before end as n from reached
    ), spread as (
      select *, case location_no when 1 then n - floor(n * 0.3) - floor(n * 0.2) when 2 then floor(n * 0.3) else floor(n * 0.2) end
        as length
      from counted, generate_series(1, ${sql.lit(LOCATIONS)}) location_no
    )
    select row_number() over (order by no, location_no) as no, no as item, tenant_no, tenant_id, item_no, item_id, location_no,
      ${idInSql('location', shape.seed, 'tenant_no', 'location_no')} as location_id,
      length::bigint as length, ${sql.lit(YEARS_MS * 1000)}::float8 / length as step_micros,
      case when heat = 'hot' then ${sql.lit(shape.hotClients)} else ${sql.lit(shape.clients)} end as clients,
      ${idInSql('supplier', shape.seed, 'tenant_no')} as supplier_id
    from spread where length > 0`.execute(db);
}

/** Everything but movements and what is derived from them. */
export async function writeMasterData(db: MigrationDb, { seed }: Shape): Promise<void> {
  const born = FIRST_INSTANT;
  await sql`
    insert into tenants (id, name, time_zone, pac_company_id, created_at)
    select tenant_id, 'Tenant ' || tenant_no, ${TIME_ZONE}, 'company-' || tenant_no, ${born}::timestamptz + tenant_no * interval '1 second'
    from bench.item where item_no = 1`.execute(db);
  await sql`
    insert into locations (tenant_id, id, name, code, is_default, office_id)
    select tenant_id, ${idInSql('location', seed, 'tenant_no', 'location_no')}, 'Location ' || location_no, 'L' || location_no,
      location_no = 1, (select id from offices where offices.tenant_id = item.tenant_id)
    from bench.item, generate_series(1, ${sql.lit(LOCATIONS)}) location_no where item_no = 1`.execute(db);
  await sql`
    insert into items (tenant_id, id, sku, name, unit, unit_price, tax_rate, tracking_mode, allow_negative_stock, average_cost,
      reorder_level, reorder_quantity, lead_time_days, created_at)
    select tenant_id, item_id, 'SKU-' || item_no, 'Item ' || item_no, 'und', 5, 7, 'NONE', true, 3.5,
      case when item_no % 10 = 0 then 100 else 0 end, 50, item_no % 15, ${born}
    from bench.item order by hashint8extended(no, ${sql.lit(seed)})`.execute(db);
  await sql`
    insert into clients (tenant_id, id, name, receiver_type, created_at)
    select owner_id, id, 'Client ' || client_no, 'CONSUMIDOR_FINAL', ${born} from bench.client`.execute(db);
  await sql`
    insert into suppliers (tenant_id, id, name, created_at)
    select tenant_id, ${idInSql('supplier', seed, 'tenant_no')}, 'Supplier', ${born} from bench.item where item_no = 1`.execute(
    db,
  );
  await writePurchaseOrders(db, seed);
}

async function writePurchaseOrders(db: MigrationDb, seed: number): Promise<void> {
  // An order has twenty lines; an item is on two of them, the hot one on many more.
  await sql`
    create table bench.ordered as
    with wish as (
      select tenant_no, tenant_id, item_id, repeat from bench.item, generate_series(1, 2) repeat
      union all
      select tenant_no, tenant_id, item_id, repeat from bench.item, generate_series(3, ${sql.lit(HOT_OPEN_LINES)}) repeat
      where heat = 'hot'
    )
    select *, (line - 1) / 20 + 1 as order_no, (line - 1) % 20 + 1 as line_number
    from (select *, row_number() over (partition by tenant_no order by repeat, md5(item_id::text)) as line from wish) numbered`.execute(
    db,
  );
  await sql`
    insert into purchase_orders (tenant_id, id, number, supplier_id, status, created_by, created_at)
    select distinct tenant_id, ${idInSql('order', seed, 'tenant_no', 'order_no')}, 'OC-' || lpad(order_no::text, 10, '0'),
      ${idInSql('supplier', seed, 'tenant_no')}, 'OPEN', 'bench', ${FIRST_INSTANT}::timestamptz + order_no * interval '1 minute'
    from bench.ordered`.execute(db);
  await sql`
    insert into purchase_order_lines (tenant_id, id, purchase_order_id, line_number, item_id, location_id, quantity, unit_cost)
    select tenant_id, ${idInSql('order-line', seed, 'tenant_no', 'line')}, ${idInSql('order', seed, 'tenant_no', 'order_no')}, line_number,
      item_id, ${idInSql('location', seed, 'tenant_no', '1')}, 10 + line % 7, 3.5
    from bench.ordered`.execute(db);
  await sql`
    insert into document_numbers (tenant_id, series, last_number)
    select tenant_id, 'OC', max(order_no) from bench.ordered group by tenant_id`.execute(db);
  await sql.raw('drop table bench.ordered').execute(db);
}
