// Net units sold in a window, from the roll-ups that the writer of invoices and credits keeps (decision 10).
import { sql, type RawBuilder } from 'kysely';
import type { TenantDb } from '../tenancy/index.ts';
import { ofSubject, type Subject } from './subject.ts';
import { rollupParts, type Days } from './window.ts';

const COLUMNS = {
  item_sales: sql`location_id`,
  client_sales: sql`client_id`,
} as const;

/** A query of rows whose `units` add up to what was sold in the window. */
export function salesInWindow(
  db: TenantDb,
  table: keyof typeof COLUMNS,
  subject: Subject,
  window: Days,
): RawBuilder<unknown> {
  const parts = rollupParts(window).map(
    ({ grain, takenAway, first, last }) => sql`
      select ${COLUMNS[table]}, ${takenAway ? sql`-units` : sql`units`} as units
      from ${sql.table(table)}
      where ${ofSubject(db, subject)} and grain = ${sql.lit(grain)} and period between ${first} and ${last}`,
  );
  return sql.join(parts, sql` union all `);
}
