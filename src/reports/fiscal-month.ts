// A month as it is declared: documents, base and taxes by rate, credits, voids, what was withheld, and every number explained.
import { sql, type RawBuilder } from 'kysely';
import type { DocumentKind } from '../fiscal/document.ts';
import { BOUGHT, type DocumentType } from '../fiscal/document-types.ts';
import { AUTHORIZED } from '../fiscal/legal-status.ts';
import {
  fiscalDay,
  joinWholeCredits,
  monthState,
  onFiscalDays,
  PANAMA,
  unissuedNumbers,
  withheldOf,
  type AuditedNumber,
  type MonthState,
} from '../invoicing/index.ts';
import { add, negate, type Decimal } from '../platform/decimal.ts';
import { literals } from '../platform/sql.ts';
import { localDay, type TenantDb } from '../tenancy/index.ts';

export interface Amounts {
  /** Before tax. */
  base: Decimal;
  itbms: Decimal;
  isc: Decimal;
  otherTaxes: Decimal;
  total: Decimal;
  retention: Decimal;
}

export interface RateOfMonth {
  /** Rate of the ITBMS, in per cent. */
  rate: Decimal;
  base: Decimal;
  itbms: Decimal;
}

/** The documents of one type in one state. Amounts of credit notes are above 0. */
export interface DocumentsOfType extends Amounts {
  documentType: DocumentType;
  kind: DocumentKind;
  state: MonthState;
  /** Whether it is part of what was sold: an import is bought, and so is a note on one. */
  isSale: boolean;
  count: number;
  rates: RateOfMonth[];
}

/** Void of a document that was issued in the month or voided in it. */
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
  kind: DocumentKind;
  /** Null where the series has none of its own any more. */
  billingPointId: string | null;
  first: string;
  last: string;
  count: number;
  /** Numbers up to the last one that no certified document of this or an earlier month carries, each with its reason. */
  exceptions: AuditedNumber[];
}

/** Change of a document of the month after the day on which the month was to be declared. */
export interface LateChange {
  number: string;
  documentId: string;
  kind: DocumentKind;
  /** VERDICT: what is said of it now came late. CREDITED: by a note of a later month. */
  what: 'VERDICT' | 'VOIDED' | 'CREDITED';
  at: Date;
  state: MonthState;
  total: Decimal;
}

export interface FiscalMonth {
  year: number;
  month: number;
  from: string;
  to: string;
  /** The day by which it is to be declared. */
  dueDay: string;
  /** Invoices and debit notes less credit notes, of what counts. */
  net: Amounts;
  /** The same of the month before. */
  before: Amounts;
  documents: DocumentsOfType[];
  /** Sums by rate of invoices and debit notes, less credit notes. */
  rates: RateOfMonth[];
  lateChanges: LateChange[];
  voids: VoidOfMonth[];
  retentions: { code: string; amount: Decimal }[];
  series: SeriesOfMonth[];
}

const AMOUNTS = ['base', 'itbms', 'isc', 'otherTaxes', 'total', 'retention'] as const satisfies (keyof Amounts)[];
const MOST_EXCEPTIONS = 500;
const MOST_CHANGES = 500;
/** Day of the next month until which the return of the ITBMS is filed (answer 410). */
const DUE_DAY = 15;

/** By Panama's days, as the DGI has it. A document belongs to the month that its payload names, whenever its verdict came. */
export async function fiscalMonth(
  db: TenantDb,
  { year, month }: { year: number; month: number },
): Promise<FiscalMonth> {
  const span = spanOf(year, month);
  const documents = await documentsByType(db, span);
  const before = month === 1 ? spanOf(year - 1, 12) : spanOf(year, month - 1);
  return {
    year,
    month,
    from: span.from,
    to: dayAfter(span.next, -1),
    dueDay: dayAfter(span.next, DUE_DAY - 1),
    net: netOf(documents),
    before: netOf(await documentsByType(db, before)),
    documents,
    rates: netRates(documents),
    lateChanges: await lateChanges(db, span),
    voids: await voids(db, span),
    retentions: await retentions(db, span),
    series: await seriesOf(db, span),
  };
}

/** The last day of the month before that is compared: while the month runs, the same day of it, or its end where it is shorter. */
export function comparedTo({ from, to }: FiscalMonth, now: Date): string {
  const today = localDay(PANAMA, now);
  const end = dayAfter(from, -1);
  const sameDay = `${end.slice(0, 8)}${today.slice(8)}`;
  return from <= today && today <= to && sameDay < end ? sameDay : end;
}

export async function beforeToSameDay(db: TenantDb, month: FiscalMonth, now: Date): Promise<Amounts> {
  const next = dayAfter(comparedTo(month, now), 1);
  if (next === month.from) return month.before;
  return netOf(await documentsByType(db, { from: dayAfter(next, -1).slice(0, 8) + '01', next }));
}

