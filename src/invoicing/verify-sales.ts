// Recomputes from documents what invoicing derives from them: units sold, what was paid and credited; and names every difference.
import { sql } from 'kysely';
import { compare, type Decimal } from '../platform/decimal.ts';
import type { LedgerProblem } from '../stock/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { invoiceStatus, type InvoiceFacts } from './invoice-status.ts';
import { ITEM_SUMS, LIVING_CREDIT, soldLines } from './sold-lines.ts';
import type { ClientGrain, InvoiceStatus } from './tables.ts';

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

interface Difference {
  item_id: string;
  rows: number;
  grain: ClientGrain;
  period: string;
}

interface ItemSums {
  units: Decimal;
  documents: number;
  documents_left_out: number;
  leading_documents: number;
  leading_documents_left_out: number;
}

async function verifyUnits(db: TenantDb): Promise<LedgerProblem[]> {
  const { rows } = await sql<Difference & { location_id: string; is: ItemSums; should: ItemSums }>`
    with ${soldLines(db)}, by_day as (
      select item_id, location_id, day, ${ITEM_SUMS} from sold_line group by item_id, location_id, day
    ), expected as (
      select item_id, location_id, 'D' as grain, day as period, units, documents, documents_left_out, leading_documents,
        leading_documents_left_out
      from by_day
      union all
      select item_id, location_id, 'M', date_trunc('month', day)::date, sum(units), sum(documents), sum(documents_left_out),
        sum(leading_documents), sum(leading_documents_left_out)
      from by_day group by 1, 2, 4
    ), recorded as (
      select item_id, location_id, grain::text as grain, period, units, documents, documents_left_out, leading_documents,
        leading_documents_left_out
      from item_sales where tenant_id = ${db.tenant.id}
    ), differing as (
      select item_id, location_id, grain, period, ${sumsOf('recorded')} as is, ${sumsOf('expected')} as should
      from expected full join recorded using (item_id, location_id, grain, period)
      where ${sumsOf('recorded')} <> ${sumsOf('expected')}
    )
    select distinct on (item_id, location_id) *, count(*) over (partition by item_id, location_id) as rows
    from differing order by item_id, location_id, grain, period`.execute(db);
  return rows.map((row) => ({
    check: 'item_sales',
    itemId: row.item_id,
    locationId: row.location_id,
    detail: `${describe(row)}, ${differencesOf(row)}`,
  }));
}

const SUMS = ['units', 'documents', 'documents_left_out', 'leading_documents', 'leading_documents_left_out'] as const;

function sumsOf(table: 'recorded' | 'expected') {
  const pairs = SUMS.map((sum) => {
    const value = sql`coalesce(${sql.ref(`${table}.${sum}`)}, 0)`;
    // As text, so that no digit is lost on the way here.
    return sql`${sql.lit(sum)}, ${sum === 'units' ? sql`trim_scale(${value})::text` : value}`;
  });
  return sql`jsonb_build_object(${sql.join(pairs)})`;
}

function differencesOf({ is, should }: { is: ItemSums; should: ItemSums }): string {
  if (compare(is.units, should.units) !== 0) return `${is.units} units are recorded and ${should.units} were sold`;
  const differing = SUMS.filter((sum) => is[sum] !== should[sum]);
  return differing.map((sum) => `${sum} is ${is[sum]} and should be ${should[sum]}`).join(', ');
}

async function verifyUnitsByClient(db: TenantDb): Promise<LedgerProblem[]> {
  const { rows } = await sql<Difference & { client_id: string; is: Decimal; should: Decimal }>`
    with ${soldLines(db)}, by_day as (
      select item_id, client_id, day, sum(units) as units from sold_line where counts group by item_id, client_id, day
    ), expected as (
      select item_id, client_id, 'D' as grain, day as period, units from by_day
      union all
      select item_id, client_id, 'H', date_trunc('month', day)::date + 15 * (extract(day from day) > 15)::int, sum(units) from by_day group by 1, 2, 4
      union all
      select item_id, client_id, 'M', date_trunc('month', day)::date, sum(units) from by_day group by 1, 2, 4
      union all
      select item_id, client_id, 'Y', date_trunc('year', day)::date, sum(units) from by_day group by 1, 2, 4
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
  const first = {
    D: `on ${period}`,
    H: `in the half month from ${period}`,
    M: `in the month from ${period}`,
    Y: `in the year from ${period}`,
  }[grain];
  return rows === 1 ? first : `${rows} periods differ; ${first}, the first of them`;
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
