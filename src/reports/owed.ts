// What an invoice charges and which credits count for what a client owes: words that all reports share.
import { sql, type RawBuilder } from 'kysely';
import { AUTHORIZED } from '../fiscal/legal-status.ts';
import { withheldOf } from '../invoicing/index.ts';
import { literals } from '../platform/sql.ts';

/** Of the alias `invoice`: what the client is to pay of it; what is withheld goes to the State. Debit notes come on top. */
export const charged = (credited: RawBuilder<unknown>) =>
  sql`(case when invoice.is_owed then invoice.total - ${withheldOf('invoice', credited)} else 0 end)`;

/** Of `credit`: when it was applied, whatever became of it; null: never. */
export const APPLIED_AT = sql`(case when credit.credit_status = 'APPLIED' then coalesce(credit.applied_at, credit.issued_at)
  else credit.applied_at end)`;

/** Of `credit` and its `document`: one that is to be certified counts once it is, like `applyCredit` has it. */
export const COUNTED_CREDIT = sql`(document.mode <> 'DGI' or document.legal_status in (${literals(AUTHORIZED)}))`;
