// Document numbers: taken in the transaction that writes the document, so none is used twice; after a restore some are skipped.
import { sql, type RawBuilder } from 'kysely';
import { DOCUMENT_KINDS, type DocumentKind } from '../fiscal/document.ts';
import { FISCAL_SERIES, type FiscalSeries, type InternalSeries } from '../fiscal/document-types.ts';
import { badInput } from '../platform/errors.ts';
import { sqlRow, type Sql } from '../platform/sql.ts';
import type { TenantDb } from '../tenancy/index.ts';
import type { DocumentNumberRow } from './tables.ts';

/** Series of sales orders, purchase orders and supplier invoices. */
export const OTHER_SERIES = ['PED', 'OC', 'FP'] as const;

/** Series of fiscal documents by their type, of unfiled documents by their kind, and the others. */
type Series = FiscalSeries | InternalSeries | (typeof OTHER_SERIES)[number] | ZSeries;

type ZSeries = `Z-${string}`;

/** Zs of a billing point, which are counted by themselves: the series stands at what was passed over after a restore. */
export const zSeries = (pointId: string): ZSeries => `Z-${pointId}`;

/** Last number of a series that was given or passed over; 0 where it has not begun. */
export function lastNumber(db: TenantDb, series: string): RawBuilder<number> {
  return sql<number>`coalesce((
    select last_number from document_numbers where tenant_id = ${db.tenant.id} and series = ${series}), 0)`;
}

export interface DocumentNumber {
  /** Number as the business sees it: the prefix and ten digits. */
  number: string;
  /** The ten digits alone, as the tax authority wants them. */
  digits: string;
}

/**
 * For a `with` of the statement that writes the document. From there to the commit the next caller of the series waits: what can be read is
 * read before.
 */
export function takeNumber(db: TenantDb, series: Exclude<Series, FiscalSeries | ZSeries>): RawBuilder<DocumentNumber> {
  return sql<DocumentNumber>`(
    insert into document_numbers as n (tenant_id, series, last_number) values (${db.tenant.id}, ${series}, 1)
    ${ONE_FURTHER})`;
}

/** The same of a document at the billing point that an earlier `with` calls `point`. */
export function takeNumberAt(db: TenantDb, series: Exclude<Series, ZSeries>): RawBuilder<DocumentNumber> {
  if (!isFiscal(series)) return takeNumber(db, series);
  return sql<DocumentNumber>`(
    insert into document_numbers as n (tenant_id, series, billing_point_id, last_number)
    select ${db.tenant.id}, concat_ws('-', ${series}::text, nullif(point.mark, '')), point.id, 1 from point
    ${ONE_FURTHER})`;
}

/** Holds a series, at one billing point or at all of them, for a transaction that moves goods before it takes its number. */
export async function lockSeries(db: TenantDb, series: Series, pointId: string | null): Promise<void> {
  await sql`
    select from document_numbers
    where tenant_id = ${db.tenant.id} and split_part(series, '-', 1) = ${series}
      and (${pointId}::uuid is null or billing_point_id is null or billing_point_id = ${pointId}::uuid)
    order by series for update`.execute(db);
}

const DIGITS = sql`to_char(last_number, 'FM0000000000')`;
const ONE_FURTHER = sql`on conflict (tenant_id, series) do update set last_number = n.last_number + 1
    returning series || '-' || ${DIGITS} as number, ${DIGITS} as digits`;

function isFiscal(series: Series): series is FiscalSeries {
  return FISCAL_SERIES.includes(series as FiscalSeries);
}

interface Point {
  id: string;
  mark: string;
}

/** The name of a series at a billing point: all that stands before the digits of its numbers. */
export function seriesAt(series: FiscalSeries, { mark }: Pick<Point, 'mark'>): string {
  return mark === '' ? series : `${series}-${mark}`;
}

export interface SkippedNumbers {
  /** The last number that was given out or skipped, before and after. */
  from: number;
  to: number;
}

// So that a typing error does not use up the ten digits of a series.
const MOST_AT_ONCE = 100_000;

/**
 * A restored counter would issue numbers again that the PAC has already. The next number is `to` + 1; a counter beyond `to` stays.
 * Without a point it is the series of the first one.
 */
export async function skipNumbers(db: TenantDb, series: Series, to: number, point?: Point): Promise<SkippedNumbers> {
  const name = point !== undefined && isFiscal(series) ? seriesAt(series, point) : series;
  const { rows } = await sql<Pick<DocumentNumberRow, 'last_number'>>`
    select last_number from document_numbers
    where tenant_id = ${db.tenant.id} and series = ${name} for update`.execute(db);
  const from = rows[0]?.last_number ?? 0;
  if (to - from > MOST_AT_ONCE)
    throw badInput('{series} stands at {from}; at most {most} numbers are skipped at once', {
      series: name,
      from,
      most: MOST_AT_ONCE,
    });
  if (to <= from) return { from, to: from };
  await sql`
    insert into document_numbers as n (tenant_id, series, billing_point_id, last_number)
    values (${db.tenant.id}, ${name}, ${point?.id ?? null}, ${to})
    on conflict (tenant_id, series) do update
    set last_number = greatest(n.last_number, excluded.last_number)`.execute(db);
  return { from, to };
}

