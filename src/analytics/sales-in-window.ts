// Net units sold in a window, from the roll-ups that the writer of invoices and credits keeps (answer 10).
import { sql, type RawBuilder } from 'kysely';
import { rollupParts, type Days } from './window.ts';

const ROLLUPS = {
  item_sales: {
    table: 'item_sales',
    key: 'location_id',
    rows: { M: 1, D: 1 },
    sums: ['units', 'documents', 'documents_left_out', 'leading_documents', 'leading_documents_left_out'],
  },
  client_sales: { table: 'client_sales', key: 'client_id', rows: { D: 1 }, sums: ['units'] },
  /** Sales of condensed items. */
  condensed_client_sales: {
    table: 'client_sales',
    key: 'client_id',
    rows: { Y: 30, Q: 15, M: 10, H: 6, S: 3, D: 1 },
    sums: ['units'],
  },
} as const;

/**
 * A query of rows whose `units` (and of items the documents behind them) add up to what was sold in the window. `belongs` is the
 * condition on tenant, items and perhaps location.
 */
export function salesInWindow(
  rollup: keyof typeof ROLLUPS,
  belongs: RawBuilder<unknown>,
  window: Days,
): RawBuilder<unknown> {
  const { table, key, rows, sums } = ROLLUPS[rollup];
  const parts = rollupParts(window, rows).map(({ grain, isSubtracted, first, last }) => {
    const signed = sums.map((sum) => sql`${isSubtracted ? sql`-` : sql``}${sql.ref(sum)} as ${sql.ref(sum)}`);
    return sql`
      select item_id, ${sql.ref(key)}, ${sql.join(signed)}
      from ${sql.table(table)}
      where ${belongs} and grain = ${sql.lit(grain)} and period between ${first} and ${last}`;
  });
  return sql.join(parts, sql` union all `);
}
