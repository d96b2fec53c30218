// Lists: the order in which their records come, and the page that begins where the one before ended.
import { sql } from 'kysely';
import { sqlRows, type Sql } from '../platform/sql.ts';
import { readCursor, writeCursor } from '../platform/cursor.ts';
import { badInput } from '../platform/errors.ts';
import { isUuid } from '../platform/uuid.ts';
import type { TenantDb } from './in-tenant.ts';

export type Direction = 'ASC' | 'DESC';
/** Part of a list. */
export interface Slice {
  limit: number;
  offset: number;
}

/** Arguments of every list; a list of `Field`s can be ordered by them. */
export interface PageAsked<Field extends string = string> extends Slice {
  /** In place of `limit`. */
  first?: number | null | undefined;
  after?: string | null | undefined;
  orderBy?: { field: Field; direction: Direction } | null | undefined;
  updatedSince?: Date | null | undefined;
  search?: string | null | undefined;
}

/** By type, how a value stands in a cursor, and which texts are one. */
const KEYS = {
  text: { textOf: (by: Sql) => sql`${by}::text`, isKey: (text: string) => text.isWellFormed() && !text.includes('\0') },
  uuid: { textOf: (by: Sql) => sql`${by}::text`, isKey: isUuid },
  int: { textOf: (by: Sql) => sql`${by}::text`, isKey: (text: string) => /^-?\d$/.test(text) },
  bigint: { textOf: (by: Sql) => sql`${by}::text`, isKey: (text: string) => /^-?\d{1,16}$/.test(text) },
  numeric: { textOf: (by: Sql) => sql`${by}::text`, isKey: (text: string) => /^-?\d+(\.\d+)?$/.test(text) },
  date: { textOf: (by: Sql) => sql`${by}::text`, isKey: (text: string) => isInstant(`${text}T00:00:00`) },
  timestamptz: {
    // To the microsecond, which a Date does not hold.
    textOf: (by: Sql) => sql`to_char(${by} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    isKey: (text: string) => /\.\d{6}Z$/.test(text) && isInstant(text),
  },
} satisfies Record<string, { textOf: (by: Sql) => Sql; isKey: (text: string) => boolean }>;

function isInstant(text: string): boolean {
  const [seconds] = text.split('.');
  const at = new Date(`${seconds}Z`);
  // A Date takes the 30th of February for the 2nd of March.
  return text[0] !== '-' && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(seconds!);
}

export interface Key {
  by: Sql;
  type: keyof typeof KEYS;
  /** The minute of it, which an index has in its place; the order is the same. */
  minute?: Sql;
  /** Joins the table that has it, along whose order the list is read then. */
  joins?: Sql;
  /** Rows that have it, under a name, and how a record is found to be of one: of each no more is read than a page needs. */
  along?: { each: Sql; isOf: Sql };
  /** Keys behind it, in place of those of the list. */
  tie?: readonly Key[];
  /** An amount of the table's rows: a column, which an index has as it stands, or computed of columns. */
  amount?: 'column' | 'computed';
  /** Stands in another table than the keys behind it. */
  isJoined?: true;
}

/** When a row that is changed often was last changed. */
export function changedOften(table: string): Key {
  const [by, minute] = ['updated_at', 'changed_minute'].map((column) => sql.ref(`${table}.${column}`));
  return { by: by!, minute: minute!, type: 'timestamptz' };
}

/** An instant of the table's rows. */
export const inTime = (column: string): Key => ({ by: sql.ref(column), type: 'timestamptz' });

const minuteOf = (at: Sql): Sql => sql`date_bin('1 minute', ${at}, 'epoch')`;

/** A list as SQL: each of its keys but the last may be the same in several records. */
export interface Listing<Field extends string> {
  name: string;
  columns: Sql;
  from: Sql;
  /** The table alone that has the keys, where nothing is asked of what is joined to it: what is only counted needs no more. */
  own?: Sql | false;
  /** Joins to it the rest of `from`: of a long way along another table only the rows of the page are joined. */
  beside?: Sql;
  /** Joined by `and`; what is not asked for is left out. */
  where: readonly (Sql | false | null | undefined)[];
  /** Conditions of which each record meets one at most: each is read along an index of its own, and the pages are merged. */
  oneOf?: readonly Sql[] | undefined;
  orders: Readonly<Record<Field, Key>>;
  /** Default order. */
  usual: [Field, Direction];
  /** By what `updatedSince` is judged, and then ordered. */
  changed: Field;
  tie?: Key | readonly Key[];
  /** No index has its orders, so to find a page by its keys would read all of it twice. */
  isComputed?: true;
  /** How closely a record is what is searched; the closest come first, in either direction. */
  closeness?: Sql | false | null;
  /** In place of it a condition on the few that come first, whatever matches: these are read by themselves, and the others in their order. */
  closest?: Sql | undefined;
}

export interface ListPage<T> {
  records: T[];
  pageInfo: { endCursor: string | null; hasNextPage: boolean };
  /** Keys of one of the records, and the cursor of a record with such keys. */
  keysOf(record: T): readonly string[];
  cursorAt(keys: readonly string[]): string;
  /** `from … where …` of all that matches, for questions about it. */
  matching: Sql;
  /** Condition on the records before those whose first key begins so; null where that is no text, or the closest come first. */
  before(text: string): Sql | null;
}

/** Closeness of records of which none is what is searched: a cursor has one, as where some may be. */
export const NOT_CLOSE: Sql = sql`0::int`;

/** From here on a page is found by its keys before it is read. */
const DEEP = 200;

const ID: Key = { by: sql`id`, type: 'uuid' };

/** Along an index on tenant, order and tie a page reads as much in the middle of a list as at its beginning. */
export async function pageOf<T, Field extends string = string>(
  db: TenantDb,
  query: PageAsked<Field>,
  list: Listing<Field>,
): Promise<ListPage<T>> {
  const { limit, first, offset, after, updatedSince, search } = query;
  const usual: [Field, Direction] = updatedSince ? [list.changed, 'ASC'] : list.usual;
  const { field, direction } = query.orderBy ?? { field: usual[0], direction: usual[1] };
  const isDown = direction === 'DESC';
  const { along, tie } = list.orders[field];
  const joins = along ? sql`join ${along.each} on ${along.isOf}` : list.orders[field].joins;
  const keys = [list.orders[field], ...[tie ?? list.tie ?? ID].flat()];
  const { closest } = list;
  const closeness = closest ? sql`(${closest})::int` : list.closeness;
  if (closeness) keys.unshift({ by: isDown ? sql`(${closeness})` : sql`(-(${closeness}))`, type: 'int' });
  const scope = [list.name, field, direction, search?.trim() ?? ''].join(' ');
  const changed = list.orders[list.changed];
  const since = updatedSince && [
    sql`${changed.by} >= ${updatedSince}`,
    changed.minute && sql`${changed.minute} >= ${minuteOf(sql`${updatedSince}::timestamptz`)}`,
  ];
  const size = first ?? limit;
  const conditions = [...list.where, ...(since || [])].filter((condition) => condition);
  const where = (also: readonly Sql[], from = list.from) =>
    sql`from ${from} ${joins ?? sql``} where ${sql.join([...conditions, ...also], sql` and `)}`;
  const ordered = (bys: readonly Sql[]) => sql`order by ${sql.join(bys.map((by) => sql`${by} ${sql.raw(direction)}`))}`;
  const keyColumns = (of: readonly Key[]) =>
    sql`array[${sql.join(of.map(({ by, type }) => KEYS[type].textOf(by)))}] as keys_of_list`;
  const oneOf = list.oneOf ?? [];
  const anyOf = oneOf.length > 0 ? [sql`(${sql.join(oneOf, sql` or `)})`] : [];
  const matching = where(anyOf, list.own || list.from);
  const isDeep = after == null && offset >= DEEP && !list.isComputed;
  // Skipped rows are counted by their keys alone; the page is read behind the last of them.
  const passed = isDeep
    ? await sql<{ keys_of_list: string[] }>`
        select ${keyColumns(keys)} ${matching} ${ordered(bysOf(keys))} limit 1 offset ${offset - 1}`.execute(db)
    : undefined;
  const place = passed ? passed.rows[0]?.keys_of_list : after == null ? undefined : placeOf(after, offset, scope, keys);
  const skipped = isDeep ? 0 : offset;
  const begins = place ? [isAfter(keys, isDown, place)] : isDeep ? [sql`false`] : [];
  const last = sql`limit ${size + 1} offset ${skipped}`;
  const inOrder = ordered(bysOf(keys));
  const eachOf = ({ each, isOf }: NonNullable<Key['along']>, own: Sql, of: readonly Sql[], ends: Sql): Sql => {
    const behind = keys.slice(1);
    const first = keys[0]!.by;
    const part = (ofEach: Sql, also: readonly Sql[]) => sql`(
      select ${own}.*, ${first} from ${each} cross join lateral (
        select ${own}.* from ${own} where ${sql.join([...conditions, ...of, isOf, ...also], sql` and `)}
        ${ordered(bysOf(behind))} limit ${skipped + size + 1}
      ) as ${own} where ${ofEach} ${inOrder} ${ends})`;
    if (!place) return sql`${part(sql`true`, begins)} as ${own}`;
    // The one in which the page before ended is read from there, each behind it from its beginning.
    const at = sql`${place[0]!}::${sql.raw(keys[0]!.type)}`;
    return sql`(
      select * from (
        ${part(sql`${first} = ${at}`, [isAfter(behind, isDown, place.slice(1))])} union all
        ${part(sql`${first} ${sql.raw(isDown ? '<' : '>')} ${at}`, [])}) as ${own} ${inOrder} ${ends}) as ${own}`;
  };
  const page = ({ of, keys: own, begins: after }: Part, ends: Sql) => sql`
    select ${list.columns}, ${sql.join(own.map(({ by }, at) => sql`${by} as ${keyAt(at)}`))},
      ${keyColumns(own)}
    ${
      along && list.own && list.beside && !closeness
        ? sql`from ${eachOf(along, list.own, of, ends)} ${list.beside} ${inOrder}`
        : joins && list.own && list.beside && !closeness
          ? sql`from (select ${list.own}.*, ${keys[0]!.by} ${where([...of, ...begins], list.own)} ${inOrder} ${ends}) as ${list.own} ${list.beside} ${inOrder}`
          : sql`${where([...of, ...after])} ${ordered(bysOf(own))} ${ends}`
    }`;
  const parts = (oneOf.length > 1 ? oneOf.map((one) => [one]) : [oneOf]).flatMap((of): Part[] =>
    closest ? closestApart({ of, keys, begins }, closest, isDown, place) : [{ of, keys, begins }],
  );
  const merged = sql`
    select * from (${sql.join(
      parts.map((part) => sql`(${page(part, sql`limit ${skipped + size + 1}`)})`),
      sql` union all `,
    )}) as merged ${ordered(keys.map((_, at) => keyAt(at)))} ${last}`;
  type Row = T & { keys_of_list: string[] };
  const read = (of: readonly Sql[]) => sqlRows<Row>(db)`${page({ of, keys, begins }, last)}`;
  const next = place && oneOf.length <= 1 && (await nextByAmount(db, list, keys, isDown, place, size));
  let rows = next ? await read([...oneOf, sql`${keys[1]!.by} = any (${next.ids}::uuid[])`]) : undefined;
  // A filter may have left too few of those that are next.
  if (!rows || (next && !next.areAll && rows.length <= size))
    rows = parts.length > 1 ? await sqlRows<Row>(db)`${merged}` : await read(oneOf);
  const cursorAt = (at: readonly string[]): string => writeCursor([scope, ...at]);
  return {
    ...firstOf(rows, size, ({ keys_of_list: at }) => cursorAt(at)),
    keysOf: (record) => (record as (typeof rows)[number]).keys_of_list,
    cursorAt,
    matching,
    before: (text) =>
      keys[0]!.type === 'text'
        ? sql`${matching} and ${keys[0]!.by} ${sql.raw(isDown ? '>' : '<')} ${isDown ? `${text}\uffff` : text}`
        : null,
  };
}

/** Records that are read along an order of their own, behind a place in the list. */
interface Part {
  of: readonly Sql[];
  keys: readonly Key[];
  begins: readonly Sql[];
}

/** The closest, and the others: of each part the closeness is known, so it is read along the index of the other keys. */
function closestApart(
  { of, keys, begins }: Part,
  closest: Sql,
  isDown: boolean,
  place: readonly string[] | undefined,
): Part[] {
  return [1, 0].map((rank) => {
    const closeness = isDown ? rank : -rank;
    const [, ...behind] = keys;
    const before = place ? Number(place[0]) - closeness : 0;
    return {
      of: [...of, rank === 1 ? closest : sql`not (${closest})`],
      keys: [{ by: sql`${sql.lit(closeness)}::int`, type: 'int' }, ...behind],
      // A page that ended among the closest has all others behind it, and one among the others none of the closest.
      begins: !place
        ? begins
        : before === 0
          ? [isAfter(behind, isDown, place.slice(1))]
          : before > 0 === isDown
            ? []
            : [sql`false`],
    };
  });
}

/** Next ones that a filter may leave out, and where nothing is asked for. */
const SLACK = 10;
const LITTLE_SLACK = 2;
/** So many records tell whether those behind a place have the same amount. */
const FIRST_LOOK = 12;

interface Next {
  ids: string[];
  areAll: boolean;
}

/**
 * Ids of the records behind a place in the order of an amount, which is no bound of an index under row-level security (record 84): those before it are
 * read in the index alone, a hundred on a page of it, and not in the table.
 */
async function nextByAmount(
  db: TenantDb,
  { own, from, where, oneOf = [] }: Pick<Listing<string>, 'own' | 'from' | 'where' | 'oneOf'>,
  keys: readonly Key[],
  isDown: boolean,
  place: readonly string[],
  size: number,
): Promise<Next | undefined> {
  const ofTenant = where[0];
  if (keys.length !== 2 || !keys[0]!.amount || !ofTenant) return undefined;
  const isFiltered = [...where, ...oneOf].filter((one) => one).length > 2;
  const most = size + 1 + (isFiltered ? SLACK : LITTLE_SLACK);
  const same = own !== false && (await nextOfSame(db, { own: own ?? from, ofTenant }, keys, isDown, place, most));
  if (same || keys[0]!.amount === 'computed') return same || undefined;
  const rows = await sqlRows<{ id: string }>(db)`
    select ${keys[1]!.by} as id from ${own || from} where ${ofTenant} and ${isAfter(keys, isDown, place)}
    order by ${sql.join(keys.map(({ by }) => sql`${by} ${sql.raw(isDown ? 'desc' : 'asc')}`))} limit ${sql.lit(most)}`;
  return { ids: rows.map(({ id }) => id), areAll: rows.length < most };
}

/**
 * The same where most have one amount, as paid invoices have no balance: those behind the place come by their ids, along the primary key. Undefined
 * where fewer than half of them have it, or fewer than are asked for.
 */
async function nextOfSame(
  db: TenantDb,
  { own, ofTenant }: { own: Sql; ofTenant: Sql },
  [amount, id]: readonly Key[],
  isDown: boolean,
  place: readonly string[],
  most: number,
): Promise<Next | undefined> {
  for (const looked of [FIRST_LOOK, 2 * most]) {
    const { rows } = await sql<{ id: string; is_same: boolean }>`
      select ${id!.by} as id, ${amount!.by} = ${place[0]!}::numeric as is_same from ${own}
      where ${ofTenant} and ${id!.by} ${sql.raw(isDown ? '<' : '>')} ${place[1]!}::uuid
      order by ${id!.by} ${sql.raw(isDown ? 'desc' : 'asc')} limit ${sql.lit(looked)}`.execute(db);
    const ids = rows.filter(({ is_same: isSame }) => isSame).map((one) => one.id);
    if (ids.length >= most) return { ids: ids.slice(0, most), areAll: false };
    if (2 * ids.length < looked) return undefined;
  }
  return undefined;
}

/** The first `size` of what was read. */
function firstOf<T>(
  rows: readonly T[],
  size: number,
  cursorOf: (row: T) => string,
): Pick<ListPage<T>, 'records' | 'pageInfo'> {
  const records = rows.slice(0, size);
  const end = records.at(-1);
  return { records, pageInfo: { endCursor: end ? cursorOf(end) : null, hasNextPage: rows.length > size } };
}

/** One page of several lists under one name, each read to the same size, whose keys are an instant and an id: as texts they have the same order. */
export function mergedPage<T>(pages: readonly ListPage<T>[], size: number, direction: Direction): ListPage<T> {
  const sign = direction === 'DESC' ? -1 : 1;
  const keysOf = new Map(pages.flatMap((page) => page.records.map((record) => [record, page.keysOf(record)] as const)));
  const rank = (record: T): string => keysOf.get(record)!.join(' ');
  const sorted = [...keysOf.keys()].toSorted((one, other) => (rank(one) < rank(other) ? -sign : sign));
  const cursorAt = (at: readonly string[]): string => pages[0]!.cursorAt(at);
  const { records, pageInfo } = firstOf(sorted, size, (record) => cursorAt(keysOf.get(record)!));
  return {
    records,
    pageInfo: { ...pageInfo, hasNextPage: pageInfo.hasNextPage || pages.some((page) => page.pageInfo.hasNextPage) },
    keysOf: (record) => keysOf.get(record)!,
    cursorAt,
    matching: sql`from (${sql.join(
      pages.map(({ matching }) => sql`select 1 ${matching}`),
      sql` union all `,
    )}) as merged`,
    before: () => null,
  };
}

function keyAt(place: number): Sql {
  return sql.ref(`key_${place}_of_list`);
}

function bysOf(keys: readonly Key[]): Sql[] {
  return keys.flatMap(({ by, minute }) => (minute ? [minute, by] : [by]));
}

function isAfter(keys: readonly Key[], isDown: boolean, place: readonly string[]): Sql {
  const values = place.flatMap((text, at) => {
    const value = sql`${text}::${sql.raw(keys[at]!.type)}`;
    return keys[at]!.minute ? [minuteOf(value), value] : [value];
  });
  // A comparison over two tables alone gives the planner no place to begin at.
  const begins = keys.some(({ joins, along, isJoined }) => joins ?? along ?? isJoined)
    ? keys.slice(0, 1).map(({ by }) => sql`${by} ${sql.raw(isDown ? '<=' : '>=')} ${values[0]!} and`)
    : [];
  return sql`${sql.join(begins)} (${sql.join(bysOf(keys))}) ${sql.raw(isDown ? '<' : '>')} (${sql.join(values)})`;
}

/** The keys of the record that a cursor of this list, order and search names. */
function placeOf(after: string, offset: number, scope: string, keys: readonly Key[]): string[] {
  if (offset > 0) throw badInput('{field} cannot be combined with offset', { field: 'after' });
  const [of, ...place] = readCursor(after, keys.length + 1);
  if (of !== scope || !place.every((text, at) => KEYS[keys[at]!.type].isKey(text)))
    throw badInput('{field} must be a cursor of this list, with the same order and search', { field: 'after' });
  return place;
}

export async function countOf(db: TenantDb, { matching }: Pick<ListPage<unknown>, 'matching'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${matching}`.execute(db);
  return rows[0]!.count;
}

/** How many records come before the first that begins so. */
export async function countBefore(
  db: TenantDb,
  page: Pick<ListPage<unknown>, 'before'>,
  text: string,
): Promise<number | null> {
  const matching = page.before(text);
  return matching && countOf(db, { matching });
}

/** Days of the tenant, both of them included. */
export interface DaysAsked {
  from?: string | null | undefined;
  to?: string | null | undefined;
}

export function onDays(
  { tenant: { timeZone } }: TenantDb,
  at: Sql,
  { from, to }: DaysAsked,
): (Sql | null | undefined)[] {
  return [
    from && sql`${at} >= (${from}::date::timestamp at time zone ${timeZone})`,
    to && sql`${at} < ((${to}::date + 1)::timestamp at time zone ${timeZone})`,
  ].map((condition) => condition || null);
}
