// The movements of an item, newest first, a page at a time.
import { sql } from 'kysely';
import type { Decimal } from '../platform/decimal.ts';
import { listInJson, rowsInJson, type Chosen } from '../platform/rows-in-json.ts';
import { keptStatements, prepared, type Slots, type Sql } from '../platform/sql.ts';
import { MOVEMENT_TYPES } from '../stock/index.ts';
import type { MovementType } from '../stock/tables.ts';
import type { Tenant, TenantDb, Slice } from '../tenancy/index.ts';
import { NEAR_ENOUGH, pageStart, type LaneAccess } from './page-start.ts';
import { firstRowOrNotFound, ofSubject, subjectOf, type OfTenant, type Subject, type SubjectGiven } from './subject.ts';

export interface MovementsPage {
  records: ItemMovement[];
  totalCount: number;
}

export interface ItemMovement {
  id: string;
  movementType: MovementType;
  referenceNumber: string | null;
  sourceType: number | null;
  sourceId: string | null;
  counterpartyName: string | null;
  quantityChange: Decimal;
  balanceAfter: Decimal;
  /** Average cost of one unit now; null while the item has no cost. */
  unitValue: Decimal | null;
  /** The goods that moved at that cost, whichever way they went. */
  totalValue: Decimal | null;
  createdBy: string;
  occurredAt: Date;
  description: string | null;
  locationId: string;
}

export interface MovementsAsked extends Subject, Slice {
  /** All when there are none given; none when the list is empty. */
  types?: readonly MovementType[] | null | undefined;
}

/** Choices that decide the text of the statement. */
interface Shape {
  atLocation: boolean;
  ofTypes: boolean;
  /** The page lies so near that all before it is read and dropped. */
  isNear: boolean;
}

interface Values extends Slice {
  tenantId: string;
  itemId: string;
  locationId: string | null;
  types: readonly MovementType[];
}

/** Without an id it says no more than the count. */
interface Row extends Omit<ItemMovement, 'id'> {
  location_known: boolean;
  total_count: number;
  id: string | null;
}

const inRows = keptStatements<Shape, Values, Row>(
  (shape, values) => sql`
    ${prepared} with recursive ${pageOf(shape, values)}
    select subject.location_known, total.count as total_count,
      ${sql.join(Object.entries(fieldsOf(values)).map(([name, value]) => sql`${value} as ${sql.id(name)}`))}
    from ${subjectAndTotal(shape, values)}
    left join page on true
    ${NEWEST_FIRST}`,
);

export async function itemMovements(db: TenantDb, query: MovementsAsked): Promise<MovementsPage> {
  const { rows } = await db.executeQuery(inRows(...read(db.tenant, query)).compile(db));
  return {
    totalCount: firstRowOrNotFound(rows).total_count,
    records: rows.filter(({ id }) => id !== null) as ItemMovement[],
  };
}

/** The statement that answers the same page as JSON text. */
export function itemMovementsInJson(chosen: readonly Chosen[]) {
  const inJson = keptStatements<Shape, Values, { location_known: boolean; json: string }>((shape, values) => {
    const page = rowsInJson(chosen, {
      __typename: sql.lit('ItemMovementPage'),
      totalCount: sql`total.count`,
      records: (within) =>
        listInJson(
          within,
          { __typename: sql.lit('ItemMovement'), ...fieldsOf(values) },
          sql`from page ${NEWEST_FIRST}`,
        ),
    });
    return sql`
      ${prepared} with recursive ${pageOf(shape, values)}
      select subject.location_known, (${page})::text as json
      from ${subjectAndTotal(shape, values)}`;
  });
  return (tenant: Tenant, query: MovementsAsked) => inJson(...read(tenant, query));
}

function read({ id: tenantId }: Tenant, { itemId, locationId = null, types, limit, offset }: MovementsAsked) {
  // All types are the streams themselves, which are fewer lanes.
  const ofTypes = types != null && MOVEMENT_TYPES.some((type) => !types.includes(type));
  const shape: Shape = { atLocation: Boolean(locationId), ofTypes, isNear: offset <= NEAR_ENOUGH };
  const values: Values = { tenantId, itemId, locationId, types: types ?? [], limit, offset };
  return [shape, values] as const;
}

/**
 * Within a stream time order is the ledger's own order, since `occurred_at` strictly increases along it; streams of several
 * locations are merged by it. Each stream, or each of its types asked for, is a lane that is read along its index. The lanes are
 * merged by the index alone; of the rows themselves no more are read than the page shows.
 *
 * For instance the second page of five of an item at locations A and B, which have 100 and 20 movements: `lane` has two rows;
 * `place` reads the ten newest instants of each lane, merges the twenty and keeps the sixth to the tenth, say four of A and one of
 * B; `stretch` notes the oldest of the four and of the one; `page` reads four rows of A and one of B from there on.
 */
