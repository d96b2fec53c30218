// How long the stock of many items lasts, in one question: what a list of items shows beside each.
import { sql } from 'kysely';
import type { Decimal } from '../platform/decimal.ts';
import { localDay, type TenantDb } from '../tenancy/index.ts';
import { availableAndSold } from './available-and-sold.ts';
import { coverage, type Coverage } from './coverage.ts';
import { windowOf } from './window.ts';

export interface ItemCoverage extends Coverage {
  itemId: string;
}

interface Row {
  item_id: string;
  available: Decimal;
  units_sold: Decimal;
}

export async function itemCoverages(
  db: TenantDb,
  itemIds: readonly string[],
  windowDays: number,
  now: Date,
): Promise<ItemCoverage[]> {
  const today = localDay(db.tenant.timeZone, now);
  const { rows } = await sql<Row>`
    select item.id as item_id, level.available, sold.units_sold
    from items item
    ${availableAndSold(db, windowOf(today, windowDays))}
    where item.tenant_id = ${db.tenant.id} and item.id = any(${itemIds})`.execute(db);
  return rows.map(({ item_id: itemId, available, units_sold: unitsSold }) => ({
    itemId,
    ...coverage({ unitsSold, windowDays, available, today }),
  }));
}
