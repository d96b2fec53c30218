// The movements of an item, newest first, a page at a time.
import { sql, type RawBuilder } from 'kysely';
import type { Decimal } from '../platform/decimal.ts';
import { prepared } from '../platform/sql.ts';
import { MOVEMENT_TYPES } from '../stock/index.ts';
import type { MovementType } from '../stock/tables.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { NEAR_ENOUGH, pageStart, type LaneAccess } from './page-start.ts';
import { firstRowOrNotFound, ofSubject, subjectOf, type Subject } from './subject.ts';

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
  /** What one costs on average now; null while the item has no cost. */
  unitValue: Decimal | null;
  /** The goods that moved at that cost, whichever way they went. */
  totalValue: Decimal | null;
  createdBy: string;
  occurredAt: Date;
  description: string | null;
  locationId: string;
}

export interface MovementsAsked extends Subject {
  /** All when there are none given; none when the list is empty. */
  types?: readonly MovementType[] | null | undefined;
  limit: number;
  offset: number;
}

interface Row {
  location_known: boolean;
  total_count: number;
  unit_value: Decimal | null;
  id: string | null;
  movement_type: MovementType;
  reference_number: string | null;
  source_type: number | null;
  source_id: string | null;
  counterparty_name: string | null;
  quantity_change: Decimal;
  new_quantity: Decimal;
  total_value: Decimal | null;
  created_by: string;
  occurred_at: Date;
  description: string | null;
  location_id: string;
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
export async function itemMovements(db: TenantDb, asked: MovementsAsked): Promise<MovementsPage> {
  const lanes = lanesOf(db, asked);
  const near = asked.offset <= NEAR_ENOUGH;
  const start = near
    ? sql`start as (select 'infinity'::timestamptz as at, ${asked.offset}::bigint as skip)`
    : pageStart(lanes, asked.offset);
  const { rows } = await sql<Row>`
    ${prepared} with recursive lane as (${lanes.read}), ${start}, place as (
      select lane.*, log.occurred_at
      from start
      cross join lane
      cross join lateral (
        select log.occurred_at
        from inventory_logs log
        ${lanes.newestUpTo(sql`start.at`)}
        limit ${near ? asked.offset + asked.limit : NEAR_ENOUGH + asked.limit}
      ) log
      order by log.occurred_at desc, lane.location_id
      limit ${asked.limit} offset (select skip from start)
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
          limit ${asked.limit}
        ) log
        limit lane.shown
      ) log
      limit ${asked.limit}
    )
    select subject.location_known, total.count as total_count, subject.average_cost as unit_value,
      page.id, page.movement_type, page.reference_number, page.source_type, page.source_id, page.quantity_change,
      page.new_quantity, page.created_by, page.occurred_at, page.description, page.location_id,
      subject.average_cost * abs(page.quantity_change) as total_value,
      case page.movement_type
        when 'COMPRA' then (select name from suppliers where tenant_id = ${db.tenant.id} and id = page.counterparty_id)
        else (select name from clients where tenant_id = ${db.tenant.id} and id = page.counterparty_id)
      end as counterparty_name
    from (${subjectOf(db, asked)}) subject
    cross join (select coalesce(sum(length), 0)::bigint as count from lane) total
    left join page on true
    order by page.occurred_at desc, page.location_id`.execute(db);
  return { totalCount: firstRowOrNotFound(rows).total_count, records: rows.flatMap(toMovement) };
}

interface Lanes extends LaneAccess {
  /** A row for each lane, with the number and the newest instant of its movements. */
  read: RawBuilder<unknown>;
}

function lanesOf(db: TenantDb, asked: MovementsAsked): Lanes {
  // All types are the streams themselves, which are fewer lanes.
  const types = asked.types && MOVEMENT_TYPES.some((type) => !asked.types!.includes(type)) ? asked.types : null;
  return types ? lanesOfTypes(db, asked, types) : lanesOfStreams(db, asked);
}

function lanesOfStreams(db: TenantDb, subject: Subject): Lanes {
  const stream = ofStream(db, subject);
  return {
    read: sql`
      select location_id, null as movement_type, last_seq as length, last_at
      from stock_levels
      where ${ofSubject(db, subject)} and last_seq > 0`,
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
function lanesOfTypes(db: TenantDb, subject: Subject, types: readonly MovementType[]): Lanes {
  const stream = ofStream(db, subject);
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
      where ${ofSubject(db, subject)} and movement_type = any(${types}) and length > 0`,
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

function ofStream(db: TenantDb, { itemId }: Subject): RawBuilder<unknown> {
  return sql`log.tenant_id = ${db.tenant.id} and log.item_id = ${itemId} and log.location_id = lane.location_id`;
}

function toMovement(row: Row): ItemMovement[] {
  if (row.id === null) return [];
  return [
    {
      id: row.id,
      movementType: row.movement_type,
      referenceNumber: row.reference_number,
      sourceType: row.source_type,
      sourceId: row.source_id,
      counterpartyName: row.counterparty_name,
      quantityChange: row.quantity_change,
      balanceAfter: row.new_quantity,
      unitValue: row.unit_value,
      totalValue: row.total_value,
      createdBy: row.created_by,
      occurredAt: row.occurred_at,
      description: row.description,
      locationId: row.location_id,
    },
  ];
}
