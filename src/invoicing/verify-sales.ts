// Recomputes from documents what invoicing derives from them: units sold, what was paid and credited; and names every difference.
import { sql } from 'kysely';
import { compare, type Decimal } from '../platform/decimal.ts';
import type { LedgerProblem } from '../stock/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { invoiceStatus, type InvoiceFacts } from './invoice-status.ts';
import type { InvoiceStatus } from './tables.ts';

/** The database does the counting, on disk where it is much; what reaches this process is what differs, or a page at a time. */
export async function verifySales(db: TenantDb): Promise<{ problems: LedgerProblem[] }> {
  return {
    problems: [
      ...(await verifyUnits(db)),
      ...(await verifyUnitsByClient(db)),
      ...(await verifyQuantitiesCredited(db)),
      ...(await verifyInvoices(db)),
    ],
  };
}

const NOT_REJECTED = sql.raw(`coalesce(document.legal_status, '') not in ('PAC_REJECTED', 'DGI_REJECTED')`);
const LIVING_INVOICE = sql`(invoice.voided_at is null and invoice.canceled_at is null and ${NOT_REJECTED})`;
const LIVING_CREDIT = sql`(credit.credit_status in ('UNAPPLIED', 'APPLIED') and ${NOT_REJECTED})`;

/**
 * Decision 10, from the documents alone: what living invoices sold, less what living credits on them brought back. Each on the
 * day on which it was issued; `sold` has a row per line.
 */
function soldOf(db: TenantDb) {
  return sql`
    living as (
      select invoice.id, invoice.client_id, invoice.issue_day
      from invoices invoice
      join fiscal_documents document on document.tenant_id = invoice.tenant_id and document.id = invoice.id
      where invoice.tenant_id = ${db.tenant.id} and ${LIVING_INVOICE}
    ), sold as (
      select line.item_id, line.location_id, living.client_id, living.issue_day as day, line.quantity as units
      from living
      join invoice_lines line on line.tenant_id = ${db.tenant.id} and line.invoice_id = living.id
      union all
      select line.item_id, line.location_id, living.client_id, credit.issue_day, -line.quantity
      from living
      join credits credit on credit.tenant_id = ${db.tenant.id} and credit.invoice_id = living.id
      join fiscal_documents document on document.tenant_id = credit.tenant_id and document.id = credit.id
      join credit_lines line on line.tenant_id = credit.tenant_id and line.credit_id = credit.id
      where credit.restock and ${LIVING_CREDIT}
    )`;
}

interface Difference {
  item_id: string;
  location_id: string;
  rows: number;
  grain: 'D' | 'M';
  period: string;
  is: Decimal;
  should: Decimal;
}

async function verifyUnits(db: TenantDb): Promise<LedgerProblem[]> {
  const { rows } = await sql<Difference>`
    with ${soldOf(db)}, by_day as (
      select item_id, location_id, day, sum(units) as units from sold group by item_id, location_id, day
    ), expected as (
      select item_id, location_id, 'D' as grain, day as period, units from by_day
      union all
      select item_id, location_id, 'M', date_trunc('month', day)::date, sum(units) from by_day group by 1, 2, 4
    ), recorded as (
      select item_id, location_id, grain::text as grain, period, units from item_sales where tenant_id = ${db.tenant.id}
    ), differing as (
      select item_id, location_id, grain, period, coalesce(recorded.units, 0) as is, coalesce(expected.units, 0) as should
      from expected full join recorded using (item_id, location_id, grain, period)
      where coalesce(recorded.units, 0) <> coalesce(expected.units, 0)
    )
    select distinct on (item_id, location_id) *, count(*) over (partition by item_id, location_id) as rows
    from differing order by item_id, location_id, grain, period`.execute(db);
  return rows.map((row) => ({
    check: 'item_sales',
    itemId: row.item_id,
    locationId: row.location_id,
    detail: `${describe(row)}, ${row.is} units are recorded and ${row.should} were sold`,
  }));
}

async function verifyUnitsByClient(db: TenantDb): Promise<LedgerProblem[]> {
  const { rows } = await sql<Omit<Difference, 'location_id'> & { client_id: string }>`
    with ${soldOf(db)}, by_day as (
      select item_id, client_id, day, sum(units) as units from sold group by item_id, client_id, day
    ), expected as (
      select item_id, client_id, 'D' as grain, day as period, units from by_day
      union all
      select item_id, client_id, 'M', date_trunc('month', day)::date, sum(units) from by_day group by 1, 2, 4
    ), recorded as (
      select item_id, client_id, grain::text as grain, period, units from client_sales where tenant_id = ${db.tenant.id}
    ), differing as (
      select item_id, client_id, grain, period, coalesce(recorded.units, 0) as is, coalesce(expected.units, 0) as should
      from expected full join recorded using (item_id, client_id, grain, period)
      where coalesce(recorded.units, 0) <> coalesce(expected.units, 0)
    )
    select distinct on (item_id) *, count(*) over (partition by item_id) as rows
    from differing order by item_id, grain, period, client_id`.execute(db);
  return rows.map((row) => ({
    check: 'client_sales',
    itemId: row.item_id,
    locationId: null,
    detail: `${describe(row)}, ${row.is} units are recorded for client ${row.client_id} and ${row.should} were sold`,
  }));
}

