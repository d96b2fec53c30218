// Running totals beside the ledger, so that no question has to count: position by type, day openings, counters per stream.
import { sql } from 'kysely';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { acrossTenants, briefly, createIndexBesideWriters, inBatch } from './beside-writers.ts';
import { placeMovements } from './place-movements.ts';
import { run } from './support.ts';

/** In batches of its own, as 0009. */
export const inTransaction = false;

const TYPES = `'VENTA', 'COMPRA', 'AJUSTE', 'DEVOLUCION', 'OTHER'`;
const MOST_PASSES = 5;
const STREAMS_PER_BATCH = 500;

export async function up(db: MigrationDb): Promise<void> {
  await addColumns(db);
  await acrossTenants(db, ['inventory_logs', 'stock_levels', 'items', 'locations'], async () => {
    await placeAll(db);
    // From here on no writer adds a row that lacks them, so the next pass is the last.
    await forbidRowsWithoutTotals(db);
    await placeAll(db);
    await validate(db, 'inventory_logs_movement_type');
    await validate(db, 'inventory_logs_totals');
    await briefly(
      db,
      `alter table inventory_logs alter column movement_type set not null, alter column type_seq set not null,
         alter column day set not null, alter column opens_day set not null,
         drop constraint if exists inventory_logs_totals`,
    );
    await createIndexBesideWriters(
      db,
      'inventory_logs_type',
      'on inventory_logs (tenant_id, item_id, location_id, movement_type, occurred_at)',
    );
    await createIndexBesideWriters(
      db,
      'inventory_logs_day',
      'on inventory_logs (tenant_id, item_id, location_id, day) include (new_quantity, quantity_change) where opens_day',
    );
    await addMissingLevels(db);
    await countByType(db);
  });
}

export async function down(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `alter table stock_levels drop column if exists prior_at, drop column if exists n_venta, drop column if exists n_compra,
       drop column if exists n_ajuste, drop column if exists n_devolucion, drop column if exists n_other`,
  );
  await briefly(
    db,
    `alter table inventory_logs drop column if exists movement_type, drop column if exists type_seq,
       drop column if exists day, drop column if exists opens_day, drop column if exists reference_number,
       drop column if exists counterparty_id, drop column if exists unit_cost;
     drop domain if exists movement_type`,
  );
}

/** Table by table: two locks at once could meet a writer that takes them in the other order. */
async function addColumns(db: MigrationDb): Promise<void> {
  await run(
    db,
    // Text, not an enum: comparing enums is not leakproof, so under row-level security no index would serve such a comparison.
    // What it may say is checked by the table: a column of a domain with a rule would rewrite the table.
    `do $$ begin
       create domain movement_type as text collate "C";
     exception when duplicate_object then null;
     end $$`,
  );
  await briefly(
    db,
    `alter table inventory_logs
       add column if not exists movement_type movement_type,
       add column if not exists type_seq bigint,
       -- The tenant's calendar day, stored so that no question converts.
       add column if not exists day date,
       add column if not exists opens_day boolean,
       add column if not exists reference_number text,
       add column if not exists counterparty_id uuid,
       add column if not exists unit_cost numeric`,
  );
  await briefly(
    db,
    `alter table stock_levels
       -- When the newest movement but the last batch happened; tells a batch whether it opens a day.
       add column if not exists prior_at timestamptz,
       add column if not exists n_venta bigint not null default 0,
       add column if not exists n_compra bigint not null default 0,
       add column if not exists n_ajuste bigint not null default 0,
       add column if not exists n_devolucion bigint not null default 0,
       add column if not exists n_other bigint not null default 0`,
  );
}

/** Pass after pass, since an older release may write rows behind the place where a pass is. */
async function placeAll(db: MigrationDb): Promise<void> {
  for (let pass = 0; pass < MOST_PASSES && (await hasUnplaced(db)); pass += 1) {
    await placeMovements(db);
    await run(db, 'vacuum (truncate off) inventory_logs');
  }
}

async function hasUnplaced(db: MigrationDb): Promise<boolean> {
  const { rows } = await sql<{ unplaced: boolean }>`
    select exists (select from inventory_logs where movement_type is null) as unplaced`.execute(db);
  return rows[0]!.unplaced;
}

