// Lots: of a tracked item, which ones goods come into and leave from (answer 22).
// Nothing here locks a lot: the caller has locked the level of every stream concerned, and that lock covers its lots.
import { sql, type Selectable } from 'kysely';
import type { Item } from '../catalog/index.ts';
import { MAX_LENGTH, optionalCode } from '../catalog/index.ts';
import { compare, isPositive, negate, subtract, type Decimal } from '../platform/decimal.ts';
import { badInput, conflict, DomainError, sentence } from '../platform/errors.ts';
import type { Sql } from '../platform/sql.ts';
import { changing, rowsOf, type TenantDb } from '../tenancy/index.ts';
import { averageCost, averageCostWithout } from './average-cost.ts';
import type { Movement } from './movement.ts';
import type { InventoryLotRow } from './tables.ts';

export type InventoryLot = Selectable<InventoryLotRow>;

export interface GoodsMovement extends Movement {
  /** The line of the document that first moved these goods; what comes back on it returns to the lots that it left. */
  lineId?: string | null | undefined;
  /** On the way in the lot that comes, on the way out the only lot to take from. */
  lotNumber?: string | null | undefined;
  /** On the way in. */
  expirationDate?: string | null | undefined;
  /** On the way in from another location: the lot that it was there, whose expiry, cost and age it keeps. */
  fromLot?: InventoryLot | undefined;
  /** Takes back what was moved before on the same line. */
  isReversal?: boolean | undefined;
  /** When it happened, for history that is brought in; otherwise now. */
  occurredAt?: Date | undefined;
}

/** Moves the goods of one tracked item into or out of its lots. */
export async function moveLots(
  db: TenantDb,
  item: Item,
  movement: GoodsMovement,
  allowShortage: boolean,
): Promise<void> {
  const isInbound = isPositive(movement.change);
  if (movement.isReversal) {
    const left = isInbound ? await putBack(db, movement) : await takeBack(db, movement);
    if (isInbound && item.tracking_mode === 'SERIAL' && !allowShortage) await assertSerialsAreOne(db, item, movement);
    // Goods that left without a lot return without one; goods that must leave again leave from another lot if their own is empty.
    if (!isInbound && movement.unitCost !== undefined) await takeCostBack(db, movement, movement.unitCost);
    if (!isInbound && isPositive(left)) await take(db, item, { ...movement, change: negate(left) }, allowShortage);
  } else if (isInbound) {
    await receive(db, item, movement);
  } else {
    await take(db, item, movement, allowShortage);
  }
}

async function receive(db: TenantDb, item: Item, movement: GoodsMovement): Promise<void> {
  const { sku, tracking_mode: mode } = item;
  const lotNumber = optionalCode('lotNumber', movement.lotNumber, MAX_LENGTH.code);
  if (lotNumber === null)
    throw badInput('{sku} is tracked by {mode}: {field} is needed', { field: 'lotNumber', sku, mode });
  if (mode === 'SERIAL') await assertSerialIsNew(db, item, lotNumber, movement.change);
  const present = await ofStream(db, movement).where('lot_number', '=', lotNumber).executeTakeFirst();
  const { fromLot } = movement;
  const dates = [fromLot?.expiration_date, present?.expiration_date].filter((date) => date != null);
  const expires = movement.expirationDate ?? dates[0] ?? null;
  for (const date of dates) {
    if (date !== expires)
      throw conflict('Lot {lotNumber} of {sku} expires on {date}, not on {expires}', { lotNumber, sku, date, expires });
  }
  const cost = movement.unitCost ?? fromLot?.unit_cost ?? item.average_cost ?? '0';
  await sql`
    insert into inventory_lots as lot (tenant_id, id, item_id, location_id, lot_number, quantity_received, quantity_remaining,
      unit_cost, expiration_date, received_at)
    values (${db.tenant.id}, gen_random_uuid(), ${item.id}, ${movement.locationId}, ${lotNumber}, ${movement.change},
      ${movement.change}, ${present ? lotCost(present, cost, movement.change) : cost}, ${expires},
      coalesce(${movement.occurredAt ?? fromLot?.received_at ?? null}::timestamptz, clock_timestamp()))
    on conflict (tenant_id, item_id, location_id, lot_number) do update set
      quantity_received = lot.quantity_received + excluded.quantity_received,
      quantity_remaining = lot.quantity_remaining + excluded.quantity_remaining,
      unit_cost = excluded.unit_cost,
      expiration_date = excluded.expiration_date`.execute(db);
}

