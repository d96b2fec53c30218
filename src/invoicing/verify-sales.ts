// Recomputes from documents what invoicing derives from them: units sold, amounts, what was paid and credited; and names every difference.
import { sql } from 'kysely';
import { sqlRows } from '../platform/sql.ts';
import { NIL } from 'uuid';
import { compare, type Decimal } from '../platform/decimal.ts';
import { livingCredit, verifyUnits } from '../rollups/index.ts';
import { problem, type LedgerProblem } from '../stock/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { invoiceStatus, type InvoiceFacts } from './invoice-status.ts';
import { paidOn } from './refresh-invoice-status.ts';
import type { InvoiceStatus } from './tables.ts';
import { verifyMoney } from './verify-money.ts';
import { verifyMonths } from './verify-months.ts';

/** The database does the counting, on disk where it is much; what reaches this process is what differs, or a page at a time. */
export async function verifySales(db: TenantDb): Promise<{ problems: LedgerProblem[] }> {
  return {
    problems: [
      ...(await verifyUnits(db)),
      ...(await verifyQuantitiesCredited(db)),
      ...(await verifyClients(db)),
      ...(await verifyMoney(db)),
      ...(await verifyMonths(db)),
      ...(await verifyInvoices(db)),
    ],
  };
}

/** The credited quantity of a line is the sum of its valid credits, whether the goods came back with them or not. */
async function verifyQuantitiesCredited(db: TenantDb): Promise<LedgerProblem[]> {
  const { rows } = await sql<{
    number: string;
    line_number: number;
    item_id: string;
    location_id: string;
    is: Decimal;
    should: Decimal;
  }>`
    with credited as (
      select line.invoice_line_id as id, sum(line.quantity) as quantity
      from credits credit
      join fiscal_documents document on document.tenant_id = credit.tenant_id and document.id = credit.id
      join credit_lines line on line.tenant_id = credit.tenant_id and line.credit_id = credit.id
      where credit.tenant_id = ${db.tenant.id} and ${livingCredit('credit', 'document')}
      group by line.invoice_line_id
    )
    select document.number, line.line_number, line.item_id, line.location_id, line.quantity_credited as is,
      coalesce(credited.quantity, 0) as should
    from invoice_lines line
    join fiscal_documents document on document.tenant_id = line.tenant_id and document.id = line.invoice_id
    left join credited on credited.id = line.id
    where line.tenant_id = ${db.tenant.id} and line.quantity_credited <> coalesce(credited.quantity, 0)
    order by document.number, line.line_number`.execute(db);
  return rows.map((row) =>
    problem(
      'quantity_credited',
      `line ${row.line_number} of ${row.number} has ${row.is} credited, its credits say ${row.should}`,
      row,
    ),
  );
}

/** Clients say which documents they have, and credits whose they are: a list by client finds no others. */
async function verifyClients(db: TenantDb): Promise<LedgerProblem[]> {
  const lost = (table: string, also = sql``) => sql`
    select c.name, ${sql.lit(table)} as has, min(d.id::text) as id from ${sql.table(table)} d
    join clients c on c.tenant_id = d.tenant_id and c.id = d.client_id
    where d.tenant_id = ${db.tenant.id} and not c.${sql.ref(`has_${table}`)} ${also} group by c.id, c.name`;
  const { rows } = await sql<{ name: string; has: string; id: string }>`
    ${lost('orders')} union all ${lost('invoices', sql`and not d.is_stand_in`)} union all ${lost('credits')} union all ${lost('debit_notes')}
    union all
    select 'of another', 'credits', d.id::text from credits d join invoices i on i.tenant_id = d.tenant_id and i.id = d.invoice_id
    where d.tenant_id = ${db.tenant.id} and d.client_id is distinct from i.client_id
    order by 2, 1`.execute(db);
  return rows.map(({ name, has, id }) => problem('client', `lists by client miss ${has} of ${name}, such as ${id}`));
}

interface CheckedInvoice extends InvoiceFacts {
  id: string;
  number: string;
  status: InvoiceStatus;
  paidByPayments: Decimal;
  creditedByCredits: Decimal;
  debitedByNotes: Decimal;
}

const INVOICES_PER_PAGE = 5000;

async function verifyInvoices(db: TenantDb): Promise<LedgerProblem[]> {
  const problems: LedgerProblem[] = [];
  for (let after: string = NIL; ;) {
    const page = await invoicesAfter(db, after);
    problems.push(...page.flatMap(problemsOf));
    if (page.length < INVOICES_PER_PAGE) return problems;
    after = page.at(-1)!.id;
  }
}

async function invoicesAfter(db: TenantDb, after: string): Promise<CheckedInvoice[]> {
  return sqlRows<CheckedInvoice>(db)`
    select invoice.id, document.number, invoice.invoice_status as status, invoice.total, invoice.certified_more, invoice.retention,
      invoice.paid, invoice.credited, invoice.debited, invoice.is_owed,
      invoice.voided_at, invoice.canceled_at, invoice.due_date,
      ${paidOn(db, sql`invoice.id`)} as "paidByPayments",
      (select coalesce(sum(total + certified_more), 0) from credits
       where tenant_id = ${db.tenant.id} and invoice_id = invoice.id and credit_status = 'APPLIED') as "creditedByCredits",
      (select coalesce(sum(total + certified_more), 0) from debit_notes
       where tenant_id = ${db.tenant.id} and invoice_id = invoice.id and debit_status = 'ISSUED') as "debitedByNotes"
    from invoices invoice
    join fiscal_documents document on document.tenant_id = invoice.tenant_id and document.id = invoice.id
    where invoice.tenant_id = ${db.tenant.id} and invoice.id > ${after}
    order by invoice.id limit ${INVOICES_PER_PAGE}`;
}

// The first and the last day that can be written. Whether an invoice is past due yet is for the job of the calendar to notice.
const DAYS = ['0001-01-01', '9999-12-31'];

function problemsOf(invoice: CheckedInvoice): LedgerProblem[] {
  const { number, status, paid, credited, debited, paidByPayments, creditedByCredits, debitedByNotes } = invoice;
  const facts = { ...invoice, paid: paidByPayments, credited: creditedByCredits, debited: debitedByNotes };
  const possible = [...new Set(DAYS.map((today) => invoiceStatus(facts, today)))];
  const wrong = (check: string, isWrong: boolean, detail: string) =>
    isWrong ? [problem(check, `${number} ${detail}`)] : [];
  const differ = (one: Decimal, other: Decimal): boolean => compare(one, other) !== 0;
  return [
    ...wrong('paid', differ(paid, paidByPayments), `has ${paid} paid, its payments say ${paidByPayments}`),
    ...wrong(
      'credited',
      differ(credited, creditedByCredits),
      `has ${credited} credited, its applied credits say ${creditedByCredits}`,
    ),
    ...wrong(
      'debited',
      differ(debited, debitedByNotes),
      `has ${debited} debited, its debit notes say ${debitedByNotes}`,
    ),
    ...wrong('invoice_status', !possible.includes(status), `is ${status} and should be ${possible.join(' or ')}`),
  ];
}
