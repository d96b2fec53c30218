// How a client pays and what it buys, in the last twelve months.
import { sql } from 'kysely';
import { add, type Decimal } from '../platform/decimal.ts';
import type { Sql } from '../platform/sql.ts';
import { livingCredit, livingInvoice } from '../rollups/index.ts';
import { localDay, type TenantDb } from '../tenancy/index.ts';
import type { Period } from './compared-periods.ts';

const DAYS = 365;
const MOST_ROWS = 10;

export interface PaidInvoice {
  invoiceId: string;
  number: string;
  issuedDay: string;
  paidDay: string;
  days: number;
  amount: Decimal;
}

export interface DaysToPay extends Period {
  /** Null: nothing was paid. */
  average: Decimal | null;
  payments: number;
  paid: Decimal;
  slowest: PaidInvoice[];
}

export interface BoughtItem {
  itemId: string;
  /** Units in the item's own unit, less returns. */
  units: Decimal;
  /** Before tax, less what was credited. */
  net: Decimal;
  documents: number;
  lastDay: string;
}

/** The last day is today, of the tenant. */
export function lastYear(db: TenantDb, now: Date): { from: string; to: string } {
  const { timeZone } = db.tenant;
  return { from: localDay(timeZone, new Date(now.getTime() - (DAYS - 1) * 86_400_000)), to: localDay(timeZone, now) };
}

/** Days from issue to payment, weighted by amount, less refunds. */
export async function daysToPay(db: TenantDb, clientId: string, now: Date): Promise<DaysToPay> {
  const { from, to } = lastYear(db, now);
  const paidDay = sql`(payment.paid_at at time zone ${db.tenant.timeZone})::date`;
  const { rows } = await sql<PaidInvoice & { payments: number; paid: Decimal; weighed: Decimal }>`
    with payment as (
      select invoice.id as "invoiceId", document.number, invoice.issue_day as "issuedDay", ${paidDay} as "paidDay",
        greatest(${paidDay} - invoice.issue_day, 0) as days,
        payment.amount - coalesce((select sum(amount) from refunds
          where tenant_id = payment.tenant_id and invoice_id = payment.invoice_id and payment_id = payment.id), 0) as amount
      ${livingInvoices(db, clientId)}
      join payments payment on payment.tenant_id = invoice.tenant_id and payment.invoice_id = invoice.id
      where ${paidDay} between ${from} and ${to}
        -- What was paid before the business came to Folio stands on the day of the invoice.
        and not (invoice.is_opening and ${paidDay} = invoice.issue_day)
    )
    select "invoiceId", number, "issuedDay"::text, "paidDay"::text, days, amount, count(*) over ()::int as payments,
      sum(amount) over () as paid, round(sum(amount * days) over () / sum(amount) over (), 1) as weighed
    from payment where amount > 0 order by days desc, amount desc, number limit ${MOST_ROWS}`.execute(db);
  const [first] = rows;
  return {
    ...{ from, to, average: first ? add(first.weighed) : null },
    ...{ payments: first?.payments ?? 0, paid: add(first?.paid ?? '0') },
    slowest: rows.map(({ invoiceId, number, issuedDay, paidDay, days, amount }) => ({
      ...{ invoiceId, number, issuedDay, paidDay, days },
      amount: add(amount),
    })),
  };
}

/** By what was paid for it, most first. */
export async function boughtItems(db: TenantDb, clientId: string, now: Date): Promise<BoughtItem[]> {
  const { from, to } = lastYear(db, now);
  // A note of money alone takes no units away.
  const { rows } = await sql<BoughtItem>`
    select line.item_id as "itemId", sum((line.quantity - came.back) * line.unit_factor) as units, sum(line.net - came.net) as net,
      count(distinct invoice.id)::int as documents, max(invoice.issue_day)::text as "lastDay"
    ${livingInvoices(db, clientId)}
    join invoice_lines line on line.tenant_id = invoice.tenant_id and line.invoice_id = invoice.id
    cross join lateral (
      select coalesce(sum(back.quantity) filter (where credit.restock), 0) as back, coalesce(sum(back.net), 0) as net from credits credit
      join fiscal_documents note on note.tenant_id = credit.tenant_id and note.id = credit.id and ${livingCredit('credit', 'note')}
      join credit_lines back on back.tenant_id = credit.tenant_id and back.credit_id = credit.id and back.invoice_line_id = line.id
      where credit.tenant_id = line.tenant_id and credit.invoice_id = line.invoice_id and line.quantity_credited > 0) came
    where invoice.issue_day between ${from} and ${to} and came.back < line.quantity
    group by line.item_id order by net desc, line.item_id limit ${MOST_ROWS}`.execute(db);
  return rows.map((row) => ({ ...row, units: add(row.units), net: add(row.net) }));
}

function livingInvoices(db: TenantDb, clientId: string): Sql {
  return sql`from invoices invoice join fiscal_documents document
    on document.tenant_id = invoice.tenant_id and document.id = invoice.id
      and invoice.tenant_id = ${db.tenant.id} and invoice.client_id = ${clientId} and not invoice.is_stand_in
      and ${livingInvoice('invoice', 'document')}`;
}
