// Which documents are sales, and of whom: what the owner's figures count, and the lists that they open.
import { sql } from 'kysely';
import { BOUGHT } from '../fiscal/document-types.ts';
import { literals, type Sql } from '../platform/sql.ts';
import { livingCredit, livingInvoice, notRejected } from '../rollups/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { fiscalDay, PANAMA } from './fiscal-day.ts';

export const SALES_DIMENSIONS = [
  ...(['DAY', 'WEEK', 'MONTH', 'WEEKDAY', 'HOUR'] as const),
  ...(['ITEM', 'CATEGORY', 'CLIENT', 'SELLER', 'OFFICE', 'TILL', 'METHOD'] as const),
] as const;
export type SalesDimension = (typeof SALES_DIMENSIONS)[number];

export type SalesTable = 'invoices' | 'credits' | 'debit_notes';

const LINES = {
  invoices: ['invoice_lines', 'invoice_id'],
  credits: ['credit_lines', 'credit_id'],
  debit_notes: ['debit_note_lines', 'debit_note_id'],
} as const;

/**
 * Condition on a row of the table and its `document`, as `item_sales` counts: neither void, canceled nor rejected, whatever the DGI has not said
 * yet, proformas as well. A note counts while its invoice does.
 */
export function countsAsSale(db: TenantDb, table: SalesTable, document = 'document'): Sql {
  const own = (column: string) => sql.ref(`${table}.${column}`);
  const isSold = (name: string) => sql`${sql.ref(`${name}.document_type`)} not in (${literals(BOUGHT)})`;
  const original = sql`exists (
    select from invoices sold join fiscal_documents original on original.tenant_id = sold.tenant_id and original.id = sold.id
    where sold.tenant_id = ${db.tenant.id} and sold.id = ${own('invoice_id')} and ${livingInvoice('sold', 'original')} and ${isSold('original')})`;
  return {
    invoices: sql`(not ${own('is_opening')} and not ${own('is_stand_in')} and ${livingInvoice(table, document)} and ${isSold(document)})`,
    credits: sql`(${livingCredit(table, document)} and ${original})`,
    debit_notes: sql`(${own('debit_status')} = 'ISSUED' and ${notRejected(document)} and (${own('invoice_id')} is null or ${original}))`,
  }[table];
}

/** Time on the clock of the day that a document is on: of one that was filed on another day than its sale, that of Panama. */
export function localTime(db: TenantDb, table: SalesTable): Sql {
  const own = (column: string) => sql.ref(`${table}.${column}`);
  return sql`(${own('issued_at')} at time zone
    case when ${own('fiscal_day')} <> ${own('issue_day')} then ${PANAMA} else ${db.tenant.timeZone} end)`;
}

/** Condition on a row of the table and its `document`: it is in the figure of this key, alone or with others. Days are asked beside it. */
export function isOfKey(db: TenantDb, table: SalesTable, by: SalesDimension, key: string): Sql {
  const own = (column: string) => sql.ref(`${table}.${column}`);
  const [lines, of] = LINES[table];
  const withLine = (join: Sql, isMeant: Sql) => sql`exists (
    select from ${sql.table(lines)} line ${join} where line.tenant_id = ${db.tenant.id} and line.${sql.ref(of)} = ${own('id')} and ${isMeant})`;
  // Compared as text: a key that is no number, id or method of ours is in no figure.
  const asText = (value: Sql) => sql`coalesce(${value}::text, '') = ${key}`;
  switch (by) {
    case 'DAY':
    case 'WEEK':
    case 'MONTH':
      return sql`true`;
    case 'WEEKDAY':
      return asText(sql`extract(isodow from ${fiscalDay(table)})`);
    case 'HOUR':
      return asText(sql`extract(hour from ${localTime(db, table)})`);
    case 'ITEM':
      return withLine(sql``, asText(sql`line.item_id`));
    case 'CATEGORY':
      return withLine(
        sql`left join items item on item.tenant_id = line.tenant_id and item.id = line.item_id`,
        asText(sql`item.category`),
      );
    case 'CLIENT':
      return table === 'credits'
        ? sql`${own('invoice_id')} in (select id from invoices where tenant_id = ${db.tenant.id} and client_id::text = ${key})`
        : asText(own('client_id'));
    case 'SELLER':
      return asText(own('created_by'));
    case 'OFFICE':
      return asText(
        sql`(select office_id from billing_points where tenant_id = ${db.tenant.id} and id = document.billing_point_id)`,
      );
    case 'TILL':
      return asText(sql`document.billing_point_id`);
    case 'METHOD':
      return paidBy(db, table, key);
    default:
      return by satisfies never;
  }
}

/** At the sale itself; a note is as its invoice, and what was not paid at once was sold on credit. */
function paidBy(db: TenantDb, table: SalesTable, method: string): Sql {
  if (table === 'debit_notes') return sql`${method} = 'CREDIT'`;
  const paid = (which: Sql) => sql`from invoices sale cross join lateral ${paidAtSale(db)} payment
    where sale.tenant_id = ${db.tenant.id} and sale.id = ${sql.ref(table === 'credits' ? 'credits.invoice_id' : 'invoices.id')} and ${which}`;
  const byMethod = sql`exists (select ${paid(sql`payment.method = ${method}`)})`;
  if (method !== 'CREDIT') return byMethod;
  return sql`(${byMethod} or coalesce((select sum(payment.amount) < max(${owedAtSale('sale')}) ${paid(sql`true`)}), true))`;
}

/** Amount that a client was to pay of an invoice when it was made. */
export const owedAtSale = (invoice: string): Sql =>
  sql`(${sql.ref(`${invoice}.total`)} + ${sql.ref(`${invoice}.certified_more`)} - ${sql.ref(`${invoice}.retention`)})`;

/** Condition on a `payment` of a `sale`: it was made with it, or before it, where the sale was a proforma until then. */
export const isAtSale = (
  db: TenantDb,
): Sql => sql`(payment.paid_at = sale.issued_at or payment.paid_at < sale.issued_at and exists (
  select from fiscal_documents filed where filed.tenant_id = ${db.tenant.id} and filed.id = sale.id and filed.proforma_number is not null))`;

/** Methods and amounts that paid a `sale`, for a lateral join, less what was given back by then: a correction takes back on the day of its payment. */
export const paidAtSale = (db: TenantDb): Sql => sql`(
  select method, amount from (
    select payment.method, payment.amount - coalesce((
      select sum(refund.amount) from refunds refund
      where refund.tenant_id = ${db.tenant.id} and refund.invoice_id = sale.id and refund.payment_id = payment.id
        and refund.refunded_at <= sale.issued_at), 0) as amount
    from payments payment
    where payment.tenant_id = ${db.tenant.id} and payment.invoice_id = sale.id and ${isAtSale(db)}) one
  where amount > 0)`;
