// A month as it is declared: documents, base and taxes by rate, credits, voids, what was withheld, and every number explained.
import { sql } from 'kysely';
import type { DocumentKind } from '../fiscal/document.ts';
import { BOUGHT, type DocumentType } from '../fiscal/document-types.ts';
import { AUTHORIZED, isTerminal, LEGAL_STATUSES } from '../fiscal/legal-status.ts';
import {
  fiscalDay,
  monthState,
  onFiscalDays,
  PANAMA,
  taxedLines,
  unissuedNumbers,
  withheldOf,
  type AuditedNumber,
  type MonthState,
} from '../invoicing/index.ts';
import { POINT_OF_SERIES } from '../numbers/index.ts';
import { addDays, HOUR_MS } from '../platform/days.ts';
import { add, negate, type Decimal } from '../platform/decimal.ts';
import { literals, sqlRow, sqlRows, type Sql } from '../platform/sql.ts';
import { localDay, type TenantDb } from '../tenancy/index.ts';
import type { Period } from './compared-periods.ts';

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
  /** VERDICT: what is said of it now came late. CREDITED: by a note that was issued late, or whose applying ended the retention late. */
  what: 'VERDICT' | 'VOIDED' | 'CREDITED';
  at: Date;
  state: MonthState;
  total: Decimal;
}

/** By Panama's days; months count from 1. */
export interface Month {
  year: number;
  month: number;
}

