// Reservations, price lists, locations and the invoices of suppliers are told as events too.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { briefly } from './beside-writers.ts';
import { run } from './support.ts';

/** As 0069: each table of facts is locked for a moment. */
export const inTransaction = false;

/** As 0069 has it: not for what a migration changes, and not where the transaction writes the past. */
const TELLS = `coalesce(current_setting('app.tenant_id', true), '') <> '' and coalesce(current_setting('app.quiet', true), '') = ''`;
const INTO = 'insert into events (tenant_id, type, entity_id, subject_id, data)';

/** What is promised and let go, without a movement that tells of it: one event of all items of a statement, which is an order. */
const AVAILABLE = `${INTO}
    select tenant_id, 'stock.available_changed', ids[1], ids[1], jsonb_build_object('id', ids[1], 'itemIds', ids) from (
      select tenant_id, array_agg(distinct item_id) as ids
      from added join was using (tenant_id, item_id, location_id)
      where added.reserved <> was.reserved and added.on_hand = was.on_hand group by tenant_id
    ) changed;`;

/** That of 0069, and before it what is told besides. */
const shortage = (before: string): string => `
  create or replace function tell_shortage() returns trigger language plpgsql as $$
  begin
    ${before}${INTO}
    select item.tenant_id, 'stock.below_reorder', item.id, item.id, jsonb_build_object('id', item.id,
      'available', trim_scale(level.available)::text, 'reorderLevel', trim_scale(item.reorder_level)::text)
    from (
      select tenant_id, item_id, sum(change) as change from (
        select tenant_id, item_id, on_hand - reserved as change from added
        union all select tenant_id, item_id, reserved - on_hand from was
      ) one group by 1, 2 having sum(change) < 0
    ) moved
    join items item on (item.tenant_id, item.id) = (moved.tenant_id, moved.item_id) and item.reorder_level > 0
    cross join lateral (
      select sum(on_hand - reserved) as available from stock_levels
      where (tenant_id, item_id) = (moved.tenant_id, moved.item_id)
    ) level
    where level.available <= item.reorder_level and level.available - moved.change > item.reorder_level;
    return null;
  end $$`;

const FUNCTIONS = `
  ${shortage(`${AVAILABLE}
    `)};

  -- What is promised before it was ever on a shelf.
  create or replace function tell_new_level() returns trigger language plpgsql as $$
  begin
    ${INTO} values (new.tenant_id, 'stock.available_changed', new.item_id, new.item_id,
      jsonb_build_object('id', new.item_id, 'itemIds', array[new.item_id]));
    return null;
  end $$;

  -- However many prices of a list change in a transaction, it is told once.
  create or replace function tell_price() returns trigger language plpgsql as $$
  declare
    one price_list_items := case when tg_op = 'DELETE' then old else new end;
  begin
    if one.price_list_id::text = current_setting('app.told_price_list', true) then return null; end if;
    ${INTO} values (one.tenant_id, 'price_list.updated', one.price_list_id, one.price_list_id,
      jsonb_build_object('id', one.price_list_id));
    perform set_config('app.told_price_list', one.price_list_id::text, true);
    return null;
  end $$`;

const CHANGED = `to_jsonb(old) - 'updated_at' is distinct from to_jsonb(new) - 'updated_at'`;

/** By table and name: on what, and what it runs. */
const TRIGGERS: readonly (readonly [table: string, name: string, on: string, condition: string, runs: string])[] = [
  ['stock_levels', 'created', 'insert', 'new.reserved <> 0 and new.on_hand = 0', 'tell_new_level()'],
  ['price_list_items', 'created', 'insert or delete', 'true', 'tell_price()'],
  ['price_list_items', 'changed', 'update', 'old.price <> new.price', 'tell_price()'],
  ['supplier_invoices', 'created', 'insert', 'true', `tell_row('supplier_invoice', 'created')`],
  // The default location comes by itself, with whatever names none first.
  ['locations', 'created', 'insert', 'not new.is_default', `tell_row('location', 'created')`],
  ['price_lists', 'created', 'insert', 'true', `tell_row('price_list', 'created')`],
  ...['location', 'price_list'].map(
    (thing) => [`${thing}s`, 'changed', 'update', CHANGED, `tell_row('${thing}', 'updated')`] as const,
  ),
];

export async function up(db: MigrationDb): Promise<void> {
  await run(db, FUNCTIONS);
  for (const [table, name, on, condition, runs] of TRIGGERS) {
    await briefly(
      db,
      `drop trigger if exists tell_${name} on ${table};
       create trigger tell_${name} after ${on} on ${table} for each row when (${condition} and ${TELLS}) execute function ${runs}`,
    );
  }
}

export async function down(db: MigrationDb): Promise<void> {
  for (const [table, name] of TRIGGERS) await briefly(db, `drop trigger if exists tell_${name} on ${table}`);
  await run(db, `${shortage('')}; drop function if exists tell_new_level, tell_price`);
}
