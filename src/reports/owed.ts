// Charges of an invoice and the credits that count against them: definitions that all reports share.
import { sql } from 'kysely';
import { AUTHORIZED } from '../fiscal/legal-status.ts';
import { fiscalDay, withheldOf } from '../invoicing/index.ts';
import { literals, type Sql } from '../platform/sql.ts';

/** Amount of `invoice` that the client is to pay; the retention goes to the State. Debit notes come on top. */
export const charged = (credited: Sql) =>
  sql`(case when invoice.is_owed then invoice.total + invoice.certified_more - ${withheldOf('invoice', credited)} else 0 end)`;

/** Certified total of a note: its own, where none other was certified. */
export const certifiedOf = (of: 'credit' | 'note'): Sql =>
  sql`(${sql.ref(`${of}.total`)} + ${sql.ref(`${of}.certified_more`)})`;

/** Day from which `credit` counts. West of Panama one that is not filed may be made before the day of its `invoice`. */
export const CREDIT_DAY = sql`greatest(${fiscalDay('credit')}, ${fiscalDay('invoice')})`;

/** Time at which `credit` was applied, whatever happened to it later; null: never. */
export const APPLIED_AT = sql`(case when credit.credit_status = 'APPLIED' then coalesce(credit.applied_at, credit.issued_at)
  else credit.applied_at end)`;

/** True for a `credit` that counts: one that is to be certified counts once its `document` is, as in `applyCredit`. */
export const COUNTED_CREDIT = sql`(document.mode <> 'DGI' or document.legal_status in (${literals(AUTHORIZED)}))`;
