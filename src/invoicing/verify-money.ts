// Counts the money of invoices and credits anew, in SQL and so apart from src/fiscal: each line from its terms, each document from its lines.
import { sql } from 'kysely';
import type { Decimal } from '../platform/decimal.ts';
import type { Sql } from '../platform/sql.ts';
import { problem, type LedgerProblem } from '../stock/index.ts';
import type { TenantDb } from '../tenancy/index.ts';

export async function verifyMoney(db: TenantDb): Promise<LedgerProblem[]> {
  return [...(await verifyLines(db)), ...(await verifyTotals(db))];
}

async function verifyLines(db: TenantDb): Promise<LedgerProblem[]> {
  const { rows } = await sql<{
    number: string;
    line_number: number;
    item_id: string;
    location_id: string;
    is: string;
    should: string;
  }>`
    select document.number, line.line_number, line.item_id, line.location_id,
      concat_ws(' + ', trim_scale(line.net), trim_scale(line.isc), trim_scale(line.tax)) as is,
      concat_ws(' + ', trim_scale(counted.net), trim_scale(counted.isc), trim_scale(counted.tax)) as should
    from invoice_lines line
    join fiscal_documents document on document.tenant_id = line.tenant_id and document.id = line.invoice_id
    cross join lateral (select round(line.quantity * (line.unit_price - line.discount), 2) as net) priced
    cross join lateral (select priced.net, round(priced.net * line.isc_rate / 100, 2) as isc,
      round(priced.net * line.tax_rate / 100, 2) as tax) counted
    where line.tenant_id = ${db.tenant.id} and (line.net, line.isc, line.tax) <> (counted.net, counted.isc, counted.tax)
      and line.invoice_id <> all (array(${roundedOnce(db)}))
    order by document.number, line.line_number`.execute(db);
  return rows.map((row) =>
    problem(
      'line_amounts',
      `line ${row.line_number} of ${row.number} comes to ${row.is} (net, ISC, ITBMS) and should to ${row.should}`,
      row,
    ),
  );
}

/** Invoices whose lines were exact: all of them share out the cents of sums that are rounded once. */
function roundedOnce(db: TenantDb): Sql {
  const grown = (exact: Sql) => {
    const until = sql`sum(${exact}) over (partition by invoice_id order by line_number)`;
    return sql`round(${until}, 2) - round(${until} - ${exact}, 2)`;
  };
  const net = sql`(quantity * (unit_price - discount))`;
  return sql`
    select invoice_id from (
      select invoice_id, (net, isc, tax) = (${grown(net)}, ${grown(sql`${net} * isc_rate / 100`)}, ${grown(sql`${net} * tax_rate / 100`)}) as is_so
      from invoice_lines where tenant_id = ${db.tenant.id}
    ) shared group by 1 having bool_and(is_so)`;
}

/**
 * The total of exact lines is rounded by itself, and may be a cent from its parts. A credit note has no terms of its own to count it from,
 * and may be rounded once though its invoice was not.
 */
async function verifyTotals(db: TenantDb): Promise<LedgerProblem[]> {
  const { rows } = await sql<{ number: string; is: Decimal; should: Decimal }>`
    with stored as (
      select tenant_id, id, subtotal, isc, other_tax, tax, total from invoices where tenant_id = ${db.tenant.id}
      union all
      select tenant_id, id, subtotal, isc, other_tax, tax, total from credits where tenant_id = ${db.tenant.id}
    ), lines as (
      select invoice_id as id, invoice_id, net, isc, other_tax, tax, exact.amount + round(exact.amount * isc_rate / 100, 6)
        + round(exact.amount * tax_rate / 100, 6) + other_tax as whole
      from invoice_lines cross join lateral (select round(quantity * (unit_price - discount), 6) as amount) exact
      where tenant_id = ${db.tenant.id}
      union all
      select credit.id, credit.invoice_id, line.net, line.isc, line.other_tax, line.tax, null
      from credits credit join credit_lines line on line.tenant_id = credit.tenant_id and line.credit_id = credit.id
      where credit.tenant_id = ${db.tenant.id}
    ), sums as (
      select id, sum(net) as net, sum(isc) as isc, sum(other_tax) as other_tax, sum(tax) as tax,
        sum(net + isc + other_tax + tax) as parts, round(sum(whole), 2) as whole,
        invoice_id = any (array(${roundedOnce(db)})) or sum(whole) is null and ${db.tenant.roundsOnce} as is_once
      from lines group by id, invoice_id
    )
    select document.number, stored.total as is, sums.parts as should
    from stored
    join sums on sums.id = stored.id
    join fiscal_documents document on document.tenant_id = stored.tenant_id and document.id = stored.id
    where (stored.subtotal, stored.isc, stored.other_tax, stored.tax) <> (sums.net, sums.isc, sums.other_tax, sums.tax)
      or stored.total <> sums.parts and not (sums.is_once
        and coalesce(stored.total = sums.whole, abs(stored.total - sums.parts) = 0.01))
    order by document.number`.execute(db);
  return rows.map(({ number, is, should }) =>
    problem('totals', `${number} comes to ${is}, its lines to ${should}, or by other parts`),
  );
}