/** The billing point of a row of `document_numbers`: 1.8.0 names none where it begins a series, and that is of the first one. */
export const POINT_OF_SERIES = sql<string | null>`coalesce(billing_point_id, (select point.id from billing_points point
  where point.tenant_id = document_numbers.tenant_id and point.is_first and series in ('FAC', 'NC')))`;

/** The stored form of a number as pages and people write it: `FAC-1217`, `fac 1217`, `FAC-0001-007-1217`. Null: the text is no number. */
export function storedNumber(text: string): string | null {
  const [, series, digits] = /^(\p{L}+(?:[\s-]+\d+)*)[\s-]+0*(\d{1,10})$/u.exec(text) ?? [];
  if (series === undefined || digits === undefined) return null;
  return `${series.toUpperCase().replaceAll(/[\s-]+/g, '-')}-${digits.padStart(10, '0')}`;
}

/**
 * The numbers that a search names, where the table has them: the index of numbers finds the rows, and no other row is read. Three digits
 * and more are a number of each series, and of one kind; fewer are also much else, and few documents have so short a number.
 */
export async function numbersIn(
  db: TenantDb,
  table: 'fiscal_documents' | 'orders' | 'purchase_orders' | 'supplier_invoices',
  search: string,
  kind?: DocumentKind,
  least = 3,
): Promise<string[]> {
  const whole = storedNumber(search);
  if (whole === null && !(/^\d{1,10}$/.test(search) && search.length >= least)) return [];
  const named = whole
    ? sql`array[${whole}::text]`
    : sql`array(
        select series || ${`-${search.padStart(10, '0')}`}::text from document_numbers where tenant_id = ${db.tenant.id})`;
  // The index begins with the kind.
  const ofKind =
    table === 'fiscal_documents' ? sql`and kind = any (${whole || !kind ? DOCUMENT_KINDS : [kind]})` : sql``;
  const { rows } = await sql<{ number: string }>`
    select number from ${sql.table(table)}
    where tenant_id = ${db.tenant.id} and number = any (${named}) ${ofKind}`.execute(db);
  return rows.map(({ number }) => number);
}

/** 1 where the number is the text, or ends in a short number that the text is. */
export function isNumber(column: Sql, search: string): Sql {
  const digits = /^\d{1,10}$/.test(search) ? `%-${search.padStart(10, '0')}` : '';
  return sql`(upper(${column}) = ${storedNumber(search) ?? search.toUpperCase()} or ${column} like ${digits})::int`;
}

const LONGEST_SERIES = 4;

/** True where codes are looked through for the text. A word or a text with spaces is a name, a series with digits a number. */
export function mayBePartOfCode(search: string): boolean {
  if (search === '' || /\s/.test(search) || storedNumber(search) !== null) return false;
  return /\d/.test(search) || search.length <= LONGEST_SERIES;
}

const DIGITS_OF_NUMBER = 10;
const NUMBER = new RegExp(String.raw`^(?<head>[A-Z]+-)(?<digits>\d{${DIGITS_OF_NUMBER}})$`);

/** Whether a number of the series, up to its last one, may contain the text. Pure. */
export function mayBeInNumber(text: string, last: string): boolean {
  const { head, digits } = NUMBER.exec(last)?.groups ?? {};
  // Letters beyond ASCII are compared by `ilike` as the database was set up.
  if (head === undefined || digits === undefined || /[^\x20-\x7e]/.test(text)) return true;
  const lastAt = head.length + DIGITS_OF_NUMBER - text.length;
  return Array.from({ length: Math.max(0, lastAt + 1) }, (_, at) => at).some((at) => {
    const inHead = text.slice(0, Math.max(0, head.length - at));
    const rest = text.slice(inHead.length);
    if (!head.startsWith(inHead.toUpperCase(), at) || !/^\d*$/.test(rest)) return false;
    // The smallest number with these digits at this place.
    const before = Math.max(0, at - head.length);
    return '0'.repeat(before).concat(rest).padEnd(DIGITS_OF_NUMBER, '0') <= digits;
  });
}

/**
 * Whether numbers of the table are looked through for the text: not where none can contain it, which the first and the last of them tell. They
 * are of one series, given by `takeNumber`.
 */
export async function mayBeInNumbers(
  db: TenantDb,
  table: 'orders' | 'purchase_orders' | 'supplier_invoices',
  search: string,
): Promise<boolean> {
  if (!mayBePartOfCode(search)) return false;
  const end = (direction: 'asc' | 'desc') => sql`
    (select number from ${sql.table(table)} where tenant_id = ${db.tenant.id} order by number ${sql.raw(direction)} limit 1)`;
  const { first, last } = await sqlRow<{ first: string | null; last: string | null }>(db)`
    select ${end('asc')} as first, ${end('desc')} as last`;
  if (first === null || last === null) return false;
  const [series, ofLast] = [first, last].map((number) => NUMBER.exec(number)?.groups?.['head']);
  return series === undefined || series !== ofLast || mayBeInNumber(search, last);
}