function describe({ rows, grain, period }: Pick<Difference, 'rows' | 'grain' | 'period'>): string {
  const first = grain === 'D' ? `on ${period}` : `in the month from ${period}`;
  return rows === 1 ? first : `${rows} days and months differ; ${first}, the first of them`;
}

/** What a line has been credited is what its living credits say, whether the goods came back with them or not. */
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
      where credit.tenant_id = ${db.tenant.id} and ${LIVING_CREDIT}
      group by line.invoice_line_id
    )
    select document.number, line.line_number, line.item_id, line.location_id, line.quantity_credited as is,
      coalesce(credited.quantity, 0) as should
    from invoice_lines line
    join fiscal_documents document on document.tenant_id = line.tenant_id and document.id = line.invoice_id
    left join credited on credited.id = line.id
    where line.tenant_id = ${db.tenant.id} and line.quantity_credited <> coalesce(credited.quantity, 0)
    order by document.number, line.line_number`.execute(db);
  return rows.map((row) => ({
    check: 'quantity_credited',
    itemId: row.item_id,
    locationId: row.location_id,
    detail: `line ${row.line_number} of ${row.number} has ${row.is} credited, its credits say ${row.should}`,
  }));
}

interface CheckedInvoice extends InvoiceFacts {
  id: string;
  number: string;
  status: InvoiceStatus;
  paidByPayments: Decimal;
  creditedByCredits: Decimal;
}

const LEAST_ID = '00000000-0000-0000-0000-000000000000';
const INVOICES_PER_PAGE = 5000;

async function verifyInvoices(db: TenantDb): Promise<LedgerProblem[]> {
  const problems: LedgerProblem[] = [];
  for (let after = LEAST_ID; ;) {
    const page = await invoicesAfter(db, after);
    problems.push(...page.flatMap(problemsOf));
    if (page.length < INVOICES_PER_PAGE) return problems;
    after = page.at(-1)!.id;
  }
}

async function invoicesAfter(db: TenantDb, after: string): Promise<CheckedInvoice[]> {
  const { rows } = await sql<CheckedInvoice>`
    select invoice.id, document.number, invoice.invoice_status as status, invoice.total, invoice.paid, invoice.credited,
      invoice.voided_at is not null as "isVoid", invoice.canceled_at is not null as "isCanceled", invoice.due_date as "dueDate",
      (select coalesce(sum(amount), 0) from payments
       where tenant_id = ${db.tenant.id} and invoice_id = invoice.id) as "paidByPayments",
      (select coalesce(sum(total), 0) from credits
       where tenant_id = ${db.tenant.id} and invoice_id = invoice.id and credit_status = 'APPLIED') as "creditedByCredits"
    from invoices invoice
    join fiscal_documents document on document.tenant_id = invoice.tenant_id and document.id = invoice.id
    where invoice.tenant_id = ${db.tenant.id} and invoice.id > ${after}
    order by invoice.id limit ${INVOICES_PER_PAGE}`.execute(db);
  return rows;
}

// The first and the last day that can be written. Whether an invoice is past due yet is for the hourly job to notice.
const DAYS = ['0001-01-01', '9999-12-31'];

function problemsOf(invoice: CheckedInvoice): LedgerProblem[] {
  const { number, status, paid, credited, paidByPayments, creditedByCredits } = invoice;
  const facts = { ...invoice, paid: paidByPayments, credited: creditedByCredits };
  const possible = [...new Set(DAYS.map((today) => invoiceStatus(facts, today)))];
  const findings = [
    {
      check: 'paid',
      isWrong: compare(paid, paidByPayments) !== 0,
      detail: `has ${paid} paid, its payments say ${paidByPayments}`,
    },
    {
      check: 'credited',
      isWrong: compare(credited, creditedByCredits) !== 0,
      detail: `has ${credited} credited, its applied credits say ${creditedByCredits}`,
    },
    {
      check: 'invoice_status',
      isWrong: !possible.includes(status),
      detail: `is ${status} and should be ${possible.join(' or ')}`,
    },
  ];
  return findings
    .filter(({ isWrong }) => isWrong)
    .map(({ check, detail }) => ({ check, itemId: null, locationId: null, detail: `${number} ${detail}` }));
}
