// A month as it is declared: documents, base and taxes by rate, credits, voids, what was withheld, and every number explained.
import { sql, type RawBuilder } from 'kysely';
import type { DocumentKind } from '../fiscal/document.ts';
import { DOCUMENT_TYPES, type DocumentType } from '../fiscal/document-types.ts';
import { AUTHORIZED, REJECTED } from '../fiscal/legal-status.ts';
import { unissuedNumbers, type AuditedNumber } from '../invoicing/index.ts';
import { add, negate, type Decimal } from '../platform/decimal.ts';
import { literals } from '../platform/sql.ts';
import type { TenantDb } from '../tenancy/index.ts';

/** COUNTED: certified and not void. OPEN: no verdict yet, so it may still become part of the month. */
export const MONTH_STATES = ['COUNTED', 'OPEN', 'VOIDED', 'CANCELED', 'REJECTED'] as const;
export type MonthState = (typeof MONTH_STATES)[number];

export interface Amounts {
  /** Before tax. */
  base: Decimal;
  itbms: Decimal;
  isc: Decimal;
  otherTaxes: Decimal;
  total: Decimal;
  retention: Decimal;
}

/** The documents of one type in one state. Amounts of credit notes are above 0. */
export interface DocumentsOfType extends Amounts {
  documentType: DocumentType;
  kind: DocumentKind;
  state: MonthState;
  count: number;
}

export interface RateOfMonth {
  /** Of the ITBMS, in per cent. */
  rate: Decimal;
  /** Of invoices and debit notes, less credit notes. */
  base: Decimal;
  itbms: Decimal;
}

/** Of a document that was issued in the month or voided in it. */
export interface VoidOfMonth {
  number: string;
  documentId: string;
  documentType: DocumentType;
  issueDay: string;
  voidedDay: string;
  total: Decimal;
}

export interface SeriesOfMonth {
  series: string;
  first: string;
  last: string;
  count: number;
  /** Numbers up to the last one that no certified document of this or an earlier month carries, each with its reason. */
  exceptions: AuditedNumber[];
}

export interface FiscalMonth {
  year: number;
  month: number;
  from: string;
  to: string;
  /** Invoices and debit notes less credit notes, of what counts. */
  net: Amounts;
  documents: DocumentsOfType[];
  rates: RateOfMonth[];
  voids: VoidOfMonth[];
  retentions: { code: string; amount: Decimal }[];
  series: SeriesOfMonth[];
}

const AMOUNTS = ['base', 'itbms', 'isc', 'otherTaxes', 'total', 'retention'] as const satisfies (keyof Amounts)[];
const MOST_EXCEPTIONS = 500;

/** Imports are bought, not sold. */
const isSale = (type: DocumentType): boolean => DOCUMENT_TYPES[type].owed !== 'NOTHING';

/** By the days of the tenant. A document belongs to the month in which it was issued, whenever its verdict came. */
export async function fiscalMonth(
  db: TenantDb,
  { year, month }: { year: number; month: number },
): Promise<FiscalMonth> {
  const from = firstDay(year, month);
  const next = month === 12 ? firstDay(year + 1, 1) : firstDay(year, month + 1);
  const span = { from, next };
  const documents = await documentsByType(db, span);
  return {
    year,
    month,
    from,
    to: new Date(Date.parse(next) - 86_400_000).toISOString().slice(0, 10),
    net: netOf(documents),
    documents,
    rates: await byRate(db, span),
    voids: await voids(db, span),
    retentions: await retentions(db, span),
    series: await seriesOf(db, span),
  };
}

interface Span {
  from: string;
  /** The first day of the next month. */
  next: string;
}