export interface FiscalMonth extends Month, Period {
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
const COLUMNS: Record<keyof Amounts, string> = {
  ...{ base: 'subtotal', itbms: 'tax', isc: 'isc', otherTaxes: 'other_tax', total: 'total', retention: 'retention' },
};
const FINAL = LEGAL_STATUSES.filter(isTerminal);
const MOST_EXCEPTIONS = 500;
const MOST_CHANGES = 500;
/** Invoices that are looked at. */
const OF_EACH_END = 3;
/** Day of the next month until which the return of the ITBMS is filed (answer 410). */
const DUE_DAY = 15;

/** By Panama's days, as the DGI has it. A document belongs to the month that its payload names, whenever its verdict came. */
export async function fiscalMonth(db: TenantDb, { year, month }: Month): Promise<FiscalMonth> {
  const span = spanOf(year, month);
  const figures = await keptFigures(db, span);
  const before = await keptFigures(db, month === 1 ? spanOf(year - 1, 12) : spanOf(year, month - 1));
  return {
    year,
    month,
    from: span.from,
    to: addDays(span.next, -1),
    dueDay: addDays(span.next, DUE_DAY - 1),
    net: netOf(figures.documents),
    before: netOf(before.documents),
    ...figures,
    rates: netRates(figures.documents),
    series: await withBillingPoints(db, figures.series),
  };
}

/** The last day of the month before that is compared: while the month runs, the same day of it, or its end where it is shorter. */
export function comparedTo({ from, to }: FiscalMonth, now: Date): string {
  const today = localDay(PANAMA, now);
  const end = addDays(from, -1);
  const sameDay = `${end.slice(0, 8)}${today.slice(8)}`;
  return from <= today && today <= to && sameDay < end ? sameDay : end;
}

export async function beforeToSameDay(db: TenantDb, month: FiscalMonth, now: Date): Promise<Amounts> {
  const next = addDays(comparedTo(month, now), 1);
  if (next === month.from) return month.before;
  return netOf((await figuresOf(db, { from: addDays(next, -1).slice(0, 8) + '01', next })).documents);
}

interface Span {
  from: string;
  /** The first day of the next month. */
  next: string;
}

export function spanOf(year: number, month: number): Span {
  return { from: firstDay(year, month), next: month === 12 ? firstDay(year + 1, 1) : firstDay(year, month + 1) };
}

function firstDay(year: number, month: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`;
}

/** Declared documents, each with the sign of its amounts in the month. */
export function declared(documents: readonly DocumentsOfType[]): [DocumentsOfType, (amount: Decimal) => Decimal][] {
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

const inPanama = (day: Sql) => sql`((${day})::timestamp at time zone ${PANAMA})`;

const dayIn = (day: string, days: number) => inPanama(sql`${day}::date + ${sql.lit(days)}`);

const OF_DOCUMENT = sql.join(
  ['id', 'number', 'kind', 'document_type', 'mode', 'legal_status', 'settled_at', 'created_at'].map((name) =>
    sql.ref(name),
  ),
);

/** Legal rows by `document`; with a span, those that were made about then are read together, along the table, and any other by its id. */
function legalRows(db: TenantDb, madeIn: Span | undefined): Sql {
  const legal = sql`fiscal_documents document where tenant_id = ${db.tenant.id}`;
  if (!madeIn) return sql`join (select ${OF_DOCUMENT} from ${legal}) document on document.id = business.id`;
  return sql`
    left join (
      select ${OF_DOCUMENT} from ${legal} and created_at >= ${dayIn(madeIn.from, -1)} and created_at < ${dayIn(madeIn.next, 1)}
    ) near on near.id = business.id
    cross join lateral (
      select near.* where near.id is not null
      union all
      select ${OF_DOCUMENT} from ${legal} and id = business.id and near.id is null
    ) document`;
}

/** The CTE `document`, or `name`: what was filed, here or elsewhere, of business rows that `isAsked` chooses. */
export function documentsWhere(
  db: TenantDb,
  isAsked: (table: keyof typeof BUSINESS) => Sql,
  name = 'document',
  madeIn?: Span,
): Sql {
  const rows = (Object.keys(BUSINESS) as (keyof typeof BUSINESS)[]).map((table) => {
    const [more, isDeclared] = BUSINESS[table];
    return sql`
      select id, ${fiscalDay(table)} as fiscal_day, subtotal, tax, total, ${more}, voided_at, canceled_at
      from ${sql.table(table)} where tenant_id = ${db.tenant.id} and ${isDeclared} and ${isAsked(table)}`;
  });
  return sql`${sql.ref(name)} as materialized (
    select business.*, document.number, document.kind, document.document_type, document.mode, document.legal_status,
      document.settled_at, document.created_at, ${monthState('business')} as state,
      document.document_type not in (${literals(BOUGHT)}) and not coalesce(business.original in (
        select id from fiscal_documents where tenant_id = ${db.tenant.id} and document_type in (${literals(BOUGHT)})), false) as is_sale
    from (${sql.join(rows, sql` union all `)}) business
    ${legalRows(db, madeIn)}
    where document.mode <> 'PROFORM')`;
}

/** The CTE `line`: those of each `document`. */
export function linesOfDocuments(db: TenantDb): Sql {
  return sql`line as (${taxedLines(db, 'document', sql`document.id, document_type, kind, state, is_sale`)})`;
}

/** Condition on a row in the table of that name. */
export const issuedIn =
  (db: TenantDb, { from, next }: Span) =>
  (table: string): Sql =>
    sql`(${sql.join(onFiscalDays(db, table, { from, to: addDays(next, -1) }), sql` and `)})`;

/** Figures of a month that its documents alone decide. */
type Figures = Pick<FiscalMonth, 'documents' | 'lateChanges' | 'voids' | 'retentions' | 'series'>;

/** The trigger is called for changes of what is from before: the end of the month's first day, since numbers of that night may be mixed. */
const SETTLED = sql`(${inPanama(sql`date_trunc('month', now() at time zone ${PANAMA})`)} + interval '1 day')`;

/**
 * A month that is over is kept as it was told last, until a trigger forgets it with a change of one of its documents. While it is told it is
 * locked against that. A document that was made long after its day would change unseen, so its month is not kept; nor is one while a note that
 * was made this month on an invoice of it has no last verdict.
 */
async function keptFigures(db: TenantDb, span: Span): Promise<Figures> {
  const ofMonth = sql`tenant_id = ${db.tenant.id} and month = ${span.from}`;
  const { figures, keeps } = await sqlRow<{ figures: Figures | null; keeps: boolean }>(db)`
    select kept.figures, kept.figures is null and ${inPanama(sql`${span.next}::date`)} + interval '1 day' <= least(now(), ${SETTLED})
      and current_setting('transaction_read_only') = 'off' and pg_try_advisory_xact_lock(hashtextextended('kept_months' || ${db.tenant.id}, 0)) as keeps
    from (values (1)) one left join kept_months kept on ${ofMonth}`;
  if (figures) return { ...figures, lateChanges: figures.lateChanges.map((one) => ({ ...one, at: new Date(one.at) })) };
  const { isOlder, ...newFigures } = await figuresOf(db, span);
  if (keeps && isOlder)
    await sql`
      insert into kept_months (tenant_id, month, figures) values (${db.tenant.id}, ${span.from}, ${JSON.stringify(newFigures)})
      on conflict do nothing`.execute(db);
  return newFigures;
}

/** Whether its first and last invoices were made about then; those of an import were not, and are joined as a whole. */
async function isMadeIn(db: TenantDb, { from, next }: Span): Promise<boolean> {
  const end = (direction: 'asc' | 'desc') => sql`(
    select id from invoices
    where tenant_id = ${db.tenant.id} and issued_at >= ${dayIn(from, 0)} and issued_at < ${dayIn(next, 0)}
    order by issued_at ${sql.raw(direction)} limit ${sql.lit(OF_EACH_END)})`;
  const rows = await sqlRows(db)`
    select from (${end('asc')} union ${end('desc')}) one
    join fiscal_documents document on document.tenant_id = ${db.tenant.id} and document.id = one.id
    where not (document.created_at >= ${dayIn(from, -1)} and document.created_at < ${dayIn(next, 1)}) limit 1`;
  return rows.length === 0;
}

/**
 * Keeps one of the months that are over and not kept yet, another one in the next hour: who asks for a month finds it and the one before told.
 * One that cannot be kept, which a document was added to later, does not keep others waiting.
 */
export async function keepSomeMonth(db: TenantDb, now: Date): Promise<void> {
  const { rows } = await sql<{ month: string }>`
    select series.month::date::text as month
    from (
      select min(fiscal_day) as first from (${sql.join(
        (Object.keys(BUSINESS) as (keyof typeof BUSINESS)[]).map(
          (table) =>
            sql`(select ${fiscalDay(table)} as fiscal_day from ${sql.table(table)} where tenant_id = ${db.tenant.id} order by issued_at limit 1)`,
        ),
        sql` union all `,
      )}) one
    ) bounds
    cross join lateral generate_series(date_trunc('month', bounds.first), ${localDay(PANAMA, now)}::date - interval '1 month', '1 month') series (month)
    where not exists (select from kept_months where tenant_id = ${db.tenant.id} and month = series.month::date)
    order by series.month desc`.execute(db);
  const one = rows[Math.floor(now.getTime() / HOUR_MS) % rows.length];
  if (one) await keptFigures(db, spanOf(Number(one.month.slice(0, 4)), Number(one.month.slice(5, 7))));
}

/** They are told anew at the next look. */
export async function forgetMonths(db: TenantDb): Promise<void> {
  await sql`delete from kept_months where tenant_id = ${db.tenant.id}`.execute(db);
}

/** The documents are read once. */
export async function figuresOf(db: TenantDb, span: Span): Promise<Figures & { isOlder: boolean }> {
  const inMonth = issuedIn(db, span);
  const midnight = { from: inPanama(sql`${span.from}::date`), next: inPanama(sql`${span.next}::date`) };
  // With the status, so that voided ones alone are read.
  const voidedInMonth = (table: keyof typeof BUSINESS) =>
    sql`${sql.ref(STATUS_OF[table])} = 'VOID' and voided_at >= ${midnight.from} and voided_at < ${midnight.next} and not ${inMonth(table)}`;
  const { rows } = await sql<Figures & { series: Omit<SeriesOfMonth, 'exceptions'>[]; isOlder: boolean }>`
    with ${documentsWhere(db, inMonth, 'document', (await isMadeIn(db, span)) ? span : undefined)}, ${documentsWhere(db, voidedInMonth, 'voided_in_month')}, ${linesOfDocuments(db)}, of_rate as materialized (
      select document_type, kind, state, is_sale, tax_rate, sum(net)::text as base, sum(tax)::text as itbms
      from line group by 1, 2, 3, 4, 5
    ), late_credit as materialized (${lateCredits(db, span)})
    select ${asJson(byType)} as documents, ${asJson(lateChanges(db, span))} as "lateChanges", ${asJson(VOIDS)} as voids,
      ${asJson(RETENTIONS)} as retentions, ${asJson(SERIES)} as series,
      not exists (select from document where mode = 'DGI' and created_at >= ${SETTLED})
        and not exists (select from late_credit where changes_unseen) as "isOlder"`.execute(db);
  const { documents, lateChanges: changes, voids, retentions, series, isOlder } = rows[0]!;
  return {
    isOlder,
    documents: documents.map((row) => ({
      ...row,
      ...Object.fromEntries(AMOUNTS.map((name) => [name, add(row[name])])),
      rates: row.rates.map(({ rate, base, itbms }) => ({ rate: add(rate), base: add(base), itbms: add(itbms) })),
    })),
    lateChanges: changes.map((row) => ({ ...row, at: new Date(row.at), total: add(row.total) })),
    voids: voids.map((row) => ({ ...row, total: add(row.total) })),
    retentions: retentions.map(({ code, amount }) => ({ code, amount: add(amount) })),
    series: await withExceptions(db, series),
  };
}

const asJson = (question: Sql) => sql`(select coalesce(json_agg(row_to_json(one)), '[]') from (${question}) one)`;

const STATUS_OF = { invoices: 'invoice_status', credits: 'credit_status', debit_notes: 'debit_status' } as const;

const byType = sql`
    select document_type as "documentType", kind, state, is_sale as "isSale", count(*)::int as count,
      ${sql.join(AMOUNTS.map((name) => sql`sum(${sql.ref(COLUMNS[name])})::text as ${sql.ref(name)}`))}, coalesce((
        select json_agg(json_build_object('rate', tax_rate::text, 'base', base, 'itbms', itbms) order by tax_rate) from of_rate
        where (of_rate.document_type, of_rate.kind, of_rate.state, of_rate.is_sale)
          = (document.document_type, document.kind, document.state, document.is_sale)
      ), '[]') as rates
    from document group by 1, 2, 3, 4 order by 1, 3, 4 desc`;

/** The end of the day by which the month was to be declared. */
const closedAt = ({ next }: Span) => inPanama(sql`${next}::date + ${sql.lit(DUE_DAY)}`);

/** Credit notes on invoices of the month that were issued after that day, whatever became of them, or the last applied, after it, where nothing is withheld any more. */
const lateCredits = (db: TenantDb, span: Span) => sql`
    select credit.invoice_id, credit.at, ${monthState('credit')} as credit_state,
      document.mode = 'DGI' and document.created_at >= ${SETTLED} and coalesce(document.legal_status, '') not in (${literals(FINAL)}) as changes_unseen
    from (
      select *, issued_at as at from credits where tenant_id = ${db.tenant.id} and issued_at >= ${closedAt(span)}
      union all
      select note.*, applied_at from document cross join lateral (
        select * from credits where tenant_id = ${db.tenant.id} and invoice_id = document.id and credit_status = 'APPLIED'
        order by applied_at desc nulls last, id limit 1) note
      where retention_code is not null and retention = 0 and issued_at < ${closedAt(span)} and applied_at >= ${closedAt(span)}
    ) credit join document sold on sold.id = credit.invoice_id
    join fiscal_documents document on document.tenant_id = credit.tenant_id and document.id = credit.id`;

/** Nothing before the day has passed. A certified document whose verdict became the DGI's counted before. */
function lateChanges(db: TenantDb, span: Span): Sql {
  const closed = closedAt(span);
  return sql`
    select number, id as "documentId", kind, what, at, state, total::text from (
      select id, 'VERDICT' as what, settled_at as at from document
      where settled_at >= ${closed} and not (legal_status in (${literals(AUTHORIZED)}) and exists (
        select from document_events event where event.tenant_id = ${db.tenant.id} and event.document_id = document.id
          and event.kind = 'LEGAL_STATUS' and event.at < ${closed}))
      union all
      select id, 'VOIDED', voided_at from document where voided_at >= ${closed}
      union all
      select invoice_id, 'CREDITED', at from late_credit where credit_state = 'COUNTED'
    ) change join document using (id) where clock_timestamp() > ${closed}
    order by at desc, number limit ${sql.lit(MOST_CHANGES)}`;
}

const VOIDS = sql`
    select number, id as "documentId", document_type as "documentType", fiscal_day::text as "issueDay",
      (voided_at at time zone ${PANAMA})::date::text as "voidedDay", total::text
    from (select * from document union all select * from voided_in_month) document
    where state = 'VOIDED' order by voided_at, number`;

const RETENTIONS = sql`
    select retention_code as code, sum(retention)::text as amount from document
    where state = 'COUNTED' and is_sale and retention > 0 group by 1 order by 1`;

const SERIES = sql`
    select number_series(kind, number) as series, kind, min(number) as first, max(number) as last, count(*)::int as count
    from document where mode = 'DGI' and number_series(kind, number) is not null group by 1, 2 order by 1`;

type SeriesAlone = Omit<SeriesOfMonth, 'exceptions' | 'billingPointId'>;

async function withExceptions(db: TenantDb, series: readonly SeriesAlone[]): Promise<SeriesOfMonth[]> {
  const all = [];
  for (const one of series)
    all.push({
      ...one,
      billingPointId: null,
      exceptions: await unissuedNumbers(db, { ...one, limit: MOST_EXCEPTIONS }),
    });
  return all;
}

async function withBillingPoints(db: TenantDb, series: readonly SeriesOfMonth[]): Promise<SeriesOfMonth[]> {
  const { rows } = await sql<{ series: string; point: string | null }>`
    select series, ${POINT_OF_SERIES} as point from document_numbers
    where tenant_id = ${db.tenant.id} and series = any (${series.map((one) => one.series)})`.execute(db);
  const points = new Map(rows.map((row) => [row.series, row.point]));
  return series.map((one) => ({ ...one, billingPointId: points.get(one.series) ?? null }));
}