interface Span {
  from: string;
  /** The first day of the next month. */
  next: string;
}

export function spanOf(year: number, month: number): Span {
  return { from: firstDay(year, month), next: month === 12 ? firstDay(year + 1, 1) : firstDay(year, month + 1) };
}

export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

function firstDay(year: number, month: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`;
}

/** Declared documents, each with the sign of its amounts in the month. */
function declared(documents: readonly DocumentsOfType[]): [DocumentsOfType, (amount: Decimal) => Decimal][] {
  const counted = documents.filter(({ state, isSale }) => state === 'COUNTED' && isSale);
  return counted.map((one) => [one, one.kind === 'CREDIT_NOTE' ? negate : (amount) => amount]);
}

function netOf(documents: readonly DocumentsOfType[]): Amounts {
  const sum = (name: keyof Amounts) => add('0', ...declared(documents).map(([one, signed]) => signed(one[name])));
  return Object.fromEntries(AMOUNTS.map((name) => [name, sum(name)])) as unknown as Amounts;
}

function netRates(documents: readonly DocumentsOfType[]): RateOfMonth[] {
  const parts = declared(documents).flatMap(([{ rates }, signed]) =>
    rates.map(({ rate, base, itbms }) => ({ rate, base: signed(base), itbms: signed(itbms) })),
  );
  const rates = [...new Set(parts.map(({ rate }) => rate))].toSorted((a, b) => Number(a) - Number(b));
  return rates.map((rate) => {
    const same = parts.filter((one) => one.rate === rate);
    return { rate, base: add(...same.map(({ base }) => base)), itbms: add(...same.map(({ itbms }) => itbms)) };
  });
}

const BUSINESS = {
  invoices: [
    sql`isc, other_tax, retention_code, ${withheldOf('invoices')} as retention, null as original`,
    sql`not is_opening`,
  ],
  credits: [sql`isc, other_tax, null as retention_code, 0 as retention, invoice_id as original`, sql`true`],
  debit_notes: [
    sql`0 as isc, 0 as other_tax, null as retention_code, 0 as retention, invoice_id as original`,
    sql`true`,
  ],
} as const;

/** The CTE `document`: what was filed, here or elsewhere, of business rows that `isAsked` chooses. */
export function documentsWhere(db: TenantDb, isAsked: (table: string) => RawBuilder<unknown>): RawBuilder<unknown> {
  const rows = Object.entries(BUSINESS).map(
    ([table, [more, isDeclared]]) => sql`
      select id, ${fiscalDay(table)} as fiscal_day, subtotal, tax, total, ${more}, voided_at, canceled_at
      from ${sql.table(table)} where tenant_id = ${db.tenant.id} and ${isDeclared} and ${isAsked(table)}`,
  );
  return sql`document as materialized (
    select business.*, document.number, document.kind, document.document_type, document.mode, document.legal_status,
      document.settled_at, ${monthState('business')} as state,
      coalesce(original.document_type, document.document_type) not in (${literals(BOUGHT)}) as is_sale
    from (${sql.join(rows, sql` union all `)}) business
    join fiscal_documents document on document.tenant_id = ${db.tenant.id} and document.id = business.id
    left join fiscal_documents original on original.tenant_id = ${db.tenant.id} and original.id = business.original
    where document.mode <> 'PROFORM')`;
}

/** The CTE `line`: those of each `document`. */
export function linesOfDocuments(db: TenantDb): RawBuilder<unknown> {
  return sql`line as (
      select document.id, document_type, kind, state, is_sale, line.tax_rate, line.net, line.tax from document
      join invoice_lines line on line.tenant_id = ${db.tenant.id} and line.invoice_id = document.id
      union all
      select document.id, document_type, kind, state, is_sale, sold.tax_rate, line.net, line.tax from document
      join credit_lines line on line.tenant_id = ${db.tenant.id} and line.credit_id = document.id
      join invoice_lines sold on sold.tenant_id = line.tenant_id and sold.id = line.invoice_line_id
      union all
      select document.id, document_type, kind, state, is_sale, rate.percent, whole.subtotal, whole.tax from document
      ${joinWholeCredits(db, 'document')}
      union all
      select document.id, document_type, kind, state, is_sale, line.tax_rate, line.net, line.tax from document
      join debit_note_lines line on line.tenant_id = ${db.tenant.id} and line.debit_note_id = document.id
    )`;
}

/** Condition on a row in the table of that name. */
export const issuedIn =
  (db: TenantDb, { from, next }: Span) =>
  (table: string): RawBuilder<unknown> =>
    sql`(${sql.join(onFiscalDays(db, table, { from, to: dayAfter(next, -1) }), sql` and `)})`;

async function documentsByType(db: TenantDb, span: Span): Promise<DocumentsOfType[]> {
  const { rows } = await sql<DocumentsOfType>`
    with ${documentsWhere(db, issuedIn(db, span))}, ${linesOfDocuments(db)}, of_rate as materialized (
      select document_type, kind, state, is_sale, tax_rate, sum(net)::text as base, sum(tax)::text as itbms
      from line group by 1, 2, 3, 4, 5
    )
    select document_type as "documentType", kind, state, is_sale as "isSale", count(*)::int as count, sum(subtotal) as base, sum(tax) as itbms,
      sum(isc) as isc, sum(other_tax) as "otherTaxes", sum(total) as total, sum(retention) as retention, coalesce((
        select json_agg(json_build_object('rate', tax_rate::text, 'base', base, 'itbms', itbms) order by tax_rate) from of_rate
        where (of_rate.document_type, of_rate.kind, of_rate.state, of_rate.is_sale)
          = (document.document_type, document.kind, document.state, document.is_sale)
      ), '[]') as rates
    from document group by 1, 2, 3, 4 order by 1, 3, 4 desc`.execute(db);
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(AMOUNTS.map((name) => [name, add(row[name])])),
    rates: row.rates.map(({ rate, base, itbms }) => ({ rate: add(rate), base: add(base), itbms: add(itbms) })),
  }));
}

/** Nothing before the day has passed. A certified document whose verdict became the DGI's counted before. */
async function lateChanges(db: TenantDb, span: Span): Promise<LateChange[]> {
  const closed = sql`((${span.next}::date + ${sql.lit(DUE_DAY)})::timestamp at time zone ${PANAMA})`;
  const { rows } = await sql<LateChange>`
    with ${documentsWhere(db, (table) => sql`clock_timestamp() > ${closed} and ${issuedIn(db, span)(table)}`)}, change as (
      select id, 'VERDICT' as what, settled_at as at from document
      where settled_at >= ${closed} and not (legal_status in (${literals(AUTHORIZED)}) and exists (
        select from document_events event where event.tenant_id = ${db.tenant.id} and event.document_id = document.id
          and event.kind = 'LEGAL_STATUS' and event.at < ${closed}))
      union all
      select id, 'VOIDED', voided_at from document where voided_at >= ${closed}
      union all
      select credit.invoice_id, 'CREDITED', credit.issued_at from credits credit
      join document on document.id = credit.invoice_id
      where credit.tenant_id = ${db.tenant.id} and credit.issued_at >= ${closed}
        and credit.voided_at is null and credit.canceled_at is null
    )
    select number, id as "documentId", kind, what, at, state, total from change join document using (id)
    order by at desc, number limit ${sql.lit(MOST_CHANGES)}`.execute(db);
  return rows.map((row) => ({ ...row, total: add(row.total) }));
}

async function voids(db: TenantDb, span: Span): Promise<VoidOfMonth[]> {
  const inMonth = sql`(voided_at >= (${span.from}::timestamp at time zone ${PANAMA}) and voided_at < (${span.next}::timestamp at time zone ${PANAMA}))`;
  const { rows } = await sql<VoidOfMonth>`
    with ${documentsWhere(db, (table) => sql`voided_at is not null and (${issuedIn(db, span)(table)} or ${inMonth})`)}
    select number, id as "documentId", document_type as "documentType", fiscal_day::text as "issueDay",
      (voided_at at time zone ${PANAMA})::date::text as "voidedDay", total
    from document where state = 'VOIDED' order by voided_at, number`.execute(db);
  return rows.map((row) => ({ ...row, total: add(row.total) }));
}

async function retentions(db: TenantDb, span: Span): Promise<FiscalMonth['retentions']> {
  const { rows } = await sql<{ code: string; amount: Decimal }>`
    with ${documentsWhere(db, issuedIn(db, span))}
    select retention_code as code, sum(retention) as amount from document
    where state = 'COUNTED' and is_sale and retention > 0 group by 1 order by 1`.execute(db);
  return rows.map(({ code, amount }) => ({ code, amount: add(amount) }));
}

async function seriesOf(db: TenantDb, span: Span): Promise<SeriesOfMonth[]> {
  const { rows } = await sql<Omit<SeriesOfMonth, 'exceptions'>>`
    with ${documentsWhere(db, issuedIn(db, span))}, series as (
      select number_series(kind, number) as series, kind, min(number) as first, max(number) as last, count(*)::int as count
      from document where mode = 'DGI' and number_series(kind, number) is not null group by 1, 2
    )
    select series.*, taken.billing_point_id as "billingPointId" from series
    left join document_numbers taken on taken.tenant_id = ${db.tenant.id} and taken.series = series.series
    order by series`.execute(db);
  const series = [];
  for (const one of rows)
    series.push({ ...one, exceptions: await unissuedNumbers(db, { ...one, limit: MOST_EXCEPTIONS }) });
  return series;
}
