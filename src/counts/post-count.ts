// Posts a count: each difference becomes a movement, all of them or none, once.
import { sql } from 'kysely';
import { sqlRows } from '../platform/sql.ts';
import { v7 as uuid } from 'uuid';
import { compare, type Decimal } from '../platform/decimal.ts';
import { conflict } from '../platform/errors.ts';
import { lockLevels, moveGoods, type GoodsMovement } from '../stock/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { compared } from './compare.ts';
import { assertOpen, lockCount, moveTo, type StockCount } from './counts.ts';

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
  const { rows } = await sql<{ item_id: string; difference: Decimal }>`
    select item_id, difference from (${compared(db, count)}) found order by item_id`.execute(db);
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
  return moveTo(db, id, 'POSTED', userName);
}
