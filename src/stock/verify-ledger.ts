// Recomputes from the ledger whatever is derived from it, and names every difference: one line per check and stream.
import { sql } from 'kysely';
import { sqlRows, type Sql } from '../platform/sql.ts';
import { MAX, NIL } from 'uuid';
import type { TenantDb } from '../tenancy/index.ts';
import { COUNTED, COUNTERS, ofMovementType } from './counters.ts';
import { SOURCE_TYPES } from './source-type.ts';

export interface LedgerProblem {
  check: string;
  itemId: string | null;
  locationId: string | null;
  detail: string;
}

/** `at`: the row whose item and place it is about, if it is about any. */
export function problem(check: string, detail: string, at?: { item_id: string; location_id?: string }): LedgerProblem {
  return { check, itemId: at?.item_id ?? null, locationId: at?.location_id ?? null, detail };
}

/** The database does the counting, a range of items at a time; what reaches this process is one row per stream. */
export async function verifyLedger(db: TenantDb): Promise<{ logs: number; problems: LedgerProblem[] }> {
  let logs = 0;
  const problems: LedgerProblem[] = [];
  for await (const range of itemRanges(db)) {
    const streams = await verifyStreams(db, sql`item_id > ${range.after} and item_id <= ${range.upTo}`);
    logs += streams.reduce((sum, stream) => sum + stream.logs, 0);
    problems.push(...(await problemsOf(db, streams)));
  }
  problems.push(...(await verifyLots(db)));
  return { logs, problems };
}

/** The same for a few items, without their lots. */
export async function verifyItems(db: TenantDb, itemIds: readonly string[]): Promise<LedgerProblem[]> {
  return problemsOf(db, await verifyStreams(db, sql`item_id = any(${itemIds}::uuid[])`));
}

/** Items by id, from (exclusive) to (inclusive). Together the ranges cover every id, also of rows that should not be there. */
export interface ItemRange {
  after: string;
  upTo: string;
}

const ITEMS_PER_RANGE = 100;

export async function* itemRanges(db: TenantDb): AsyncGenerator<ItemRange> {
  let after: string = NIL;
  while (after !== MAX) {
    const { rows } = await sql<{ item_id: string }>`
      select item_id from stock_levels
      where tenant_id = ${db.tenant.id} and item_id > ${after}
      group by item_id order by item_id offset ${ITEMS_PER_RANGE - 1} limit 1`.execute(db);
    const upTo = rows[0]?.item_id ?? MAX;
    yield { after, upTo };
    after = upTo;
  }
}

/** Errors of a row, in terms of itself, the row before it, and `place`: its number in the order of time. */
const ROW_CHECKS = [
  {
    check: 'chain',
    fails: 'new_quantity <> before + quantity_change',
    detail: 'new_quantity is not the previous one plus the change',
  },
  { check: 'seq', fails: 'seq <> place', detail: 'seq does not count the rows in the order of time' },
  {
    check: 'type_seq',
    fails: 'type_seq <> type_place',
    detail: 'type_seq does not count the rows of its type in the order of time',
  },
  {
    check: 'occurred_at',
    fails: 'occurred_at <= at_before',
    detail: 'occurred_at is not after that of the row before',
  },
  { check: 'day', fails: 'day <> local_day', detail: "day is not the tenant's calendar day of occurred_at" },
  {
    check: 'opens_day',
    fails: 'opens_day <> (day is distinct from day_before)',
    detail: "opens_day does not mark the day's first row",
  },
  {
    check: 'movement_type',
    fails: 'movement_type <> type_of_source',
    detail: 'movement_type does not follow from source_type',
  },
];

interface Stream {
  item_id: string;
  location_id: string;
  logs: number;
  /** Per check that fails: how many rows, and the first one's place. */
  broken: Record<string, { rows: number; first: number } | undefined>;
  has_level: boolean;
  /** Per column of the level that differs: what it holds and what it should. */
  level: Record<string, { is: string; should: string }>;
}

async function verifyStreams(db: TenantDb, items: Sql): Promise<Stream[]> {
  const inRange = sql`tenant_id = ${db.tenant.id} and ${items}`;
  return sqlRows<Stream>(db)`
    with placed as (
      select item_id, location_id, seq, type_seq, movement_type, occurred_at, day, opens_day, quantity_change, new_quantity,
        row_number() over stream as place,
        coalesce(lag(new_quantity) over stream, 0) as before,
        lag(occurred_at) over stream as at_before,
        lag(day) over stream as day_before,
        (occurred_at at time zone ${db.tenant.timeZone})::date as local_day,
        ${typeOfSource()} as type_of_source,
        ${ofMovementType((_, type) => `count(*) filter (where movement_type = '${type}') over stream`)} as type_place
      from inventory_logs
      where ${inRange}
      window stream as (partition by item_id, location_id order by occurred_at rows unbounded preceding)
    ), ledger as (
      select item_id, location_id, ${LEDGER_SUMS}, ${brokenRows()} as broken from placed group by 1, 2
    ), ${promisedAndLevel(inRange)}
    select item_id, location_id, coalesce(ledger.logs, 0) as logs, coalesce(ledger.broken, '{}') as broken,
      level.tenant_id is not null as has_level,
      ${differences()} as level
    from ${LEVEL_SOURCES}`;
}

