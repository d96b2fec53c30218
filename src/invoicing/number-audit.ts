// Every number that was reserved for fiscal documents, each in exactly one class: what the tax inspector asks first.
import { sql } from 'kysely';
import type { DocumentKind } from '../fiscal/document.ts';
import { KIND_OF_SERIES } from '../fiscal/document-types.ts';
import { REJECTED } from '../fiscal/legal-status.ts';
import { badInput } from '../platform/errors.ts';
import { POINT_OF_SERIES } from '../numbers/index.ts';
import { literals, sqlRows } from '../platform/sql.ts';
import { tenantRows, type TenantDb, type Slice } from '../tenancy/index.ts';

/** In the order in which a number is put into the first class that fits; the database's `number_class` decides. */
export const NUMBER_CLASSES = [
  'REJECTED',
  'VOIDED',
  'ISSUED',
  'CANCELED',
  'UNKNOWN',
  'PENDING',
  'INTERNAL',
  'CONVERTED',
  'UNUSED',
] as const;
export type NumberClass = (typeof NUMBER_CLASSES)[number];

export interface SeriesAudit {
  series: string;
  /** Null for documents that are not filed. */
  billing_point_id: string | null;
  /** How many numbers have been reserved: 1 up to this. */
  reserved: number;
  counts: { class: NumberClass; count: number }[];
}

export interface AuditedNumber {
  number: string;
  class: NumberClass;
  documentId: string | null;
  /** Why it is in its class, where the class alone does not say. */
  reason: string | null;
}

export interface NumbersAsked extends Slice {
  series: string;
  class?: NumberClass | null | undefined;
  /** The last number of the page before. */
  after?: string | null | undefined;
}

const CLASS = sql`number_class(legal_status, void_state, is_canceled, submission_state)`;
const DIGITS = 10;

/** How many numbers of each series are in each class; classes without numbers are left out. */
export async function numberAudit(db: TenantDb): Promise<SeriesAudit[]> {
  const rows = await tenantRows(db, 'document_numbers')
    .select(['series', POINT_OF_SERIES.as('billing_point_id'), 'last_number'])
    .where('last_number', '>', 0)
    .orderBy('series')
    .execute();
  const audits: SeriesAudit[] = [];
  for (const [prefix, kind] of Object.entries(KIND_OF_SERIES)) {
    for (const { series, billing_point_id, last_number: reserved } of rows.filter(
      (row) => prefixOf(row.series) === prefix,
    )) {
      audits.push({ series, billing_point_id, reserved, counts: await classCounts(db, series, kind, reserved) });
    }
  }
  return audits;
}

/** The billing point follows, where it is not the tenant's first. */
function prefixOf(series: string): string {
  return series.split('-')[0]!;
}

/** The numbers of one series, and of one class where it is given, in their order. */
export async function auditedNumbers(db: TenantDb, query: NumbersAsked): Promise<AuditedNumber[]> {
  const prefix = prefixOf(query.series);
  const kind = Object.hasOwn(KIND_OF_SERIES, prefix)
    ? KIND_OF_SERIES[prefix as keyof typeof KIND_OF_SERIES]
    : undefined;
  if (kind === undefined) return [];
  const range = { ...query, kind, last: await lastNumber(db, query.series), after: placeAfter(query) };
  if (query.class === 'UNUSED') return unusedNumbers(db, range);
  return query.class ? numbersOfClass(db, range) : numbersOfAllClasses(db, range);
}

/** After the place `after`, up to the place `last`. */
interface NumberRange extends Omit<NumbersAsked, 'after'> {
  kind: DocumentKind;
  after: number;
  last: number;
}

