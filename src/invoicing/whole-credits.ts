// Lines of documents by rate of the ITBMS. Past credits came in with lines of no invoice, so of no rate: it is the one that explains their tax.
import { sql } from 'kysely';
import type { Sql } from '../platform/sql.ts';
import { ITBMS_PERCENTS } from '../fiscal/itbms.ts';
import type { TenantDb } from '../tenancy/index.ts';

const RATES = sql.join(ITBMS_PERCENTS.map((percent) => sql`(${sql.lit(percent)}::numeric)`));

/** A join that finds the credit `whole` of each `from.id` that has no line of an invoice, and `rate.percent`; none where no rate explains its tax. */
export function joinWholeCredits(db: TenantDb, from: string): Sql {
  return sql`join credits whole on whole.tenant_id = ${db.tenant.id} and whole.id = ${sql.ref(`${from}.id`)}
      and not exists (
        select from credit_lines line join invoice_lines sold on sold.tenant_id = line.tenant_id and sold.id = line.invoice_line_id
        where line.tenant_id = whole.tenant_id and line.credit_id = whole.id)
    cross join lateral (select percent from (values ${RATES}) known(percent)
      where round(whole.subtotal * percent / 100, 2) = whole.tax order by percent limit 1) rate`;
}

/** `tax_rate`, `net` and `tax` of each line of the documents in `from`, of whichever kind, beside these columns of theirs. */
export function taxedLines(db: TenantDb, from: string, columns: Sql): Sql {
  const joined = (table: string, column: string): Sql => sql`
    from ${sql.table(from)} join ${sql.table(table)} line on line.tenant_id = ${db.tenant.id} and ${sql.ref(`line.${column}`)} = ${sql.ref(`${from}.id`)}`;
  return sql`
    select ${columns}, line.tax_rate, line.net, line.tax ${joined('invoice_lines', 'invoice_id')}
    union all
    select ${columns}, line.tax_rate, line.net, line.tax ${joined('debit_note_lines', 'debit_note_id')}
    union all
    select ${columns}, sold.tax_rate, line.net, line.tax ${joined('credit_lines', 'credit_id')}
    join invoice_lines sold on sold.tenant_id = line.tenant_id and sold.id = line.invoice_line_id
    union all
    select ${columns}, rate.percent, whole.subtotal, whole.tax from ${sql.table(from)} ${joinWholeCredits(db, from)}`;
}