/** Movement type of a row of the ledger, by its source type. */
export function typeOfSource(): Sql {
  const cases = Object.values(SOURCE_TYPES).map((source) => sql`when ${source.code}::int then ${source.movementType}`);
  return sql`(case source_type ${sql.join(cases, sql` `)} else 'OTHER' end)::movement_type`;
}

/** `{"seq": {"rows": 3, "first": 17}}`: how many rows break each rule, and the place of the first of them. */
function brokenRows(): Sql {
  const pairs = ROW_CHECKS.map(({ check, fails }) => {
    const broken = `filter (where ${fails})`;
    return `'${check}', case when count(*) ${broken} > 0
      then jsonb_build_object('rows', count(*) ${broken}, 'first', min(place) ${broken}) end`;
  });
  return sql.raw(`jsonb_strip_nulls(jsonb_build_object(${pairs.join(', ')}))`);
}

/** Sums of rows of the ledger, of which a level's columns follow. */
export const LEDGER_SUMS = sql`count(*) as logs, sum(quantity_change) as on_hand, max(occurred_at) as last_at, ${COUNTED}`;

/** The CTEs `promised` and `level`, beside a `ledger` with its sums. */
export function promisedAndLevel(inRange: Sql): Sql {
  return sql`promised as (
      select item_id, location_id, sum(quantity) as reserved from stock_reservations
      where ${inRange} and status = 'ACTIVE' group by item_id, location_id
    ), level as (
      select * from stock_levels where ${inRange}
    )`;
}

export const LEVEL_SOURCES = sql`ledger full join promised using (item_id, location_id) full join level using (item_id, location_id)`;

/** Expected value of each column of a level. */
export const LEVEL_COLUMNS = [
  { column: 'on_hand', should: 'coalesce(ledger.on_hand, 0)' },
  { column: 'reserved', should: 'coalesce(promised.reserved, 0)' },
  { column: 'last_seq', should: 'coalesce(ledger.logs, 0)' },
  { column: 'last_at', should: 'ledger.last_at' },
  ...COUNTERS.map(({ column }) => ({ column, should: `coalesce(ledger.${column}, 0)` })),
];

/** `{"on_hand": {"is": "4", "should": "5"}}`: each column of the level that differs. */
function differences(): Sql {
  const pairs = LEVEL_COLUMNS.map(({ column, should }) => {
    const is = `level.${column}`;
    return `'${column}', case when ${is} is distinct from ${should} then
      jsonb_build_object('is', coalesce(${is}::text, 'nothing'), 'should', coalesce((${should})::text, 'nothing')) end`;
  });
  return sql.raw(`jsonb_strip_nulls(jsonb_build_object(${pairs.join(', ')}))`);
}

async function problemsOf(db: TenantDb, streams: readonly Stream[]): Promise<LedgerProblem[]> {
  const problems: LedgerProblem[] = [];
  for (const stream of streams) {
    const where = { itemId: stream.item_id, locationId: stream.location_id };
    for (const { check, detail } of ROW_CHECKS) {
      const found = stream.broken[check];
      if (!found) continue;
      const first = `the first is number ${found.first}, ${await idOfRow(db, stream, found.first)}`;
      problems.push({ check, ...where, detail: `${detail}: ${found.rows} of ${stream.logs} rows, ${first}` });
    }
    problems.push(...differencesOf(stream).map((detail) => ({ check: 'level', ...where, detail })));
  }
  return problems;
}

function differencesOf(stream: Stream): string[] {
  if (!stream.has_level) return ['there is no level'];
  return Object.entries(stream.level).map(([column, { is, should }]) => `${column} is ${is} and should be ${should}`);
}

/** Id of the row at a place of a stream, in the order of time. */
async function idOfRow(db: TenantDb, stream: Stream, place: number): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from inventory_logs
    where tenant_id = ${db.tenant.id} and item_id = ${stream.item_id} and location_id = ${stream.location_id}
    order by occurred_at offset ${place - 1} limit 1`.execute(db);
  return rows[0]?.id ?? 'which is gone meanwhile';
}

/** The quantity of a lot is its receipts plus its movements; one query, since a lot's movements are not in order. */
async function verifyLots(db: TenantDb): Promise<LedgerProblem[]> {
  const { rows } = await sql<{ item_id: string; location_id: string; lots: number; first: string }>`
    select lot.item_id, lot.location_id, count(*) as lots, min(lot.lot_number) as first
    from inventory_lots lot
    left join (
      select lot_id, sum(quantity_change) as change from lot_movements where tenant_id = ${db.tenant.id} group by lot_id
    ) moved on moved.lot_id = lot.id
    where lot.tenant_id = ${db.tenant.id}
      and lot.quantity_remaining <> lot.quantity_received + coalesce(moved.change, 0)
    group by lot.item_id, lot.location_id`.execute(db);
  return rows.map((row) => {
    const detail = `quantity_remaining of ${row.lots} lots is not what was received and moved, the first is ${row.first}`;
    return problem('lots', detail, row);
  });
}
