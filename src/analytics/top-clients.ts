// The clients that buy most of an item (answer 13).
import { sql } from 'kysely';
import type { Decimal } from '../platform/decimal.ts';
import { prepared } from '../platform/sql.ts';
import { localDay, type TenantDb } from '../tenancy/index.ts';
import { salesInWindow } from './sales-in-window.ts';
import { firstRowOrNotFound, ofSubject, subjectOf } from './subject.ts';
import { windowOf } from './window.ts';

export type TopClient = Awaited<ReturnType<typeof topClients>>[number];

interface Row {
  location_known: boolean;
  client_id: string | null;
  client_name: string;
  units_sold: Decimal;
}

/** By net units, most first; ties by name, then by id; clients whose returns outweigh their purchases are left out. */
export async function topClients(
  db: TenantDb,
  { itemId, windowDays, limit }: { itemId: string; windowDays: number; limit: number },
  now: Date,
) {
  const window = windowOf(localDay(db.tenant.timeZone, now), windowDays);
  // Ranked by units alone first: names are looked up for those who can still be among the first, not for every client.
  const { rows } = await sql<Row>`
    ${prepared} with item as (
      select exists (select from condensed_items where ${ofSubject(db, { itemId })}) as is_condensed
    ), foremost as (
      select client_id, sum(units) as units_sold
      from (
        ${salesInWindow('client_sales', sql`not (select is_condensed from item) and ${ofSubject(db, { itemId })}`, window)}
        union all
        ${salesInWindow('condensed_client_sales', sql`(select is_condensed from item) and ${ofSubject(db, { itemId })}`, window)}
      ) part
      group by client_id
      having sum(units) > 0
      order by units_sold desc
      fetch first (${limit}) rows with ties
    ), named as (
      select foremost.*, client.name collate "C" as client_name
      from foremost
      join clients client on client.tenant_id = ${db.tenant.id} and client.id = foremost.client_id
    )
    select subject.location_known, named.client_id, named.client_name, named.units_sold
    from (${subjectOf(db, { itemId })}) subject
    left join named on true
    order by named.units_sold desc, named.client_name, named.client_id
    limit ${limit}`.execute(db);
  firstRowOrNotFound(rows);
  return rows.flatMap(({ client_id: clientId, client_name: clientName, units_sold: unitsSold }) =>
    clientId === null ? [] : [{ clientId, clientName, unitsSold }],
  );
}
