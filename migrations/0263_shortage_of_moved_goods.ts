// Goods that a statement brings to a place that never had the item were elsewhere, or nowhere: what was available before it leaves them out.
import type { MigrationDb } from '../src/platform/migrate.ts';
import { edit } from './0250_facts_tell.ts';
import { briefly } from './beside-writers.ts';

/** In the one pass over the item's levels that finds what is available now. Less than nothing is told by the statement itself. */
const EDITS: readonly (readonly [from: string, to: string])[] = [
  [
    `select sum(on_hand - reserved) as available from stock_levels`,
    `select sum(on_hand - reserved) as available, greatest(0, sum(on_hand - reserved) filter (
        where prior_at is null and last_at >= statement_timestamp()
        and not exists (select from added where (added.item_id, added.location_id) = (stock_levels.item_id, stock_levels.location_id)))) as begun
      from stock_levels`,
  ],
  ['level.available - moved.change >', 'level.available - moved.change - level.begun >'],
];

export const up = (db: MigrationDb): Promise<void> =>
  briefly(db, EDITS.map(([from, to]) => edit('tell_shortage', from, to)).join(';\n'));

export const down = (db: MigrationDb): Promise<void> =>
  briefly(db, EDITS.map(([from, to]) => edit('tell_shortage', to, from)).join(';\n'));
