// State of a document for the month in which it was issued.
import { sql } from 'kysely';
import { AUTHORIZED, REJECTED } from '../fiscal/legal-status.ts';
import { literals, type Sql } from '../platform/sql.ts';

/** COUNTED: certified and not void. OPEN: no verdict yet, so it may still become part of the month. */
export const MONTH_STATES = ['COUNTED', 'OPEN', 'VOIDED', 'CANCELED', 'REJECTED'] as const;
export type MonthState = (typeof MONTH_STATES)[number];

/** Month state of a `document` and its row in the table `business`. */
export function monthState(business: string): Sql {
  const own = (column: string) => sql.ref(`${business}.${column}`);
  return sql`case
    when document.legal_status in (${literals(REJECTED)}) then 'REJECTED'
    when ${own('voided_at')} is not null then 'VOIDED'
    when ${own('canceled_at')} is not null then 'CANCELED'
    when document.mode = 'DGI_IMPORT' or document.legal_status in (${literals(AUTHORIZED)}) then 'COUNTED'
    else 'OPEN' end`;
}
