// The one writer of the ledger: levels, log rows and running totals of any number of movements in one statement.
import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Decimal } from '../platform/decimal.ts';
import { DomainError } from '../platform/errors.ts';
import { jsonRows, prepared } from '../platform/sql.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { COUNTER_COLUMNS, COUNTERS, eachCounter, ofMovementType } from './counters.ts';
import type { Movement } from './movement.ts';
import { SOURCE_TYPES } from './source-type.ts';
import { placesInStreams, type Place, type StreamChange } from './stream-places.ts';

export interface MovementOptions {
  createdBy: string;
  /** What has happened already (history, a reversal after a verdict) is recorded even if stock goes below zero. */
  allowShortage?: boolean;
}

/** Where a movement left its stream. */
export interface RecordedMovement {
  id: string;
  itemId: string;
  locationId: string;
  newQuantity: Decimal;
  occurredAt: Date;
}

interface Outcome {
  id: string;
  item_id: string;
  location_id: string;
  new_quantity: Decimal;
  occurred_at: Date;
  short: boolean;
  sku: string;
  on_hand: Decimal;
  reserved: Decimal;
}

/**
 * Records the movements in the order given. Refuses with INSUFFICIENT_STOCK, and leaves nothing behind, when one takes out
 * more than is available of an item that may not go negative.
 */
export async function recordMovements(
  db: TenantDb,
  movements: readonly Movement[],
  options: MovementOptions,
): Promise<RecordedMovement[]> {
  if (movements.length === 0) return [];
  const { rows } = await sql<Outcome>`
    ${prepared} ${appendToLedger(db, movements, options.createdBy)}
    select placed.id, placed.item_id, placed.location_id, placed.new_quantity, placed.occurred_at,
      placed.stream_change < 0 and placed.on_hand - placed.reserved < 0 and not item.allow_negative_stock as short,
      item.sku, placed.on_hand, placed.reserved
    from placed join items item on item.tenant_id = ${db.tenant.id} and item.id = placed.item_id
    order by placed.ord`.execute(db);
  const short = rows.find((row) => row.short);
  if (short && !options.allowShortage) throw insufficientStock(short, movements);
  return rows.map((row) => ({
    id: row.id,
    itemId: row.item_id,
    locationId: row.location_id,
    newQuantity: row.new_quantity,
    occurredAt: row.occurred_at,
  }));
}

/** The same for imported history: nothing is refused and nothing is answered, which is what makes half a million rows quick. */
export async function recordHistory(db: TenantDb, movements: readonly Movement[], createdBy: string): Promise<void> {
  if (movements.length === 0) return;
  await sql`${prepared} ${appendToLedger(db, movements, createdBy)} select`.execute(db);
}

const COUNTER_TYPES = eachCounter((column) => `${column} int`);
const COUNTERS_RAISED = eachCounter((column) => `${column} = l.${column} + excluded.${column}`);
const COUNTER_OF_ROW = ofMovementType((column) => column);

/**
 * The statement's common part. Levels are locked in key order, so two writers never deadlock. A level's
 * row gives what its log rows need (position, totals, last instant) while it is locked, so chains hold by construction.
 * `occurred_at` strictly increases along a stream: never `now()`, which is the transaction's start and does not order a ledger.
 */
