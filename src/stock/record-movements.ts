// The one writer of the ledger: levels, log rows and running totals of any number of movements in one statement.
import { sql, type RawBuilder } from 'kysely';
import type { Decimal } from '../platform/decimal.ts';
import { DomainError } from '../platform/errors.ts';
import { jsonRows } from '../platform/sql.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { SOURCE_TYPES, type SourceType } from './source-type.ts';

export interface Movement {
  itemId: string;
  locationId: string;
  /** In the item's unit; negative on the way out. */
  change: Decimal;
  /** The document behind it; an adjustment has no number. */
  source: { type: SourceType; id: string; number?: string | undefined };
  /** The client or the supplier. */
  counterpartyId?: string | undefined;
  unitCost?: Decimal | undefined;
  description?: string | undefined;
  /** Reserved quantity that this movement uses up: negative. */
  reservedChange?: Decimal | undefined;
  /** When it happened, for history that is brought in; otherwise now. */
  occurredAt?: Date | undefined;
}

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
    ${appendToLedger(db, movements, options.createdBy)}
    select log.id, log.item_id, log.location_id, log.new_quantity, log.occurred_at,
      level.change < 0 and level.on_hand - level.reserved < 0 and not item.allow_negative_stock as short,
      item.sku, level.on_hand, level.reserved
    from log
    join dated using (item_id, location_id, seq)
    join moved as level using (item_id, location_id)
    join items item on item.tenant_id = ${db.tenant.id} and item.id = log.item_id
    order by dated.ord`.execute(db);
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
  await sql`${appendToLedger(db, movements, createdBy)} select count(*) from log`.execute(db);
}

/**
 * The statement's common part. Levels are locked in key order, so two writers never wait for each other in a circle. A level's
 * row gives what its log rows need (position, totals, last instant) while it is locked, so chains hold by construction.
 * `occurred_at` strictly increases along a stream: never `now()`, which is the transaction's start and does not order a ledger.
 */
function appendToLedger(db: TenantDb, movements: readonly Movement[], createdBy: string): RawBuilder<unknown> {
  const tenantId = db.tenant.id;
  return sql`
    with input as (
      select * from jsonb_to_recordset(${jsonRows(movements.map(toInput))}) as r
        (ord int, item_id uuid, location_id uuid, change numeric, reserved_change numeric, source_type int, method text,
         movement_type movement_type, source_id uuid, reference_number text, counterparty_id uuid, unit_cost numeric,
         description text, at timestamptz)
    ), numbered as (
      select *,
        row_number() over stream as n,
        row_number() over (partition by item_id, location_id, movement_type order by ord) as type_n,
        sum(change) over stream as running,
        sum(change) over whole as stream_change,
        count(*) over whole as stream_n,
        count(*) over (partition by item_id, location_id, movement_type) as type_total
      from input
      window stream as (partition by item_id, location_id order by ord), whole as (partition by item_id, location_id)
    ), timed as (
      -- The instant a row would have if the stream were empty, less its own position.
      select *, max(coalesce(at, clock_timestamp()) - n * interval '1 microsecond')
        over (partition by item_id, location_id order by ord) as earliest
      from numbered
    ), moved as (
      insert into stock_levels as l (tenant_id, item_id, location_id, on_hand, reserved, last_seq, last_at,
        n_venta, n_compra, n_ajuste, n_devolucion, n_other)
      select ${tenantId}, item_id, location_id, sum(change), coalesce(sum(reserved_change), 0), count(*),
        max(earliest) + count(*) * interval '1 microsecond',
        count(*) filter (where movement_type = 'VENTA'), count(*) filter (where movement_type = 'COMPRA'),
        count(*) filter (where movement_type = 'AJUSTE'), count(*) filter (where movement_type = 'DEVOLUCION'),
        count(*) filter (where movement_type = 'OTHER')
      from timed group by item_id, location_id order by item_id, location_id
      on conflict (tenant_id, item_id, location_id) do update set
        on_hand = l.on_hand + excluded.on_hand,
        reserved = l.reserved + excluded.reserved,
        last_seq = l.last_seq + excluded.last_seq,
        prior_at = l.last_at,
        last_at = greatest(excluded.last_at, l.last_at + excluded.last_seq * interval '1 microsecond'),
        n_venta = l.n_venta + excluded.n_venta, n_compra = l.n_compra + excluded.n_compra,
        n_ajuste = l.n_ajuste + excluded.n_ajuste, n_devolucion = l.n_devolucion + excluded.n_devolucion,
        n_other = l.n_other + excluded.n_other
      returning item_id, location_id, on_hand, reserved, last_seq, last_at, prior_at,
        n_venta, n_compra, n_ajuste, n_devolucion, n_other,
        (select sum(t.change) from timed t where t.item_id = l.item_id and t.location_id = l.location_id) as change
    ), placed as (
      select t.*,
        m.last_seq - t.stream_n + t.n as seq,
        case t.movement_type when 'VENTA' then m.n_venta when 'COMPRA' then m.n_compra when 'AJUSTE' then m.n_ajuste
          when 'DEVOLUCION' then m.n_devolucion else m.n_other end - t.type_total + t.type_n as type_seq,
        m.on_hand - t.stream_change + t.running as new_quantity,
        greatest(t.earliest, m.prior_at) + t.n * interval '1 microsecond' as occurred_at,
        m.prior_at
      from timed t join moved m using (item_id, location_id)
    ), dated as (
      select *, (occurred_at at time zone ${db.tenant.timeZone})::date as day,
        (coalesce(lag(occurred_at) over (partition by item_id, location_id order by n), prior_at)
          at time zone ${db.tenant.timeZone})::date as day_before
      from placed
    ), log as (
      insert into inventory_logs (tenant_id, item_id, location_id, seq, type_seq, occurred_at, day, opens_day, method,
        source_type, source_id, movement_type, quantity_change, new_quantity, reference_number, counterparty_id, unit_cost,
        description, created_by)
      select ${tenantId}, item_id, location_id, seq, type_seq, occurred_at, day, day is distinct from day_before, method,
        source_type, source_id, movement_type, change, new_quantity, reference_number, counterparty_id, unit_cost,
        description, ${createdBy}
      from dated order by ord
      returning id, item_id, location_id, new_quantity, occurred_at, seq
    )`;
}

function toInput(movement: Movement, ord: number): object {
  const source = SOURCE_TYPES[movement.source.type];
  return {
    ord,
    item_id: movement.itemId,
    location_id: movement.locationId,
    change: movement.change,
    reserved_change: movement.reservedChange,
    source_type: source.code,
    method: source.method,
    movement_type: source.movementType,
    source_id: movement.source.id,
    reference_number: movement.source.number,
    counterparty_id: movement.counterpartyId,
    unit_cost: movement.unitCost,
    description: movement.description,
    at: movement.occurredAt,
  };
}

function insufficientStock(row: Outcome, movements: readonly Movement[]): DomainError {
  const wanted = movements.filter((m) => m.itemId === row.item_id && m.locationId === row.location_id);
  return new DomainError(
    'INSUFFICIENT_STOCK',
    `Not enough stock of ${row.sku}: ${wanted.map((m) => m.change).join(', ')} asked for, ` +
      `which would leave ${row.on_hand} on hand with ${row.reserved} reserved`,
  );
}