function lotCost(lot: InventoryLot, cost: Decimal, received: Decimal): Decimal {
  return averageCost({ averageCost: lot.unit_cost, onHand: lot.quantity_remaining }, cost, received);
}

/** The cost of a lot's remaining goods is computed without the receipt that is taken back. */
async function takeCostBack(db: TenantDb, movement: GoodsMovement, cost: Decimal): Promise<void> {
  const lotNumber = optionalCode('lotNumber', movement.lotNumber, MAX_LENGTH.code);
  const lot = await ofStream(db, movement).where('lot_number', '=', lotNumber).executeTakeFirst();
  if (!lot) return;
  const before = { averageCost: lot.unit_cost, onHand: lot.quantity_remaining };
  await changing(db, 'inventory_lots')
    .set({ unit_cost: averageCostWithout(before, cost, negate(movement.change)) ?? lot.unit_cost })
    .where('id', '=', lot.id)
    .execute();
}

/** A serial number is one thing, which is in one place. */
async function assertSerialIsNew(db: TenantDb, item: Item, serial: string, quantity: Decimal): Promise<void> {
  if (compare(quantity, '1') !== 0) {
    throw badInput('{sku} is tracked by serial: each lotNumber comes with the quantity 1, not {quantity}', {
      sku: item.sku,
      quantity,
    });
  }
  const present = await lotsOf(db, item.id)
    .where('lot_number', '=', serial)
    .where('quantity_remaining', '>', '0')
    .executeTakeFirst();
  if (present) throw serialIsThere(serial, item);
}

/** A serial that has come in again since it was sold would be there twice. */
async function assertSerialsAreOne(db: TenantDb, item: Item, movement: GoodsMovement): Promise<void> {
  const { rows } = await sql<{ serial: string }>`
    select lot_number as serial from inventory_lots
    where tenant_id = ${db.tenant.id} and item_id = ${item.id} and lot_number in (
      select lot_number from lot_movements m join inventory_lots lot on lot.tenant_id = m.tenant_id and lot.id = m.lot_id
      where m.tenant_id = ${db.tenant.id} and m.line_id = ${movement.lineId ?? null})
    group by lot_number having sum(quantity_remaining) > 1 order by lot_number limit 1`.execute(db);
  if (rows[0]) throw serialIsThere(rows[0].serial, item);
}

const serialIsThere = (serial: string, { sku }: Item): DomainError =>
  conflict('Serial {serial} of {sku} is in stock already', { serial, sku });

/** From the named lot, else first expired first out; what never expires leaves last, the oldest first. */
async function take(db: TenantDb, item: Item, movement: GoodsMovement, allowShortage: boolean): Promise<void> {
  const wanted = negate(movement.change);
  const isSerial = item.tracking_mode === 'SERIAL';
  if (isSerial && wanted.includes('.'))
    throw badInput('{sku} is tracked by serial: the quantity must be whole', { sku: item.sku });
  const named = optionalCode('lotNumber', movement.lotNumber, MAX_LENGTH.code);
  // A serial holds one, so no more lots than units have to be looked at.
  const missing = await book(
    db,
    movement,
    sql`
      select id as lot_id, quantity_remaining as capacity,
        row_number() over (order by expiration_date, received_at, id) as place
      from inventory_lots
      where tenant_id = ${db.tenant.id} and item_id = ${item.id} and location_id = ${movement.locationId}
        and quantity_remaining > 0 and (${named}::text is null or lot_number = ${named})
      order by expiration_date, received_at, id
      limit ${isSerial ? wanted : null}::bigint`,
  );
  if (isPositive(missing) && !allowShortage) {
    const held = subtract(wanted, missing);
    throw new DomainError('INSUFFICIENT_STOCK', 'Not enough stock of {sku}: {wanted} asked for, {place} {held}', {
      sku: item.sku,
      wanted,
      held,
      place: named === null ? sentence('its lots at this location hold') : sentence('lot {named} holds', { named }),
    });
  }
}

