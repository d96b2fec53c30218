// Levels that begin with a movement or a promise: the statement that writes them tells of them, as their trigger sees changed ones alone.
import { sql } from 'kysely';
import type { Sql } from '../platform/sql.ts';
import type { TenantDb } from '../tenancy/index.ts';

export const IS_TOLD = sql`coalesce(current_setting('app.quiet', true), '') = ''`;

/**
 * Rows for `tell`: items that new ones of the statement's levels bring down to the reorder level. `level` has the levels as they are now,
 * `stock_levels` as they were. What the changed ones bring down from there is left to the trigger.
 */
export const shortagesOfNewLevels = (db: TenantDb): Sql => sql`
  select ${db.tenant.id}::uuid, 'stock.below_reorder', item.id, item.id, jsonb_build_object('id', item.id,
    'available', trim_scale(after + change)::text, 'reorderLevel', trim_scale(reorder_level)::text)
  from (
    select item_id, sum(available) as change from level where is_new group by item_id having sum(available) < 0
  ) begun
  join items item on item.tenant_id = ${db.tenant.id} and item.id = begun.item_id and reorder_level > 0
  cross join lateral (
    select sum(was.on_hand - was.reserved) as before, sum(coalesce(now.available, was.on_hand - was.reserved)) as after
    from stock_levels was left join level now using (item_id, location_id)
    where was.tenant_id = ${db.tenant.id} and was.item_id = begun.item_id
  ) known
  where before > reorder_level and greatest(before, after) + change <= reorder_level and ${IS_TOLD}`;
