// What an invoice charges and which credits count for what a client owes: words that all reports share.
import { sql } from 'kysely';
import { AUTHORIZED } from '../fiscal/legal-status.ts';
import { literals } from '../platform/sql.ts';

/** Of the alias `invoice`: what the client is to pay of it; what is withheld goes to the State. Debit notes come on top. */
export const charged = sql`(case when invoice.is_owed then invoice.total - invoice.retention else 0 end)`;

/** Of `credit` and its `document`: one that is to be certified counts once it is, like `applyCredit` has it. */
export const COUNTED_CREDIT = sql`(document.mode <> 'DGI' or document.legal_status in (${literals(AUTHORIZED)}))`;