async function lastNumber(db: TenantDb, series: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select last_number::float8 as last from document_numbers
    where tenant_id = ${db.tenant.id} and series = ${series}`.execute(db);
  return rows[0]?.last ?? 0;
}

/** A number is taken in the transaction that writes its document, so one without a document means that rows are missing. */
async function classCounts(
  db: TenantDb,
  series: string,
  kind: DocumentKind,
  reserved: number,
): Promise<SeriesAudit['counts']> {
  // Counts of the classes that a number stays in are kept. In one statement, so that none is counted twice or not at all.
  const { rows } = await sql<{ class: string; count: number }>`
    select class, sum(count)::int as count from (
      select class, count from kept_counts where tenant_id = ${db.tenant.id} and subject = ${series}
      union all
      select ${CLASS}, 1 from fiscal_documents
      where tenant_id = ${db.tenant.id} and kind = ${kind} and ${CLASS} in ('PENDING', 'UNKNOWN') and ${CLASS} <> 'ISSUED'
        and number_series(kind, number) = ${series}
    ) counted group by class having sum(count) <> 0 order by class`.execute(db);
  const counts = new Map(rows.map((row) => [row.class, row.count]));
  const unused = reserved - [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (unused > 0) counts.set('UNUSED', unused);
  return [...counts].map(([name, count]) => ({ class: name as NumberClass, count }));
}

function placeAfter({ series, after }: NumbersAsked): number {
  if (after === undefined || after === null) return 0;
  const digits = after.startsWith(`${series}-`) ? after.slice(series.length + 1) : '';
  if (!/^\d{10}$/.test(digits))
    throw badInput('{field} must be a number of the series {series}', { field: 'after', series });
  return Number(digits);
}

const numberAt = (series: string, place: number): string => `${series}-${String(place).padStart(DIGITS, '0')}`;

const FOUND = sql`number, id as "documentId", ${CLASS} as class,
  case
    when legal_status in (${literals(REJECTED)})
      then legal_status || coalesce(': ' || nullif(array_to_string(rejection_reasons, '; '), ''), '')
    when void_state = 'DONE' then (
      select reason from pac_requests r
      where r.tenant_id = fiscal_documents.tenant_id and r.document_id = fiscal_documents.id and r.what = 'VOID')
    when parked_reason is not null then parked_reason
    when mode <> 'DGI' then mode
  end as reason`;

/** A proforma's number whose document has been filed under another one. */
const CONVERTED = sql`proforma_number as number, id as "documentId", 'CONVERTED' as class, number as reason`;

/** Numbers that no document carries are among them. */
async function numbersOfAllClasses(db: TenantDb, range: NumberRange): Promise<AuditedNumber[]> {
  const { series, kind, last } = range;
  const from = range.after + range.offset;
  const to = Math.min(last, from + range.limit);
  if (to <= from) return [];
  const { rows } = await sql<AuditedNumber>`
    select ${FOUND} from fiscal_documents
    where tenant_id = ${db.tenant.id} and kind = ${kind} and number_series(kind, number) = ${series}
      and number > ${numberAt(series, from)} and number <= ${numberAt(series, to)}
    union all
    select ${CONVERTED} from fiscal_documents
    where tenant_id = ${db.tenant.id} and kind = ${kind}
      and proforma_number > ${numberAt(series, from)} and proforma_number <= ${numberAt(series, to)}`.execute(db);
  const found = new Map(rows.map((row) => [row.number, row]));
  return Array.from({ length: to - from }, (_, index) => {
    const number = numberAt(series, from + 1 + index);
    return found.get(number) ?? unused(number);
  });
}

async function numbersOfClass(db: TenantDb, range: NumberRange): Promise<AuditedNumber[]> {
  const { series, class: name, limit, offset, kind, after, last } = range;
  if (name === 'CONVERTED') {
    return sqlRows<AuditedNumber>(db)`
      select ${CONVERTED} from fiscal_documents
      where tenant_id = ${db.tenant.id} and kind = ${kind}
        and proforma_number > ${numberAt(series, after)} and proforma_number <= ${numberAt(series, last)}
      order by proforma_number limit ${limit} offset ${offset}`;
  }
  return sqlRows<AuditedNumber>(db)`
    select ${FOUND} from fiscal_documents
    where tenant_id = ${db.tenant.id} and kind = ${kind} and ${CLASS} = ${name}
      -- As one row, so that only the index by class can begin there: that of all numbers would read the other classes as well.
      and (${CLASS}, number) > (${name}, ${numberAt(series, after)}) and (${CLASS}, number) <= (${name}, ${numberAt(series, last)})
      and number_series(kind, number) = ${series}
    order by number limit ${limit} offset ${offset}`;
}

/** Reads the numbers in their order until it has seen enough of the gaps between them; nothing where there are none. */
async function unusedNumbers(db: TenantDb, range: NumberRange): Promise<AuditedNumber[]> {
  const { series, limit, offset, kind, after, last } = range;
  const counts = await classCounts(db, series, kind, last);
  if (!counts.some((one) => one.class === 'UNUSED')) return [];
  const { rows } = await sql<{ place: number }>`
    select place::float8 as place from (
      select right(number, ${DIGITS})::bigint as upto,
        lag(right(number, ${DIGITS})::bigint, 1, ${after}::bigint) over (order by number) as since
      from (
        select number from fiscal_documents
        where tenant_id = ${db.tenant.id} and kind = ${kind} and number_series(kind, number) = ${series}
          and number > ${numberAt(series, after)} and number <= ${numberAt(series, last)}
        union all
        select proforma_number from fiscal_documents
        where tenant_id = ${db.tenant.id} and kind = ${kind}
          and proforma_number > ${numberAt(series, after)} and proforma_number <= ${numberAt(series, last)}
        union all
        select ${numberAt(series, last + 1)}
      ) taken
    ) gap, generate_series(since + 1, upto - 1) place
    limit ${limit} offset ${offset}`.execute(db);
  return rows.map(({ place }) => unused(numberAt(series, place))).toSorted((a, b) => (a.number < b.number ? -1 : 1));
}

function unused(number: string): AuditedNumber {
  return { number, class: 'UNUSED', documentId: null, reason: 'no document carries it' };
}

/** From the number after the one before `first` up to `last`: each that no certified document carries, and why. */
export async function unissuedNumbers(
  db: TenantDb,
  query: { series: string; kind: DocumentKind; first: string; last: string; limit: number },
): Promise<AuditedNumber[]> {
  const { series, kind, first, last, limit } = query;
  const ofSeries = sql`tenant_id = ${db.tenant.id} and kind = ${kind} and number_series(kind, number) = ${series}`;
  const { rows } = await sql<AuditedNumber>`
    with before as materialized (select coalesce((
        select number from fiscal_documents where ${ofSeries} and number >= ${numberAt(series, 0)} and number < ${first}
        order by number desc limit 1), ${numberAt(series, 0)}) as number
    ), gap as (
      select right(number, ${DIGITS})::bigint as upto,
        right(lag(number, 1, (select number from before)) over (order by number), ${DIGITS})::bigint as since
      from fiscal_documents where ${ofSeries} and number > (select number from before) and number <= ${last}
    )
    select ${FOUND} from fiscal_documents
    where ${ofSeries} and number > (select number from before) and number <= ${last} and ${CLASS} <> 'ISSUED'
    union all
    select ${`${series}-`} || to_char(place, 'FM0000000000'), null, 'UNUSED', null
    from gap, generate_series(since + 1, upto - 1) place where upto - since > 1
    order by 1 limit ${limit}`.execute(db);
  return rows.map((row) => (row.class === 'UNUSED' ? unused(row.number) : row));
}
