// The roll-up of units sold and of the documents behind them: by item, day and month per location, by item and day per client, and of
// condensed items by all periods; in the transaction of the fact.
import { sql } from 'kysely';
import type { Decimal } from '../platform/decimal.ts';
import { jsonRows, prepared } from '../platform/sql.ts';
import { pipeline, type TenantDb } from '../tenancy/index.ts';
import { eachSum, ITEM_SALES } from './rollup.ts';
import { CLIENT_PERIODS, isKeptOfClient, PERIOD } from './sales-periods.ts';

/** A line of an invoice or of a credit that brought goods back. */
export interface SoldUnits {
  documentId: string;
  itemId: string;
  locationId: string;
  clientId: string;
  /** The tenant's calendar day on which the document was issued. */
  day: string;
  /** Negative where a credit, a void or a rejection takes them back. */
  units: Decimal;
}

/** Adds documents that count from now on, with all of their lines in the order of the document. */
export function recordSales(db: TenantDb, sold: readonly SoldUnits[]): Promise<void> {
  return addUp(db, sold, { documents: 1, documentsLeftOut: 0 });
}

/** Removes documents that no longer count, because they became void, canceled or rejected. */
export function takeBackSales(db: TenantDb, sold: readonly SoldUnits[]): Promise<void> {
  return addUp(db, sold, { documents: -1, documentsLeftOut: 1 });
}

/**
 * Rows are touched in key order, so that two transactions never wait for each other in a circle. The goods have moved before: what
 * condenses an item waits for their levels, so that this statement sees whether it is condensed.
 */
async function addUp(
  db: TenantDb,
  sold: readonly SoldUnits[],
  each: { documents: number; documentsLeftOut: number },
): Promise<void> {
  if (sold.length === 0) return;
  const rows = sold.map((one, ord) => ({
    ord,
    document_id: one.documentId,
    item_id: one.itemId,
    location_id: one.locationId,
    client_id: one.clientId,
    day: one.day,
    units: one.units,
  }));
  const statement = sql`
    ${prepared} with line as (
      select *,
        (row_number() over (partition by document_id, item_id order by ord) = 1)::int as leads,
        (row_number() over (partition by document_id, item_id, location_id order by ord) = 1)::int as is_first
      from jsonb_to_recordset(${jsonRows(rows)}) as r
        (ord int, document_id uuid, item_id uuid, location_id uuid, client_id uuid, day date, units numeric)
    ), sold as (
      select *, ${PERIOD} as period
      from line cross join ${CLIENT_PERIODS}
    ), by_location as (
      insert into item_sales as s (tenant_id, item_id, grain, period, location_id, ${eachSum(ITEM_SALES, (sum) => sum)})
      select ${db.tenant.id}, item_id, grain::"char", period, location_id, sum(units),
        sum(is_first) * ${each.documents}::int, sum(is_first) * ${each.documentsLeftOut}::int,
        sum(leads) * ${each.documents}::int, sum(leads) * ${each.documentsLeftOut}::int
      from sold
      where grain in ('D', 'M')
      group by item_id, grain, period, location_id order by item_id, grain, period, location_id
      on conflict (tenant_id, item_id, grain, period, location_id) do update set
        ${eachSum(ITEM_SALES, (sum) => `${sum} = s.${sum} + excluded.${sum}`)}
    )
    insert into client_sales as s (tenant_id, item_id, grain, period, client_id, units)
    select ${db.tenant.id}, item_id, grain::"char", period, client_id, sum(units) from sold
    where ${isKeptOfClient(db, 'sold')}
    group by item_id, grain, period, client_id order by item_id, grain, period, client_id
    on conflict (tenant_id, item_id, grain, period, client_id) do update set units = s.units + excluded.units`;
  await pipeline(db, statement);
}