function firstDay(year: number, month: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`;
}

function netOf(documents: readonly DocumentsOfType[]): Amounts {
  const counted = documents.filter(({ state, documentType }) => state === 'COUNTED' && isSale(documentType));
  const sum = (name: keyof Amounts) =>
    add('0', ...counted.map((one) => (one.kind === 'CREDIT_NOTE' ? negate(one[name]) : one[name])));
  return Object.fromEntries(AMOUNTS.map((name) => [name, sum(name)])) as unknown as Amounts;
}

const STATE = sql`case
  when document.legal_status in (${literals(REJECTED)}) then 'REJECTED'
  when business.voided_at is not null then 'VOIDED'
  when business.canceled_at is not null then 'CANCELED'
  when document.mode = 'DGI_IMPORT' or document.legal_status in (${literals(AUTHORIZED)}) then 'COUNTED'
  else 'OPEN' end`;

const BUSINESS = {
  invoices: [sql`isc, other_tax, retention_code, retention`, sql`not is_opening`],
  credits: [sql`isc, other_tax, null as retention_code, 0 as retention`, sql`true`],
  debit_notes: [sql`0 as isc, 0 as other_tax, null as retention_code, 0 as retention`, sql`true`],
} as const;

/** The CTE `document`: what was filed, here or elsewhere, of business rows that `isAsked` chooses. */
function documentsWhere(db: TenantDb, isAsked: RawBuilder<unknown>): RawBuilder<unknown> {
  const rows = Object.entries(BUSINESS).map(
    ([table, [more, isDeclared]]) => sql`
      select id, issue_day, subtotal, tax, total, ${more}, voided_at, canceled_at
      from ${sql.table(table)} where tenant_id = ${db.tenant.id} and ${isDeclared} and ${isAsked}`,
  );
  return sql`document as materialized (
    select business.*, document.number, document.kind, document.document_type, document.mode, ${STATE} as state
    from (${sql.join(rows, sql` union all `)}) business
    join fiscal_documents document on document.tenant_id = ${db.tenant.id} and document.id = business.id
    where document.mode <> 'PROFORM')`;
}

/** An index leads to instants; which day an instant was on is written beside it. */
function issuedIn({ from, next }: Span): RawBuilder<unknown> {
  return sql`(issued_at >= ${from}::date - interval '2 days' and issued_at < ${next}::date + interval '2 days'
    and issue_day >= ${from} and issue_day < ${next})`;
}

async function documentsByType(db: TenantDb, span: Span): Promise<DocumentsOfType[]> {
  const { rows } = await sql<DocumentsOfType>`
    with ${documentsWhere(db, issuedIn(span))}
    select document_type as "documentType", kind, state, count(*)::int as count, sum(subtotal) as base, sum(tax) as itbms,
      sum(isc) as isc, sum(other_tax) as "otherTaxes", sum(total) as total, sum(retention) as retention
    from document group by 1, 2, 3 order by 1, 3`.execute(db);
  return rows.map((row) => ({ ...row, ...Object.fromEntries(AMOUNTS.map((name) => [name, add(row[name])])) }));
}

async function byRate(db: TenantDb, span: Span): Promise<RateOfMonth[]> {
  const sales = (Object.keys(DOCUMENT_TYPES) as DocumentType[]).filter(isSale);
  const { rows } = await sql<RateOfMonth>`
    with ${documentsWhere(db, issuedIn(span))}, counted as (
      select id, kind from document where state = 'COUNTED' and document_type in (${literals(sales)})
    ), line as (
      select line.tax_rate, line.net, line.tax from counted
      join invoice_lines line on line.tenant_id = ${db.tenant.id} and line.invoice_id = counted.id
      union all
      select sold.tax_rate, -line.net, -line.tax from counted
      join credit_lines line on line.tenant_id = ${db.tenant.id} and line.credit_id = counted.id
      join invoice_lines sold on sold.tenant_id = line.tenant_id and sold.id = line.invoice_line_id
      union all
      select line.tax_rate, sign * line.net, sign * line.tax from counted
      cross join lateral (select case counted.kind when 'CREDIT_NOTE' then -1 else 1 end as sign) of_kind
      join debit_note_lines line on line.tenant_id = ${db.tenant.id} and line.debit_note_id = counted.id
    )
    select tax_rate as rate, sum(net) as base, sum(tax) as itbms from line group by tax_rate order by tax_rate`.execute(
    db,
  );
  return rows.map(({ rate, base, itbms }) => ({ rate: add(rate), base: add(base), itbms: add(itbms) }));
}

async function voids(db: TenantDb, span: Span): Promise<VoidOfMonth[]> {
  const zone = db.tenant.timeZone;
  const inMonth = sql`(voided_at >= (${span.from}::timestamp at time zone ${zone}) and voided_at < (${span.next}::timestamp at time zone ${zone}))`;
  const { rows } = await sql<VoidOfMonth>`
    with ${documentsWhere(db, sql`voided_at is not null and (${issuedIn(span)} or ${inMonth})`)}
    select number, id as "documentId", document_type as "documentType", issue_day::text as "issueDay",
      (voided_at at time zone ${zone})::date::text as "voidedDay", total
    from document where state = 'VOIDED' order by voided_at, number`.execute(db);
  return rows.map((row) => ({ ...row, total: add(row.total) }));
}

async function retentions(db: TenantDb, span: Span): Promise<FiscalMonth['retentions']> {
  const { rows } = await sql<{ code: string; amount: Decimal }>`
    with ${documentsWhere(db, issuedIn(span))}
    select retention_code as code, sum(retention) as amount from document
    where state = 'COUNTED' and retention_code is not null group by 1 order by 1`.execute(db);
  return rows.map(({ code, amount }) => ({ code, amount: add(amount) }));
}

async function seriesOf(db: TenantDb, span: Span): Promise<SeriesOfMonth[]> {
  const { rows } = await sql<Omit<SeriesOfMonth, 'exceptions'> & { kind: DocumentKind }>`
    with ${documentsWhere(db, issuedIn(span))}
    select number_series(kind, number) as series, kind, min(number) as first, max(number) as last, count(*)::int as count
    from document where mode = 'DGI' and number_series(kind, number) is not null group by 1, 2 order by 1`.execute(db);
  const series = [];
  for (const { kind, ...one } of rows) {
    const exceptions = await unissuedNumbers(db, { ...one, kind, limit: MOST_EXCEPTIONS });
    series.push({ ...one, exceptions });
  }
  return series;
}
