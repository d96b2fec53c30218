// Writes history that is brought in to the ledger: thousands of movements at their own instants, refusing and answering nothing.
import { sql } from 'kysely';
import { columnRows } from '../platform/sql.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { COUNTED, COUNTER_COLUMNS, COUNTER_OF_ROW, COUNTERS_RAISED, eachCounter } from './counters.ts';
import type { LevelKey, Movement } from './movement.ts';
import { SOURCE_TYPES } from './source-type.ts';

/** It has happened: it reserves nothing, and expects nothing of the balance. */
export type PastMovement = Omit<Movement, 'reservedChange' | 'expectedBalance'> & { occurredAt: Date };

const COUNTERS_BEFORE = eachCounter((column) => `level.${column} - stream.${column} as ${column}`);

/**
 * The same rows that `recordMovements` writes, and levels locked in the same order. For thousands of movements this form costs
 * PostgreSQL two thirds and Node a quarter; for a few the other is cheaper.
 */
export async function recordHistory(
  db: TenantDb,
  movements: readonly PastMovement[],
  createdBy: string,
): Promise<void> {
  if (movements.length === 0) return;
  const tenantId = db.tenant.id;
  const { streams, causes, rows } = standing(movements);
  const day = (instant: string) => sql`(${sql.raw(instant)} at time zone ${db.tenant.timeZone})::date`;
  await sql`
    with movement as (
      select movement.*, source_type, method, movement_type, source_id, reference_number, counterparty_id, unit_cost, description,
        row_number() over stream as n, sum(change) over stream as change_so_far,
        -- Each happens a microsecond after the one before it at least, and none before what stands before it.
        happened_at - row_number() over stream * interval '1 microsecond' as earliest
      from ${columnRows('movement', rows, {
        stream: ['int', ({ stream }) => stream],
        cause: ['int', ({ cause }) => cause],
        change: ['numeric', ({ change }) => change],
      })}
      join ${causeRows(causes)} on cause.ord = movement.cause
      window stream as (partition by stream order by movement.ord)
    ), dated as (
      select *, max(earliest) over (partition by stream order by ord) as earliest_so_far,
        row_number() over (partition by stream, movement_type order by ord) as of_type
      from movement
    ), total as (
      select stream, sum(change) as change, count(*) as rows, max(earliest) as earliest, ${COUNTED}
      from movement group by stream
    ), stream as (
      select total.*, item_id, location_id
      from total join ${columnRows('key', streams, {
        item_id: ['uuid', ({ itemId }) => itemId],
        location_id: ['uuid', ({ locationId }) => locationId],
      })} on key.ord = total.stream
    ), level as (
      insert into stock_levels as l (tenant_id, item_id, location_id, on_hand, last_seq, last_at, ${COUNTER_COLUMNS})
      select ${tenantId}, item_id, location_id, change, rows, earliest + rows * interval '1 microsecond', ${COUNTER_COLUMNS}
      from stream order by item_id, location_id
      on conflict (tenant_id, item_id, location_id) do update set
        on_hand = l.on_hand + excluded.on_hand,
        last_seq = l.last_seq + excluded.last_seq,
        prior_at = l.last_at,
        last_at = greatest(excluded.last_at, (l.last_at at time zone 'UTC' + excluded.last_seq * interval '1 microsecond') at time zone 'UTC'),
        ${COUNTERS_RAISED}
      returning *
    ), before as (
      select stream, item_id, location_id, level.on_hand - change as on_hand, last_seq - rows as last_seq, prior_at,
        ${COUNTERS_BEFORE}
      from stream join level using (item_id, location_id)
    ), placed as (
      select *, greatest(earliest_so_far, prior_at) + n * interval '1 microsecond' as occurred_at
      from dated join before using (stream)
    )
    insert into inventory_logs (tenant_id, item_id, location_id, seq, type_seq, occurred_at, day, opens_day, method,
      source_type, source_id, movement_type, quantity_change, new_quantity, reference_number, counterparty_id, unit_cost,
      description, created_by)
    select ${tenantId}, item_id, location_id, last_seq + n, ${COUNTER_OF_ROW} + of_type, occurred_at, ${day('occurred_at')},
      ${day('occurred_at')} is distinct from
        ${day('coalesce(lag(occurred_at) over (partition by stream order by ord), prior_at)')},
      method, source_type, source_id, movement_type, change, on_hand + change_so_far, reference_number, counterparty_id,
      unit_cost, description, ${createdBy}
    from placed order by stream, ord returning id`.execute(db);
}

/** Rows of what the movements of one document share. */
const causeRows = (causes: readonly PastMovement[]) =>
  columnRows('cause', causes, {
    source_type: ['int', ({ source }) => SOURCE_TYPES[source.type].code],
    method: ['text', ({ source }) => SOURCE_TYPES[source.type].method],
    movement_type: ['movement_type', ({ source }) => SOURCE_TYPES[source.type].movementType],
    source_id: ['uuid', ({ source }) => source.id],
    reference_number: ['text', ({ source }) => source.number],
    counterparty_id: ['uuid', ({ counterpartyId }) => counterpartyId],
    unit_cost: ['numeric', ({ unitCost }) => unitCost],
    description: ['text', ({ description }) => description],
    happened_at: ['timestamptz', ({ occurredAt }) => occurredAt],
  });

interface Standing {
  /** The key of each stream. */
  streams: LevelKey[];
  /** Fields that the movements of one document share: all but the goods. */
  causes: PastMovement[];
  /** In the order given; `stream` and `cause` are places in the other two, from 1. */
  rows: { stream: number; cause: number; change: PastMovement['change'] }[];
}

function standing(movements: readonly PastMovement[]): Standing {
  const streams: Standing['streams'] = [];
  const places = new Map<string, number>();
  const causes: PastMovement[] = [];
  const rows = movements.map((movement) => {
    const stream = places.getOrInsertComputed(movement.itemId + movement.locationId, () => streams.push(movement));
    const cause = hasSameCause(movement, causes.at(-1)) ? causes.length : causes.push(movement);
    return { stream, cause, change: movement.change };
  });
  return { streams, causes, rows };
}

function hasSameCause(one: PastMovement, other: PastMovement | undefined): boolean {
  return (
    one.source === other?.source &&
    one.counterpartyId === other.counterpartyId &&
    one.unitCost === other.unitCost &&
    one.description === other.description &&
    one.occurredAt === other.occurredAt
  );
}
