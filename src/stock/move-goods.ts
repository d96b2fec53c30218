// Moves goods: lots, average cost and ledger together, under locks that every caller takes in the same order.
// The order is: the items whose cost or serials are at stake, then the levels by key, then (under them) lots. The caller
// has locked its own document before, and calls this once for all of its lines, or names the `later` ones with the first.
import { assertGoods, itemsById, type Item } from '../catalog/index.ts';
import { add, isPositive, negate, type Decimal } from '../platform/decimal.ts';
import { badInput } from '../platform/errors.ts';
import { jsonRows, sqlRows } from '../platform/sql.ts';
import { inPipeline, rowsOf, type TenantDb } from '../tenancy/index.ts';
import { averageCost, averageCostWithout, type CostedStock } from './average-cost.ts';
import { moveLots, type GoodsMovement } from './lots.ts';
import type { LevelKey } from './movement.ts';
import { recordHistory, type PastMovement } from './record-history.ts';
import { recordMovements, type MovementOptions } from './record-movements.ts';

const isPast = (movement: GoodsMovement): movement is GoodsMovement & PastMovement => movement.occurredAt !== undefined;

export interface GoodsOptions extends MovementOptions {
  /** Rows that the caller has read already. */
  items?: ReadonlyMap<string, Item>;
  /** A sale of a company that sells without stock: the level may go below zero. A lot cannot, so what is tracked is refused. */
  isShortSale?: boolean;
  /** Levels of goods that the transaction moves later: locked together with those of these goods. */
  later?: readonly LevelKey[];
}

/**
 * Joins the caller's transaction; refuses with INSUFFICIENT_STOCK, at the latest with the caller's next statement or its commit, and the
 * transaction must be rolled back then. History is recorded whatever it leaves.
 */
export async function moveGoods(
  db: TenantDb,
  movements: readonly GoodsMovement[],
  { items: loaded, isShortSale = false, later = [], ...options }: GoodsOptions,
): Promise<void> {
  const ids = movements.map(({ itemId }) => itemId);
  let items = loaded ?? (await itemsById(db, ids));
  for (const { itemId } of movements) assertGoods(items.get(itemId)!);
  const tracked = movements.filter((movement) => items.get(movement.itemId)!.tracking_mode !== 'NONE');
  for (const movement of movements) assertTakesLot(items.get(movement.itemId)!, movement);
  const costed = movements.filter(movesAverage);
  if (tracked.length > 0 || costed.length > 0 || later.length > 0) {
    const incoming = tracked.filter((movement) => isPositive(movement.change));
    items = await lockItems(db, items, [...costed, ...incoming]);
    await lockLevels(db, [...movements, ...later]);
    for (const movement of tracked) {
      await moveLots(db, items.get(movement.itemId)!, movement, options.allowShortage ?? false);
    }
    if (costed.length > 0) await moveAverages(db, items, movements);
  }
  const past = movements.filter(isPast);
  if (past.length > 0 && past.length < movements.length)
    throw new Error('either all movements of a batch are history, or none is');
  if (past.length > 0) return recordHistory(db, past, options.createdBy);
  await recordMovements(db, movements, isShortSale ? { ...options, allowShortage: true } : options);
}

/** The lot number of an item without lots would be lost silently. */
function assertTakesLot(item: Item, movement: GoodsMovement): void {
  const comesWithoutLot = item.tracking_mode === 'NONE' && isPositive(movement.change) && !movement.isReversal;
  if (comesWithoutLot && (movement.lotNumber?.trim() || movement.expirationDate)) {
    throw badInput('{sku} is tracked neither by lot nor by serial: it takes no lotNumber and no expirationDate', {
      sku: item.sku,
    });
  }
}

/** Only receipts with a cost move the average, and taking them back; what else comes back does not (answer 24). */
function movesAverage({ unitCost, change, isReversal = false }: GoodsMovement): boolean {
  return unitCost !== undefined && isPositive(change) !== isReversal;
}

function averageAfter(before: CostedStock, { unitCost, change }: GoodsMovement): Decimal | null {
  return isPositive(change)
    ? averageCost(before, unitCost!, change)
    : averageCostWithout(before, unitCost!, negate(change));
}

/** Answers the items with the locked ones as they are now. */
async function lockItems(
  db: TenantDb,
  items: ReadonlyMap<string, Item>,
  movements: readonly GoodsMovement[],
): Promise<ReadonlyMap<string, Item>> {
  if (movements.length === 0) return items;
  const locked = await rowsOf(db, 'items')
    .where('id', 'in', [...new Set(movements.map((movement) => movement.itemId))])
    .orderBy('id')
    // Not `for update`, for which every row that refers to the item would have to wait.
    .forNoKeyUpdate()
    .execute();
  return new Map([...items, ...locked.map((item) => [item.id, item] as const)]);
}

/** Locks the level of every stream concerned, in key order, and makes those that are not there yet. */
export async function lockLevels(db: TenantDb, levels: readonly LevelKey[]): Promise<void> {
  const rows = levels.map(({ itemId, locationId }) => ({ item_id: itemId, location_id: locationId }));
  // An update that changes no row still locks it.
  await inPipeline(db)`
    insert into stock_levels as l (tenant_id, item_id, location_id)
    select distinct ${db.tenant.id}::uuid, item_id, location_id
    from jsonb_to_recordset(${jsonRows(rows)}) as r (item_id uuid, location_id uuid) order by item_id, location_id
    on conflict (tenant_id, item_id, location_id) do update set on_hand = l.on_hand where false`;
}

async function moveAverages(
  db: TenantDb,
  items: ReadonlyMap<string, Item>,
  movements: readonly GoodsMovement[],
): Promise<void> {
  const concerned = new Set(movements.filter(movesAverage).map((movement) => movement.itemId));
  const averages = new Map<string, CostedStock>();
  for (const { item_id, owned } of await ownedOf(db, [...concerned])) {
    averages.set(item_id, { averageCost: items.get(item_id)!.average_cost, onHand: owned });
  }
  // In the order of the ledger: an earlier line's goods are on hand when a later one's come.
  for (const movement of movements) {
    const before = averages.get(movement.itemId);
    if (!before) continue;
    averages.set(movement.itemId, {
      averageCost: movesAverage(movement) ? averageAfter(before, movement) : before.averageCost,
      onHand: add(before.onHand, movement.change),
    });
  }
  const rows = [...averages].map(([id, { averageCost }]) => ({ id, average_cost: averageCost }));
  await inPipeline(db)`
    update items set average_cost = new.average_cost
    from jsonb_to_recordset(${jsonRows(rows)}) as new (id uuid, average_cost numeric)
    where items.tenant_id = ${db.tenant.id} and items.id = new.id`;
}

/** At all locations and on the way between them, since an item has one cost. By one statement, so that what arrives is counted once. */
async function ownedOf(db: TenantDb, itemIds: readonly string[]): Promise<{ item_id: string; owned: Decimal }[]> {
  return sqlRows<{ item_id: string; owned: Decimal }>(db)`
    select item_id, sum(quantity) as owned from (
      select item_id, on_hand as quantity from stock_levels
      where tenant_id = ${db.tenant.id} and item_id = any (${itemIds}::uuid[])
      union all
      select item_id, quantity - received - lost from transfer_lines
      where tenant_id = ${db.tenant.id} and item_id = any (${itemIds}::uuid[]) and quantity > received + lost
    ) goods group by item_id`;
}
