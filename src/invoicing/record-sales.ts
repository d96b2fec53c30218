// The roll-up of units sold: by item, day and month, per location and per client, in the transaction of the fact.
import { sql } from 'kysely';
import type { Decimal } from '../platform/decimal.ts';
import { jsonRows } from '../platform/sql.ts';
import type { TenantDb } from '../tenancy/index.ts';

export interface SoldUnits {
  itemId: string;
  locationId: string;
  clientId: string;
  /** The tenant's calendar day on which the invoice or the credit was issued. */
  day: string;
  /** Negative where a credit, a void or a rejection takes them back. */
  units: Decimal;
}

/** Rows are touched in key order, so that two transactions never wait for each other in a circle. */
export async function recordSales(db: TenantDb, sold: readonly SoldUnits[]): Promise<void> {
  if (sold.length === 0) return;
  const rows = sold.map((one) => ({
    item_id: one.itemId,
    location_id: one.locationId,
    client_id: one.clientId,
    day: one.day,
    units: one.units,
  }));
  await sql`
    with sold as (
      select item_id, location_id, client_id, grain, case grain when 'D' then day else date_trunc('month', day)::date end as period, units
      from jsonb_to_recordset(${jsonRows(rows)}) as r (item_id uuid, location_id uuid, client_id uuid, day date, units numeric)
      cross join (values ('D'), ('M')) as g (grain)
    ), by_location as (
      insert into item_sales as s (tenant_id, item_id, grain, period, location_id, units)
      select ${db.tenant.id}, item_id, grain::"char", period, location_id, sum(units) from sold
      group by item_id, grain, period, location_id order by item_id, grain, period, location_id
      on conflict (tenant_id, item_id, grain, period, location_id) do update set units = s.units + excluded.units
    )
    insert into client_sales as s (tenant_id, item_id, grain, period, client_id, units)
    select ${db.tenant.id}, item_id, grain::"char", period, client_id, sum(units) from sold
    group by item_id, grain, period, client_id order by item_id, grain, period, client_id
    on conflict (tenant_id, item_id, grain, period, client_id) do update set units = s.units + excluded.units`.execute(
    db,
  );
}
