// Sums anew, from invoices and credits, the units sold and the documents behind them.
import { sql, type RawBuilder } from 'kysely';
import type { ItemRange } from '../stock/index.ts';
import type { TenantDb } from '../tenancy/index.ts';
import { CLIENT_PERIODS, isKeptOfClient, ITEM_PERIODS, PERIOD } from './sales-periods.ts';
import { ITEM_SUMS, soldLines } from './sold-lines.ts';

/** Under the locks of the items' levels, which every sale holds. Answers how many rows were wrong. */
export async function rebuildSales(db: TenantDb, range: ItemRange): Promise<number> {
  const inRange = sql`tenant_id = ${db.tenant.id} and item_id > ${range.after} and item_id <= ${range.upTo}`;
  const byLocation = await sql`
    with ${soldLines(db, range)}, summed as (
      select item_id, grain, ${PERIOD} as period, location_id, ${ITEM_SUMS}
      from sold_line cross join ${ITEM_PERIODS}
      group by 1, 2, 3, 4
    ), present as (
      select item_id, grain::text as grain, period, location_id from item_sales where ${inRange}
    )
    insert into item_sales as s (tenant_id, item_id, grain, period, location_id, units, documents, documents_left_out,
      leading_documents, leading_documents_left_out)
    select ${db.tenant.id}, item_id, grain::"char", period, location_id, coalesce(units, 0), coalesce(documents, 0),
      coalesce(documents_left_out, 0), coalesce(leading_documents, 0), coalesce(leading_documents_left_out, 0)
    from summed full join present using (item_id, grain, period, location_id)
    order by item_id, grain::"char", period, location_id
    ${overwrite(['units', 'documents', 'documents_left_out', 'leading_documents', 'leading_documents_left_out'], 'location_id')}`.execute(
    db,
  );
  const byClient = await sql`
    with ${soldLines(db, range)}, summed as (
      select item_id, grain, ${PERIOD} as period, client_id, sum(units) as units
      from sold_line cross join ${CLIENT_PERIODS}
      where counts and ${isKeptOfClient(db, 'sold_line')}
      group by 1, 2, 3, 4
    ), present as (
      select item_id, grain::text as grain, period, client_id from client_sales
      where ${inRange} and ${isKeptOfClient(db, 'client_sales')}
    )
    insert into client_sales as s (tenant_id, item_id, grain, period, client_id, units)
    select ${db.tenant.id}, item_id, grain::"char", period, client_id, coalesce(units, 0)
    from summed full join present using (item_id, grain, period, client_id)
    order by item_id, grain::"char", period, client_id
    ${overwrite(['units'], 'client_id')}`.execute(db);
  return Number(byLocation.numAffectedRows ?? 0) + Number(byClient.numAffectedRows ?? 0);
}

/** Rows that are right are not written. */
function overwrite(sums: readonly string[], key: 'location_id' | 'client_id'): RawBuilder<unknown> {
  const old = sql.join(sums.map((sum) => sql.ref(`s.${sum}`)));
  const anew = sql.join(sums.map((sum) => sql.ref(`excluded.${sum}`)));
  const set = sql.join(sums.map((sum) => sql`${sql.ref(sum)} = ${sql.ref(`excluded.${sum}`)}`));
  return sql`
    on conflict (tenant_id, item_id, grain, period, ${sql.ref(key)}) do update set ${set}
    where (${old}) is distinct from (${anew})`;
}
