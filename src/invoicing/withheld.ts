// Retention of an invoice now: the amount that the client pays to the State, until the whole of the invoice is credited.
import { sql } from 'kysely';
import type { Sql } from '../platform/sql.ts';

/** `withheldNow` of a row `of` of the invoices; `credited` where it is not the row's own, as of an earlier day. */
export function withheldOf(of: string, credited: Sql = sql.ref(`${of}.credited`)): Sql {
  const own = (column: string) => sql.ref(`${of}.${column}`);
  return sql`(case when ${credited} > 0 and ${credited} >= ${own('total')} then 0 else ${own('retention')} end)`;
}
