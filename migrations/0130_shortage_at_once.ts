// What a change of stock levels tells is found in one pass over them; a refund moves its payment where it is told.
import { readFile } from 'node:fs/promises';
import type { MigrationDb } from '../src/platform/migrate.ts';
import { FILE } from './baseline.ts';
import { briefly } from './beside-writers.ts';
import { run } from './support.ts';

/** The table of refunds is locked for a moment. */
export const inTransaction = false;

const INTO = 'insert into events (tenant_id, type, entity_id, subject_id, data)';
const TELLS = `coalesce(current_setting('app.tenant_id', true), '') <> '' and coalesce(current_setting('app.quiet', true), '') = ''`;

const FUNCTIONS = `
  create or replace function tell_shortage() returns trigger language plpgsql as $$
  begin
    with moved as materialized (
      select tenant_id, item_id, sum(added.on_hand - added.reserved - was.on_hand + was.reserved) as change,
        bool_or(added.reserved <> was.reserved and added.on_hand = was.on_hand) as is_promised
      from added join was using (tenant_id, item_id, location_id) group by 1, 2
    )
    ${INTO}
    select tenant_id, 'stock.available_changed', ids[1], ids[1], jsonb_build_object('id', ids[1], 'itemIds', ids)
    from (select tenant_id, array_agg(item_id order by item_id) as ids from moved where is_promised group by 1) promised
    union all
    select item.tenant_id, 'stock.below_reorder', item.id, item.id, jsonb_build_object('id', item.id,
      'available', trim_scale(level.available)::text, 'reorderLevel', trim_scale(item.reorder_level)::text)
    from moved
    join items item on (item.tenant_id, item.id) = (moved.tenant_id, moved.item_id) and item.reorder_level > 0
    cross join lateral (
      select sum(on_hand - reserved) as available from stock_levels
      where (tenant_id, item_id) = (moved.tenant_id, moved.item_id)
    ) level
    where moved.change < 0 and level.available <= item.reorder_level and level.available - moved.change > item.reorder_level;
    return null;
  end $$;

  create or replace function tell_refund() returns trigger language plpgsql as $$
  begin
    update payments set updated_at = clock_timestamp() from added
    where (payments.tenant_id, payments.id) = (added.tenant_id, added.payment_id);
    if ${TELLS} then
      ${INTO}
      select tenant_id, 'payment.refunded', payment_id, invoice_id, jsonb_strip_nulls(jsonb_build_object('id', payment_id,
        'refundId', id, 'invoiceId', invoice_id, 'amount', trim_scale(amount)::text, 'movedTo', moved_to)) from added;
    end if;
    return null;
  end $$`;

const OLD = ['tell_changed', 'touch_payment'];

export async function up(db: MigrationDb): Promise<void> {
  await run(db, FUNCTIONS);
  await briefly(
    db,
    `${['tell', ...OLD].map((name) => `drop trigger if exists ${name} on refunds`).join(';')};
     create trigger tell after insert on refunds referencing new table as added for each statement execute function tell_refund()`,
  );
  await run(db, 'drop function if exists touch_payment');
}

/** Functions and triggers as the release before this migration prints them. */
export async function down(db: MigrationDb): Promise<void> {
  const printed = await readFile(FILE, 'utf8');
  const functions = printed.match(
    /^CREATE OR REPLACE FUNCTION public\.(tell_shortage|touch_payment)\([\s\S]*?\$function\$;$/gm,
  )!;
  await run(db, functions.join(''));
  const triggers = printed.match(/^CREATE TRIGGER (tell_changed|touch_payment) .* ON public\.refunds .*;$/gm)!;
  await briefly(db, `drop trigger if exists tell on refunds; ${triggers.join('')}`);
  await run(db, 'drop function if exists tell_refund');
}
