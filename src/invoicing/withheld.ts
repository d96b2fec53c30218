// Retention of an invoice now: the amount that the client pays to the State, until the whole of the invoice is credited.
import { sql } from 'kysely';
import type { Sql } from '../platform/sql.ts';

/** True once `credited` comes to the whole of a row `of` of the invoices: as it was asked or as it was certified, whichever is less. */
export const isCreditedWhole = (credited: Sql, of: string): Sql =>
  sql`${credited} >= ${sql.ref(`${of}.total`)} + least(0, ${sql.ref(`${of}.certified_more`)})`;

/** `withheldNow` of a row `of` of the invoices; `credited` where it is not the row's own, as of an earlier day. */
export const withheldOf = (of: string, credited: Sql = sql.ref(`${of}.credited`)): Sql =>
  sql`(case when ${credited} > 0 and ${isCreditedWhole(credited, of)} then 0 else ${sql.ref(`${of}.retention`)} end)`;