/** Returns goods to the lots that their line left, the last one left first; answers what left without a lot. */
async function putBack(db: TenantDb, movement: GoodsMovement): Promise<Decimal> {
  return book(
    db,
    movement,
    sql`
      select lot_id, -sum(m.quantity_change) as capacity,
        row_number() over (order by lot.expiration_date desc, lot.received_at desc, lot.id desc) as place
      from lot_movements m join inventory_lots lot on lot.tenant_id = m.tenant_id and lot.id = m.lot_id
      where m.tenant_id = ${db.tenant.id} and m.line_id = ${movement.lineId ?? null}
        and lot.item_id = ${movement.itemId} and lot.location_id = ${movement.locationId}
      group by lot_id, lot.expiration_date, lot.received_at, lot.id having sum(m.quantity_change) < 0`,
  );
}

/** Takes out again what this source brought back on the line, as far as its lots still hold it; answers the rest. */
async function takeBack(db: TenantDb, movement: GoodsMovement): Promise<Decimal> {
  return book(
    db,
    movement,
    sql`
      select lot_id, least(sum(m.quantity_change), lot.quantity_remaining) as capacity,
        row_number() over (order by lot.expiration_date, lot.received_at, lot.id) as place
      from lot_movements m join inventory_lots lot on lot.tenant_id = m.tenant_id and lot.id = m.lot_id
      where m.tenant_id = ${db.tenant.id} and m.line_id = ${movement.lineId ?? null} and m.source_id = ${movement.source.id}
        and lot.item_id = ${movement.itemId} and lot.location_id = ${movement.locationId}
      group by lot_id, lot.expiration_date, lot.received_at, lot.id, lot.quantity_remaining
      having least(sum(m.quantity_change), lot.quantity_remaining) > 0`,
  );
}

/**
 * Fills the candidates in their order until the movement's quantity is used up, noting each lot's share. A candidate is a lot
 * with its capacity and its place in the order. Answers the quantity for which there was no lot.
 */
async function book(db: TenantDb, movement: GoodsMovement, candidates: Sql): Promise<Decimal> {
  const isInbound = isPositive(movement.change);
  const quantity = isInbound ? movement.change : negate(movement.change);
  const { rows } = await sql<{ booked: Decimal }>`
    with candidate as (${candidates}), filled as (
      select lot_id, capacity, sum(capacity) over (order by place) - capacity as before from candidate
    ), share as (
      select lot_id, least(capacity, ${quantity}::numeric - before) * ${isInbound ? 1 : -1}::int as change
      from filled where before < ${quantity}::numeric
    ), moved as (
      update inventory_lots lot set quantity_remaining = lot.quantity_remaining + share.change
      from share where lot.tenant_id = ${db.tenant.id} and lot.id = share.lot_id
    ), noted as (
      insert into lot_movements (tenant_id, id, lot_id, source_id, line_id, quantity_change)
      select ${db.tenant.id}, gen_random_uuid(), lot_id, ${movement.source.id}, ${movement.lineId ?? null}, change from share
      returning id
    )
    select coalesce(sum(abs(change)), 0) as booked from share`.execute(db);
  return subtract(quantity, rows[0]!.booked);
}

/** Finds a lot of an item at one location. */
export async function findLot(
  db: TenantDb,
  { itemId, locationId, lotNumber }: { itemId: string; locationId: string; lotNumber: string },
): Promise<InventoryLot | undefined> {
  return lotsOf(db, itemId)
    .where('location_id', '=', locationId)
    .where('lot_number', '=', lotNumber)
    .executeTakeFirst();
}

function lotsOf(db: TenantDb, itemId: string) {
  return rowsOf(db, 'inventory_lots').where('item_id', '=', itemId);
}

function ofStream(db: TenantDb, movement: Movement) {
  return lotsOf(db, movement.itemId).where('location_id', '=', movement.locationId);
}
