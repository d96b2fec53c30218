// Net units sold in a window, from the roll-ups that the writer of invoices and credits keeps (answer 10).
import { sql, type RawBuilder } from 'kysely';
import { rollupParts, type Days } from './window.ts';

const ROLLUPS = {
  item_sales: {
    key: 'location_id',
    grains: ['M', 'D'],
    sums: ['units', 'documents', 'documents_left_out', 'leading_documents', 'leading_documents_left_out'],
  },
  client_sales: { key: 'client_id', grains: ['Y', 'M', 'H', 'D'], sums: ['units'] },
} as const;

/**
 * A query of rows whose `units` (and of items the documents behind them) add up to what was sold in the window. `belongs` is the
 * condition on tenant, items and perhaps location.
 */
export function salesInWindow(
  table: keyof typeof ROLLUPS,
  belongs: RawBuilder<unknown>,
  window: Days,
): RawBuilder<unknown> {
  const { key, grains, sums } = ROLLUPS[table];
  const parts = rollupParts(window, grains).map(({ grain, isSubtracted, first, last }) => {
    const signed = sums.map((sum) => sql`${isSubtracted ? sql`-` : sql``}${sql.ref(sum)} as ${sql.ref(sum)}`);
    return sql`
      select item_id, ${sql.ref(key)}, ${sql.join(signed)}
      from ${sql.table(table)}
      where ${belongs} and grain = ${sql.lit(grain)} and period between ${first} and ${last}`;
  });
  return sql.join(parts, sql` union all `);
}