function pageOf(shape: Shape, values: Slots<Values>): Sql {
  const lanes = shape.ofTypes ? lanesOfTypes(shape, values) : lanesOfStreams(shape, values);
  const { limit, offset } = values;
  const start = shape.isNear
    ? sql`start as (select 'infinity'::timestamptz as at, ${offset}::bigint as skip)`
    : pageStart(lanes, offset);
  return sql`
    lane as (${lanes.read}), ${start}, place as (
      select lane.*, log.occurred_at
      from start
      cross join lane
      cross join lateral (
        select log.occurred_at
        from inventory_logs log
        ${lanes.newestUpTo(sql`start.at`)}
        limit ${shape.isNear ? sql`${offset}::bigint` : sql.lit(NEAR_ENOUGH)} + ${limit}::bigint
      ) log
      order by log.occurred_at desc, lane.location_id
      limit ${limit} offset (select skip from start)
    ), stretch as (
      -- What of a lane is on the page lies together in it.
      select location_id, movement_type, min(occurred_at) as oldest, count(*) as shown
      from place
      group by location_id, movement_type
    ), page as (
      select log.*
      from stretch as lane
      cross join lateral (
        -- The inner limit is the one that the planner knows, the outer one ends the reading.
        select *
        from (
          select *
          from inventory_logs log
          ${lanes.oldestFrom(sql`lane.oldest`)}
          limit ${limit}
        ) log
        limit lane.shown
      ) log
      limit ${limit}
    )`;
}

const NEWEST_FIRST = sql`order by page.occurred_at desc, page.location_id`;

function subjectAndTotal(shape: Shape, values: Slots<Values>): Sql {
  return sql`(${subjectOf(...ofGiven(shape, values))}) subject
    cross join (select coalesce(sum(length), 0)::bigint as count from lane) total`;
}

function fieldsOf({ tenantId }: Slots<Values>) {
  const nameOf = (table: string) =>
    sql`(select name from ${sql.table(table)} where tenant_id = ${tenantId} and id = page.counterparty_id)`;
  return {
    id: sql`page.id`,
    movementType: sql`page.movement_type`,
    referenceNumber: sql`page.reference_number`,
    sourceType: sql`page.source_type`,
    sourceId: sql`page.source_id`,
    counterpartyName: sql`case when page.movement_type = 'COMPRA' then ${nameOf('suppliers')} else ${nameOf('clients')} end`,
    quantityChange: sql`page.quantity_change`,
    balanceAfter: sql`page.new_quantity`,
    unitValue: sql`subject.average_cost`,
    totalValue: sql`subject.average_cost * abs(page.quantity_change)`,
    createdBy: sql`page.created_by`,
    occurredAt: sql`page.occurred_at`,
    description: sql`page.description`,
    locationId: sql`page.location_id`,
  } satisfies Record<keyof ItemMovement, Sql>;
}

function ofGiven({ atLocation }: Shape, { tenantId, itemId, locationId }: Slots<Values>): [OfTenant, SubjectGiven] {
  return [{ tenant: { id: tenantId } }, { itemId, ...(atLocation ? { locationId } : {}) }];
}

interface Lanes extends LaneAccess {
  /** A row for each lane, with the number and the newest instant of its movements. */
  read: Sql;
}

function lanesOfStreams(shape: Shape, values: Slots<Values>): Lanes {
  const stream = ofStream(values);
  return {
    read: sql`
      select location_id, null as movement_type, last_seq as length, last_at
      from stock_levels
      where ${ofSubject(...ofGiven(shape, values))} and last_seq > 0`,
    oldest: sql`where ${stream} order by log.occurred_at`,
    newestUpTo: (at) => sql`where ${stream} and log.occurred_at <= ${at} order by log.occurred_at desc`,
    oldestAfter: (at) => sql`where ${stream} and log.occurred_at > ${at} order by log.occurred_at`,
    oldestFrom: (at) => sql`where ${stream} and log.occurred_at >= ${at} order by log.occurred_at`,
    place: sql`log.seq`,
  };
}

/**
 * Type and instant are compared as one, which nothing but the index of both can answer in its order. With `movement_type = …` the
 * planner would be free to walk a stream and pass over other types, which it takes for cheap where a type is rarer than it knows.
 */
function lanesOfTypes(shape: Shape, values: Slots<Values>): Lanes {
  const stream = ofStream(values);
  const type = sql`lane.movement_type`;
  const placed = sql`(log.movement_type, log.occurred_at)`;
  const oldestFirst = sql`order by log.movement_type, log.occurred_at`;
  return {
    read: sql`
      select location_id, movement_type, length, last_at
      from stock_levels
      cross join lateral (
        values ('VENTA', n_venta), ('COMPRA', n_compra), ('AJUSTE', n_ajuste), ('DEVOLUCION', n_devolucion), ('OTHER', n_other)
      ) counter (movement_type, length)
      where ${ofSubject(...ofGiven(shape, values))} and movement_type = any(${values.types}) and length > 0`,
    oldest: sql`where ${stream} and log.movement_type between ${type} and ${type} ${oldestFirst}`,
    newestUpTo: (at) => sql`
      where ${stream} and log.movement_type >= ${type} and ${placed} <= (${type}, ${at})
      order by log.movement_type desc, log.occurred_at desc`,
    oldestAfter: (at) =>
      sql`where ${stream} and log.movement_type <= ${type} and ${placed} > (${type}, ${at}) ${oldestFirst}`,
    oldestFrom: (at) =>
      sql`where ${stream} and log.movement_type <= ${type} and ${placed} >= (${type}, ${at}) ${oldestFirst}`,
    place: sql`log.type_seq`,
  };
}

function ofStream({ tenantId, itemId }: Slots<Values>): Sql {
  return sql`log.tenant_id = ${tenantId} and log.item_id = ${itemId} and log.location_id = lane.location_id`;
}
