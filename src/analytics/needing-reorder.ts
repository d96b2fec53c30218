// Items of a tenant to order now, the most urgent first.
import { sql, type RawBuilder } from 'kysely';
import type { Decimal } from '../platform/decimal.ts';
import { prepared, type Sql } from '../platform/sql.ts';
import { localDay, type TenantDb, type Slice } from '../tenancy/index.ts';
import { availableAndSold } from './available-and-sold.ts';
import { coverage, type Coverage } from './coverage.ts';
import { incomingOf } from './incoming-quantity.ts';
import { windowOf } from './window.ts';

export const REORDER_REASONS = ['COVERAGE', 'REORDER_LEVEL', 'OUT_OF_STOCK'] as const;
export type ReorderReason = (typeof REORDER_REASONS)[number];

export interface ItemNeedingReorder extends Coverage {
  itemId: string;
  reasons: ReorderReason[];
  availableQuantity: Decimal;
  incomingQuantity: Decimal;
}

export interface ReorderAsked extends Slice {
  windowDays: number;
  /** Only those whose stock ends before goods can come while none are on order. */
  isUnordered?: boolean;
}

interface Row {
  total_count: number;
  item_id: string | null;
  reasons: ReorderReason[];
  available: Decimal;
  incoming: Decimal;
  units_sold: Decimal;
}

/**
 * An item needs to be ordered when what is available will not last until what is ordered today can come, when it is at its reorder
 * level or below (a level of 0 says nothing), or when it sells and there is none. First whose stock ends longest before
 * its goods can come, and among equals, who sells most; then, of those that do not sell, who is deepest below the level.
 */
export async function itemsNeedingReorder(
  db: TenantDb,
  { windowDays, limit, offset, isUnordered = false }: ReorderAsked,
  now: Date,
): Promise<{ records: ItemNeedingReorder[]; totalCount: number }> {
  const today = localDay(db.tenant.timeZone, now);
  const { rows } = await sql<Row>`
    ${prepared} with counted as (
      select item.id, item.sku, item.lead_time_days, item.reorder_level,
        coalesce(level.available, 0) as available, coalesce(sold.units_sold, 0) as units_sold
      from items item
      ${availableAndSold(db, windowOf(today, windowDays))}
      where item.tenant_id = ${db.tenant.id} and item.archived_at is null
    ), judged as (
      select *, case when units_sold > 0 then greatest(available, 0) * ${windowDays}::int / units_sold end as coverage
      from counted
    ), needing as (
      select *
      from (
        select *, array_remove(array[${sql.join(REORDER_REASONS.map(reasonIf))}], null) as reasons
        from judged
      ) with_reasons
      where cardinality(reasons) > 0 ${isUnordered ? ENDS_UNORDERED(db) : sql``}
    ), page as (
      select *
      from needing
      order by coverage - lead_time_days, greatest(units_sold, 0) desc, available - reorder_level, sku collate "C"
      limit ${limit} offset ${offset}
    )
    select total.count as total_count, page.id as item_id, page.reasons, page.available, page.units_sold, ${incomingOf(db, sql`page.id`)} as incoming
    from (select count(*) as count from needing) total
    left join page on true
    order by page.coverage - page.lead_time_days, greatest(page.units_sold, 0) desc,
      page.available - page.reorder_level, page.sku collate "C"`.execute(db);
  return {
    totalCount: rows[0]!.total_count,
    records: rows.flatMap(({ item_id: itemId, reasons, available, incoming, units_sold: unitsSold }) =>
      itemId === null
        ? []
        : [
            {
              itemId,
              reasons,
              availableQuantity: available,
              incomingQuantity: incoming,
              ...coverage({ unitsSold, windowDays, available, today }),
            },
          ],
    ),
  };
}

const CONDITIONS: Record<ReorderReason, RawBuilder<boolean>> = {
  COVERAGE: sql`coverage < lead_time_days`,
  REORDER_LEVEL: sql`reorder_level > 0 and available <= reorder_level`,
  OUT_OF_STOCK: sql`units_sold > 0 and available <= 0`,
};

const ENDS_UNORDERED = (db: TenantDb): Sql => sql`and reasons && array['COVERAGE', 'OUT_OF_STOCK']
  and ${incomingOf(db, sql`with_reasons.id`)} = 0`;

function reasonIf(reason: ReorderReason): Sql {
  return sql`case when ${CONDITIONS[reason]} then ${sql.lit(reason)} end`;
}
