// What is withheld of an invoice now: what the client pays to the State, until the whole of the invoice is credited.
import { sql, type RawBuilder } from 'kysely';
import { compare, isPositive, type Decimal } from '../platform/decimal.ts';

/** `credited`: by credits that are applied. */
export function withheldNow(invoice: { total: Decimal; retention: Decimal; credited: Decimal }): Decimal {
  const { total, retention, credited } = invoice;
  return isPositive(credited) && compare(credited, total) >= 0 ? '0' : retention;
}

/** The same of a row `of` of the invoices; `credited` where it is not the row's own, as of an earlier day. */
export function withheldOf(of: string, credited: RawBuilder<unknown> = sql.ref(`${of}.credited`)): RawBuilder<unknown> {
  const own = (column: string) => sql.ref(`${of}.${column}`);
  return sql`(case when ${credited} > 0 and ${credited} >= ${own('total')} then 0 else ${own('retention')} end)`;
}