function appendToLedger(db: TenantDb, movements: readonly Movement[], createdBy: string): RawBuilder<unknown> {
  const tenantId = db.tenant.id;
  const { streams, places } = placesInStreams(movements);
  const day = (instant: string) => sql`(${sql.raw(instant)} at time zone ${db.tenant.timeZone})::date`;
  return sql`
    with place as (
      select * from jsonb_to_recordset(${jsonRows(movements.map((movement, at) => toRow(movement, places[at]!, at)))}) as r
        (ord int, id uuid, item_id uuid, location_id uuid, change numeric, source_type int, method text,
         movement_type movement_type, source_id uuid, reference_number text, counterparty_id uuid, unit_cost numeric, description text,
         n int, rows_after int, of_type_after int, change_after numeric, stream_change numeric,
         earliest timestamptz, earliest_before timestamptz)
    ), level as (
      insert into stock_levels as l (tenant_id, item_id, location_id, on_hand, reserved, last_seq, last_at,
        ${COUNTER_COLUMNS})
      select ${tenantId}, item_id, location_id, change, reserved_change, rows,
        coalesce(earliest, clock_timestamp() - interval '1 microsecond') + rows * interval '1 microsecond', ${COUNTER_COLUMNS}
      from jsonb_to_recordset(${jsonRows(streams.map(toLevel))}) as r
        (item_id uuid, location_id uuid, change numeric, reserved_change numeric, rows int, earliest timestamptz,
         ${COUNTER_TYPES})
      order by item_id, location_id
      on conflict (tenant_id, item_id, location_id) do update set
        on_hand = l.on_hand + excluded.on_hand,
        reserved = l.reserved + excluded.reserved,
        last_seq = l.last_seq + excluded.last_seq,
        prior_at = l.last_at,
        last_at = greatest(excluded.last_at, l.last_at + excluded.last_seq * interval '1 microsecond'),
        ${COUNTERS_RAISED}
      returning *
    ), placed as (
      select place.*, on_hand, reserved, last_seq - rows_after as seq, on_hand - change_after as new_quantity,
        ${COUNTER_OF_ROW} - of_type_after as type_seq,
        -- History has its own instants; what happens now happens together, a microsecond apart.
        case when earliest is null then last_at - rows_after * interval '1 microsecond'
          else greatest(earliest, prior_at) + n * interval '1 microsecond' end as occurred_at,
        case when n = 1 then prior_at
          when earliest is null then last_at - (rows_after + 1) * interval '1 microsecond'
          else greatest(earliest_before, prior_at) + (n - 1) * interval '1 microsecond' end as at_before
      from place join level using (item_id, location_id)
    ), log as (
      insert into inventory_logs (tenant_id, id, item_id, location_id, seq, type_seq, occurred_at, day, opens_day, method,
        source_type, source_id, movement_type, quantity_change, new_quantity, reference_number, counterparty_id, unit_cost,
        description, created_by)
      select ${tenantId}, id, item_id, location_id, seq, type_seq, occurred_at, ${day('occurred_at')},
        ${day('occurred_at')} is distinct from ${day('at_before')}, method, source_type, source_id, movement_type, change,
        new_quantity, reference_number, counterparty_id, unit_cost, description, ${createdBy}
      from placed order by ord
    )`;
}

function toLevel({ itemId, locationId, change, reservedChange, rows, ofType, earliest }: StreamChange): object {
  const counters = COUNTERS.map(({ type, column }) => [column, ofType[type] ?? 0]);
  return {
    ...{ item_id: itemId, location_id: locationId, change, reserved_change: reservedChange, rows, earliest },
    ...Object.fromEntries(counters),
  };
}

function toRow(movement: Movement, place: Place, ord: number): object {
  const source = SOURCE_TYPES[movement.source.type];
  return {
    ord,
    id: randomUUID(),
    item_id: movement.itemId,
    location_id: movement.locationId,
    change: movement.change,
    source_type: source.code,
    method: source.method,
    movement_type: source.movementType,
    source_id: movement.source.id,
    reference_number: movement.source.number,
    counterparty_id: movement.counterpartyId,
    unit_cost: movement.unitCost,
    description: movement.description,
    n: place.n,
    rows_after: place.rowsAfter,
    of_type_after: place.ofTypeAfter,
    change_after: place.changeAfter,
    stream_change: place.streamChange,
    earliest: place.earliest,
    earliest_before: place.earliestBefore,
  };
}

function insufficientStock(row: Outcome, movements: readonly Movement[]): DomainError {
  const wanted = movements.filter((m) => m.itemId === row.item_id && m.locationId === row.location_id);
  return new DomainError(
    'INSUFFICIENT_STOCK',
    'Not enough stock of {sku}: {change} asked for, which would leave {onHand} on hand with {reserved} reserved',
    {
      sku: row.sku,
      change: wanted.map((movement) => movement.change).join(', '),
      onHand: row.on_hand,
      reserved: row.reserved,
    },
  );
}