/** As constraints that are not yet valid: adding them reads no row, and once they are valid `set not null` reads none either. */
async function forbidRowsWithoutTotals(db: MigrationDb): Promise<void> {
  await briefly(
    db,
    `alter table inventory_logs
       drop constraint if exists inventory_logs_totals,
       drop constraint if exists inventory_logs_movement_type,
       add constraint inventory_logs_totals check
         (movement_type is not null and type_seq is not null and day is not null and opens_day is not null) not valid,
       add constraint inventory_logs_movement_type check (movement_type in (${TYPES})) not valid`,
  );
}

/** Reads all rows, and lets others write meanwhile. */
async function validate(db: MigrationDb, constraint: string): Promise<void> {
  await run(
    db,
    `do $$ begin
       if exists (select from pg_constraint where conrelid = 'inventory_logs'::regclass and conname = '${constraint}') then
         alter table inventory_logs validate constraint ${constraint};
       end if;
     end $$`,
  );
}

/** The questions go from level to level. A stream of an item or location that does not exist is left for `verify` to name. */
async function addMissingLevels(db: MigrationDb): Promise<void> {
  await run(
    db,
    `insert into stock_levels (tenant_id, item_id, location_id, on_hand)
     select tenant_id, item_id, location_id, newest.new_quantity
     from (select distinct tenant_id, item_id, location_id from inventory_logs) stream
     cross join lateral (
       select new_quantity from inventory_logs log
       where (log.tenant_id, log.item_id, log.location_id) = (stream.tenant_id, stream.item_id, stream.location_id)
       order by occurred_at desc limit 1
     ) newest
     where exists (select from items i where (i.tenant_id, i.id) = (stream.tenant_id, stream.item_id))
       and exists (select from locations l where (l.tenant_id, l.id) = (stream.tenant_id, stream.location_id))
     on conflict (tenant_id, item_id, location_id) do nothing`,
  );
}

interface StreamKey {
  tenant_id: string;
  item_id: string;
  location_id: string;
}

const LEAST_ID = '00000000-0000-0000-0000-000000000000';

/** The newest row of each type knows how many there are. */
async function countByType(db: MigrationDb): Promise<void> {
  let after: StreamKey | undefined = { tenant_id: LEAST_ID, item_id: LEAST_ID, location_id: LEAST_ID };
  while (after) {
    const from: StreamKey = after;
    after = await inBatch(db, async (inBatch) => {
      const { rows } = await sql<StreamKey>`
        select tenant_id, item_id, location_id from stock_levels
        where (tenant_id, item_id, location_id) > (${from.tenant_id}::uuid, ${from.item_id}::uuid, ${from.location_id}::uuid)
        order by tenant_id, item_id, location_id limit ${STREAMS_PER_BATCH} for update`.execute(inBatch);
      const upTo = rows.at(-1);
      if (upTo) await countStreams(inBatch, from, upTo);
      return upTo;
    });
  }
}

async function countStreams(db: MigrationDb, after: StreamKey, upTo: StreamKey): Promise<void> {
  const newest = (column: string, condition = sql`true`) => sql`(
    select ${sql.ref(column)} from inventory_logs log
    where (log.tenant_id, log.item_id, log.location_id) = (level.tenant_id, level.item_id, level.location_id) and ${condition}
    order by log.occurred_at desc limit 1)`;
  const count = (type: string) => sql`coalesce(${newest('type_seq', sql`log.movement_type = ${sql.lit(type)}`)}, 0)`;
  await sql`
    update stock_levels level
    set n_venta = ${count('VENTA')}, n_compra = ${count('COMPRA')}, n_ajuste = ${count('AJUSTE')},
      n_devolucion = ${count('DEVOLUCION')}, n_other = ${count('OTHER')},
      last_seq = coalesce(${newest('seq')}, 0), last_at = ${newest('occurred_at')}
    where (tenant_id, item_id, location_id) > (${after.tenant_id}::uuid, ${after.item_id}::uuid, ${after.location_id}::uuid)
      and (tenant_id, item_id, location_id) <= (${upTo.tenant_id}::uuid, ${upTo.item_id}::uuid, ${upTo.location_id}::uuid)`.execute(
    db,
  );
}
