// Posts a count: each difference becomes a movement, all of them or none, once.
import { sql, type RawBuilder } from 'kysely';
import { sqlRows } from '../platform/sql.ts';
import { v7 as uuid } from 'uuid';
import { compare, type Decimal } from '../platform/decimal.ts';
import { conflict } from '../platform/errors.ts';
import { lockLevels, moveGoods, type GoodsMovement } from '../stock/index.ts';
import { changeRow, newStatus, type TenantDb } from '../tenancy/index.ts';
import { compared } from './compare.ts';
import { assertOpen, lockCount, type StockCount } from './counts.ts';

export async function lineCountOf(db: TenantDb, countId: string): Promise<number> {
  const rows = await sqlRows<{ n: number }>(db)`
    select count(*)::int as n from stock_count_lines where tenant_id = ${db.tenant.id} and count_id = ${countId}`;
  return rows[0]!.n;
}

/**
 * `lineCount` says which lines were reviewed: others make it a CONFLICT. With the levels locked, every movement up to the instants of
 * counting is in the ledger, and what comes after them stays as it is. A count is a fact, which no reservation refuses.
 */
export async function postCount(
  db: TenantDb,
  { id, lineCount }: { id: string; lineCount: number },
  userName: string,
): Promise<StockCount> {
  const count = await lockCount(db, id);
  if (count.status === 'POSTED') return count;
  assertOpen(count, ['ENDED']);
  const lines = await lineCountOf(db, id);
  if (lines !== lineCount)
    throw conflict('The count has {lines} lines, and {reviewed} were reviewed', { lines, reviewed: lineCount });
  const counted = await sqlRows<{ item_id: string }>(db)`
    select distinct line.item_id from stock_count_lines line left join stock_levels level
      on level.tenant_id = line.tenant_id and level.item_id = line.item_id and level.location_id = ${count.location_id}
    where line.tenant_id = ${db.tenant.id} and line.count_id = ${id} and (level.item_id is not null or line.quantity > 0)`;
  const levels = counted.map(({ item_id: itemId }) => ({ itemId, locationId: count.location_id }));
  await lockLevels(db, levels);
  const { rows } = await sql<{ item_id: string; difference: Decimal; sku: string; is_moved: boolean }>`
    select item_id, difference, sku, ${isMovedByOther(db, count)} as is_moved
    from (${compared(db, count)}) found join items on items.tenant_id = ${db.tenant.id} and items.id = found.item_id
    order by item_id`.execute(db);
  const moved = rows.filter(({ is_moved: isMoved }) => isMoved).map(({ sku }) => sku);
  if (moved.length > 0)
    throw conflict('Another count that was posted since has moved {skus}: it must be counted again', {
      skus: moved.toSorted().join(', '),
    });
  const movements = rows
    .filter(({ difference }) => compare(difference, '0') !== 0)
    .map(({ item_id, difference }): GoodsMovement => ({
      ...{ itemId: item_id, locationId: count.location_id, change: difference, description: count.name },
      source: { type: 'MANUAL_ADJUSTMENT', id: uuid() },
    }));
  await moveGoods(db, movements, { createdBy: userName, allowShortage: true });
  await sql`
    update stock_count_lines line set cost = items.average_cost from items
    where line.tenant_id = ${db.tenant.id} and line.count_id = ${id}
      and items.tenant_id = line.tenant_id and items.id = line.item_id`.execute(db);
  return changeRow(db, 'stock_counts', id, newStatus('POSTED', userName));
}

/**
 * The same goods were found missing, or too many, by two counts: the second one would move them twice. What a count has moved is an
 * adjustment by who posted it, under its name, since its posting began.
 */
function isMovedByOther(db: TenantDb, { id, location_id: location }: StockCount): RawBuilder<boolean> {
  return sql<boolean>`
    exists (
      select from inventory_logs log join stock_counts other on other.tenant_id = log.tenant_id and other.location_id = log.location_id
      where log.tenant_id = ${db.tenant.id} and log.item_id = found.item_id and log.location_id = ${location}
        and log.movement_type = 'AJUSTE' and log.occurred_at > found.counted_at
        and other.id <> ${id} and other.status = 'POSTED' and log.occurred_at >= other.status_at
        and log.description = other.name and log.created_by = other.status_by
        and exists (
          select from stock_count_lines line
          where line.tenant_id = other.tenant_id and line.count_id = other.id and line.item_id = log.item_id))`;
}
