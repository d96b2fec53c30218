// Net units sold in a window, from the roll-ups that the writer of invoices and credits keeps (answer 10).
import { sql } from 'kysely';
import type { Sql } from '../platform/sql.ts';
import { CLIENT_SALES, eachSum, ITEM_SALES } from '../rollups/index.ts';
import { rollupParts, type Days } from './window.ts';

const READ = {
  item_sales: { rollup: ITEM_SALES, rows: { M: 1, D: 1 } },
  client_sales: { rollup: CLIENT_SALES, rows: { D: 1 } },
  /** Sales of condensed items. */
  condensed_client_sales: { rollup: CLIENT_SALES, rows: { Y: 30, Q: 15, M: 10, H: 6, S: 3, D: 1 } },
};

/**
 * A query of rows whose `units` (and of items the documents behind them) add up to what was sold in the window. `belongs` is the
 * condition on tenant, items and perhaps location.
 */
export function salesInWindow(sales: keyof typeof READ, belongs: Sql, window: Days): Sql {
  const { rollup, rows } = READ[sales];
  const parts = rollupParts(window, rows).map(({ grain, isSubtracted, first, last }) => {
    const signed = eachSum(rollup, (sum) => `${isSubtracted ? '-' : ''}${sum} as ${sum}`);
    return sql`
      select item_id, ${rollup.key}, ${signed}
      from ${sql.table(rollup.table)}
      where ${belongs} and grain = ${sql.lit(grain)} and period between ${first} and ${last}`;
  });
  return sql.join(parts, sql` union all `);
}
