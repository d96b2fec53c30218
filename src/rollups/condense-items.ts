// Buyers of an item are summed up by days; buyers of an item with many of them also by longer periods, so that a long window reads few
// rows. Housekeeping finds these items.
import { sql } from 'kysely';
import { recurringJob } from '../jobs/index.ts';
import type { Clock } from '../platform/clock.ts';
import { codeOf } from '../platform/error-code.ts';
import type { Logger } from '../platform/log.ts';
import type { Sql } from '../platform/sql.ts';
import { inEachTenant, inTenant, localDay, type DatabaseContext, type TenantDb } from '../tenancy/index.ts';
import { CLIENT_PERIODS, PERIOD } from './sales-periods.ts';

export const condenseItemsDuty = recurringJob('condense-items', 3600);

/** Rows by days of one month: with more in any it is condensed, with fewer in each no longer. */
interface Limits {
  many: number;
  few: number;
}

/** Two years of months with 500 are 12,000 rows, some 200 pages. */
const LIMITS: Limits = { many: 500, few: 250 };
/** The longest window that the dashboard asks. */
const MONTHS = 24;

export async function condenseItems(
  context: DatabaseContext & { clock: Clock; log: Logger },
  limits = LIMITS,
): Promise<void> {
  await inEachTenant(context, async (own) => {
    const { tenant, clock, log } = own;
    const today = localDay(tenant.timeZone, clock.now());
    for (const { itemId, isMany } of await own.inTenant((db) => itemsToChange(db, today, limits))) {
      try {
        await inTenant(own, tenant, (db) => (isMany ? condense(db, itemId) : release(db, itemId)), {
          role: 'app_rebuild',
        });
      } catch (error) {
        if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
        log.info({ tenantId: tenant.id, itemId }, 'an item is being sold all the time; it is condensed another night');
      }
    }
  });
}

/** A day of a client is a row only if a document says so: so items with few documents need not be looked at. */
async function itemsToChange(
  db: TenantDb,
  today: string,
  { many, few }: Limits,
): Promise<{ itemId: string; isMany: boolean }[]> {
  const { rows } = await sql<{ item_id: string; is_many: boolean }>`
    with month as (
      select item_id, period
      from item_sales
      where tenant_id = ${db.tenant.id} and grain = 'M'
        and period > date_trunc('month', ${today}::date) - ${MONTHS}::int * interval '1 month'
      group by item_id, period
      having sum(documents + documents_left_out) > ${few}::int
    ), busiest as (
      select item_id, max(client_days) as client_days
      from month
      cross join lateral (
        select count(*) as client_days
        from client_sales
        where tenant_id = ${db.tenant.id} and item_id = month.item_id and grain = 'D'
          and period >= month.period and period < month.period + interval '1 month'
      ) counted
      group by item_id
    )
    select item_id, coalesce(client_days, 0) > ${many}::int as is_many
    from busiest
    full join (
      select id as item_id, condensed.item_id is not null as is_condensed
      from items
      left join condensed_items condensed on condensed.tenant_id = items.tenant_id and condensed.item_id = items.id
      -- 1.8.0 kept years of every item.
      where items.tenant_id = ${db.tenant.id} and exists (
        select from client_sales s where s.tenant_id = items.tenant_id and s.item_id = items.id and s.grain = 'Y')
    ) kept using (item_id)
    where case when is_condensed then coalesce(client_days, 0) <= ${few}::int
      when coalesce(client_days, 0) > ${many}::int then true
      else is_condensed is not null end
    order by item_id`.execute(db);
  return rows.map(({ item_id: itemId, is_many: isMany }) => ({ itemId, isMany }));
}

/** From this transaction on each sale of the item keeps all periods, and they hold what was sold up to it. */
export async function condense(db: TenantDb, itemId: string): Promise<void> {
  await waitForSales(db, itemId);
  await sql`
    insert into condensed_items (tenant_id, item_id) values (${db.tenant.id}, ${itemId})
    on conflict do nothing`.execute(db);
  await sql`
    insert into client_sales (tenant_id, item_id, grain, period, client_id, units)
    select tenant_id, item_id, grain::"char", period, client_id, sum(units)
    from (
      select *, ${PERIOD} as period
      from (select tenant_id, item_id, client_id, units, period as day from client_sales
        where ${ofItem(db, itemId)} and grain = 'D') sold_on_day
      cross join ${CLIENT_PERIODS}
      where grain <> 'D'
    ) sold
    group by 1, 2, 3, 4, 5 order by 3, 4, 5
    on conflict (tenant_id, item_id, grain, period, client_id) do update set units = excluded.units`.execute(db);
}

export async function release(db: TenantDb, itemId: string): Promise<void> {
  await waitForSales(db, itemId);
  await sql`delete from client_sales where ${ofItem(db, itemId)} and grain <> 'D'`.execute(db);
  await sql`delete from condensed_items where ${ofItem(db, itemId)}`.execute(db);
}

/**
 * Until no transaction that sells the item is under way, and the next one waits for ours: each holds the level of its goods before it
 * records the sale, and one that makes a level holds the item, by the level's foreign key. Where we wait for one of them that waits
 * for us, it is we who give up, long before the database looks for the circle.
 */
async function waitForSales(db: TenantDb, itemId: string): Promise<void> {
  await sql.raw(`set local lock_timeout = ${LOCK_WAIT_MS}`).execute(db);
  await sql`select from items where tenant_id = ${db.tenant.id} and id = ${itemId} for update`.execute(db);
  await sql`select from stock_levels where ${ofItem(db, itemId)} order by location_id for update`.execute(db);
}

const LOCK_WAIT_MS = 300;
const LOCK_NOT_AVAILABLE = '55P03';

function ofItem(db: TenantDb, itemId: string): Sql {
  return sql`tenant_id = ${db.tenant.id} and item_id = ${itemId}`;
}
