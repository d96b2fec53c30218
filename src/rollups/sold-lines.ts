// Answer 10 from the documents alone, in SQL: which lines sold or brought back units, and which documents are left out.
import { sql } from 'kysely';
import { REJECTED } from '../fiscal/legal-status.ts';
import { literals, type Sql } from '../platform/sql.ts';
import type { ItemRange } from '../stock/index.ts';
import type { TenantDb } from '../tenancy/index.ts';

export const notRejected = (document: string): Sql =>
  sql`coalesce(${sql.ref(`${document}.legal_status`)}, '') not in (${literals(REJECTED)})`;

/** A condition on the two rows of an invoice. */
export const livingInvoice = (invoice: string, document: string): Sql =>
  sql`(${sql.ref(`${invoice}.voided_at`)} is null and ${sql.ref(`${invoice}.canceled_at`)} is null and ${notRejected(document)})`;

/** A condition on the two rows of a credit. */
export const livingCredit = (credit: string, document: string): Sql =>
  sql`(${sql.ref(`${credit}.credit_status`)} in ('UNAPPLIED', 'APPLIED') and ${notRejected(document)})`;

/**
 * The CTE `sold_line`, to stand in a `with`: a row for each line of an invoice, and of a credit that brings goods back, on the day on
 * which it was issued. `counts` tells whether its document does: a living invoice, or a living credit on one. `is_first` is true
 * for one line of the document per item and location, `leads` for one per item.
 */
export function soldLines(db: TenantDb, range?: ItemRange): Sql {
  // Services are not counted; where there are none, an index of theirs says so at once.
  const goods = sql`and line.item_id not in (select id from items where tenant_id = ${db.tenant.id} and kind = 'SERVICE')`;
  const inRange = range ? sql`and line.item_id > ${range.after} and line.item_id <= ${range.upTo}` : sql``;
  return sql`
    sold_invoice as (
      select invoice.id, invoice.client_id, invoice.issue_day, ${livingInvoice('invoice', 'document')} as counts
      from invoices invoice
      join fiscal_documents document on document.tenant_id = invoice.tenant_id and document.id = invoice.id
      where invoice.tenant_id = ${db.tenant.id}
    ), document_line as (
      select invoice.id as document_id, invoice.client_id, invoice.issue_day as day, invoice.counts,
        line.item_id, line.location_id, line.line_number, line.quantity * line.unit_factor as units
      from sold_invoice invoice
      join invoice_lines line on line.tenant_id = ${db.tenant.id} and line.invoice_id = invoice.id ${goods} ${inRange}
      union all
      select credit.id, invoice.client_id, credit.issue_day, invoice.counts and ${livingCredit('credit', 'document')},
        line.item_id, line.location_id, line.line_number, -line.quantity * line.unit_factor
      from sold_invoice invoice
      join credits credit on credit.tenant_id = ${db.tenant.id} and credit.invoice_id = invoice.id and credit.restock
      join fiscal_documents document on document.tenant_id = credit.tenant_id and document.id = credit.id
      join credit_lines line on line.tenant_id = credit.tenant_id and line.credit_id = credit.id ${goods} ${inRange}
    ), sold_line as (
      select item_id, location_id, client_id, day, units, counts,
        row_number() over (partition by document_id, item_id order by line_number) = 1 as leads,
        row_number() over (partition by document_id, item_id, location_id order by line_number) = 1 as is_first
      from document_line
    )`;
}
