// Quantity that a person found of an item at a place, and when: lines are kept as they came, and the last one of a place holds.
import { sql, type Selectable } from 'kysely';
import { assertGoods, itemsById, MAX_LENGTH, optionalText, type Item } from '../catalog/index.ts';
import { notNegative, type Decimal } from '../platform/decimal.ts';
import { badInput, between, forbidden, readAll, readEach } from '../platform/errors.ts';
import { jsonRows } from '../platform/sql.ts';
import { makerOf, rowsOf, type TenantDb } from '../tenancy/index.ts';
import { assertOpen, findCount, isForCashier, type StockCount } from './counts.ts';
import type { StockCountLineRow } from './tables.ts';

export type CountLine = Selectable<StockCountLineRow>;

export interface LineAsked {
  id: string;
  itemId: string;
  /** In the item's own unit; null takes back what was counted at the place. */
  quantity?: Decimal | null | undefined;
  /** Part of the location: quantities of several places are summed up. */
  place?: string | null | undefined;
  /** By the clock that `clock` is read from; left out: now. */
  countedAt?: Date | null | undefined;
}

export interface LinesAsked {
  countId: string;
  lines: readonly LineAsked[];
  /** Device's clock while it sends, so that a wrong one does no harm. */
  clock?: Date | null | undefined;
  madeBy?: string | null | undefined;
}

const MOST_LINES = 500;

/** A line that is there already stays as it is. */
export async function addLines(
  db: TenantDb,
  batch: LinesAsked,
  caller: { userName: string; isCashier: boolean },
): Promise<StockCount> {
  const { lines } = readAll({
    most: () => between('lines', batch.lines.length, 1, MOST_LINES),
    lines: () => readEach('lines', batch.lines, (line) => ({ ...line, ...readLine(line, batch.clock ?? null) })),
  });
  const { rows } = await sql<{ open_ms: number; are_there: boolean }>`
    select extract(epoch from clock_timestamp() - opened_at)::float8 * 1000 as open_ms,
      (select bool_and(exists (
        select from stock_count_lines line
        where line.tenant_id = ${db.tenant.id} and line.count_id = ${batch.countId} and line.id = one.id
      )) from jsonb_to_recordset(${jsonRows(lines)}) as one (id uuid)) as are_there
    from stock_counts where tenant_id = ${db.tenant.id} and id = ${batch.countId} for share`.execute(db);
  const count = await findCount(db, batch.countId);
  // The answer to them was lost, and the count went on.
  if (rows[0]!.are_there) return count;
  if (caller.isCashier && !isForCashier(count))
    throw forbidden('The count {name} is not for cashiers', { name: count.name });
  assertOpen(count, ['OPEN', 'ENDED']);
  const person = await makerOf(db, caller.userName, batch.madeBy);
  const ids = lines.map(({ itemId }) => itemId);
  const items = await itemsById(db, ids, 'lines', 'held');
  readEach('lines', lines, ({ itemId, age }) => assertCounted(items.get(itemId)!, age, rows[0]!.open_ms));
  // A level may be ahead of the clock, when that was set back.
  await sql`
    insert into stock_count_lines (tenant_id, count_id, id, item_id, place, quantity, counted_by, counted_at)
    select ${db.tenant.id}, ${count.id}, line.id, line."itemId", coalesce(line.place, ''), line.quantity, ${person},
      case when line.age is null then greatest(clock_timestamp(), level.last_at)
        else clock_timestamp() - line.age * interval '1 millisecond' end
    from jsonb_to_recordset(${jsonRows(lines)}) as line (id uuid, "itemId" uuid, place text, quantity numeric, age numeric)
    left join stock_levels level on level.tenant_id = ${db.tenant.id} and level.item_id = line."itemId"
      and level.location_id = ${count.location_id}
    on conflict (tenant_id, count_id, id) do nothing`.execute(db);
  return count;
}

function readLine({ quantity, place, countedAt }: LineAsked, clock: Date | null) {
  return readAll({
    quantity: () => (quantity == null ? null : notNegative('quantity', quantity)),
    place: () => optionalText('place', place, MAX_LENGTH.code),
    age: () => (countedAt == null ? null : ageOf(countedAt, clock)),
  });
}

/** Milliseconds since the device counted, by its own clock. */
function ageOf(countedAt: Date, clock: Date | null): number {
  if (clock === null) throw badInput('{field} is needed with countedAt', { field: 'clock' });
  const age = clock.getTime() - countedAt.getTime();
  if (age < 0) throw badInput('{field} must not be later than clock', { field: 'countedAt' });
  return age;
}

function assertCounted(item: Item, age: number | null, openMs: number): void {
  assertGoods(item);
  if (item.tracking_mode !== 'NONE')
    throw badInput('{sku} is tracked by {mode}: its lots are counted by an adjustment of each', {
      ...{ field: 'itemId', sku: item.sku, mode: item.tracking_mode },
    });
  if (age !== null && age > openMs)
    throw badInput('{field} must not be earlier than the opening of the count', { field: 'countedAt' });
}

/** All of an item, as they came. */
export async function linesOfItem(db: TenantDb, countId: string, itemIds: readonly string[]): Promise<CountLine[]> {
  return rowsOf(db, 'stock_count_lines')
    .where('count_id', '=', countId)
    .where('item_id', 'in', itemIds)
    .orderBy('counted_at')
    .orderBy('id')
    .execute();
}
