// Days and months that are over are counted once, in the background, and kept; one that a later change of its documents has made untrue is counted again.
import { sql, type RawBuilder } from 'kysely';
import { recurringJob } from '../jobs/index.ts';
import { fiscalDay, isAtSale, PANAMA } from '../invoicing/index.ts';
import type { Clock } from '../platform/clock.ts';
import { overwriting, type Sql } from '../platform/sql.ts';
import { batchByBatch, inEachTenant, localDay, type DatabaseContext, type TenantDb } from '../tenancy/index.ts';
import { keepSomeMonth } from './fiscal-month.ts';
import { COLUMNS, KEPT_DIMENSIONS, soldOn, SUMS, sums, type AskedDay } from './sold.ts';

export const keepSalesDuty = recurringJob('keep-sales', 3000);

const DAYS_AT_ONCE = 31;
/** No transaction that writes a document lasts longer, and no two clocks differ by more. */
const MARGIN_MS = 3_600_000;

export function keepSales(context: DatabaseContext & { clock: Clock }): Promise<void> {
  return inEachTenant(context, async ({ inTenant, clock }) => {
    const now = clock.now();
    await batchByBatch(inTenant, (db) => keepSomeDays(db, now));
    await inTenant((db) => keepSomeMonth(db, now));
  });
}

/**
 * Days that are kept and no longer true: of documents that were written, filed, voided, canceled or judged since all kept days were last
 * looked at, found by the index of changes, and of the notes of such invoices. A payment changes a sale only where it is of that instant, and is
 * corrected or entered later; one that was made since then is of a sale that is found already.
 */
export function untrueDays(db: TenantDb): RawBuilder<{ day: string }> {
  const tenant = sql`tenant_id = ${db.tenant.id}`;
  const since = sql`(select counted_at from kept_sales where ${tenant} and dimension = 'DAY' and grain = 'D' order by period desc limit 1)`;
  const tables = ['invoices', 'credits', 'debit_notes'].map(
    (table) => sql`
      select id, issue_day, ${fiscalDay(table)} as fiscal_day, issued_at, voided_at, canceled_at from ${sql.table(table)}
      where ${tenant} and changed_minute >= date_bin('1 minute', ${since}, 'epoch')`,
  );
  return sql`
    with changed as materialized (
      select one.id, one.issue_day, one.fiscal_day from (${sql.join(tables, sql` union all `)}) one
      join fiscal_documents document on document.tenant_id = ${db.tenant.id} and document.id = one.id
      where greatest(one.issued_at, one.voided_at, one.canceled_at, document.created_at, document.settled_at) >= ${since}
      union all
      select sale.id, sale.issue_day, ${fiscalDay('sale')} from payments payment
      join invoices sale on sale.tenant_id = ${db.tenant.id} and sale.id = payment.invoice_id
      where payment.tenant_id = ${db.tenant.id} and payment.updated_at >= ${since} and payment.paid_at < ${since} and ${isAtSale(db)}
    )
    select distinct untrue.day::text as day from (
      select issue_day as day from changed
      union all select fiscal_day from changed
      ${sql.join(
        ['credits', 'debit_notes'].map(
          (table) => sql`union all select ${fiscalDay(table)} from changed
            join ${sql.table(table)} on ${sql.ref(`${table}.tenant_id`)} = ${db.tenant.id} and ${sql.ref(`${table}.invoice_id`)} = changed.id`,
        ),
        sql` `,
      )}
    ) untrue join kept_sales kept on kept.tenant_id = ${db.tenant.id} and kept.dimension = 'DAY' and kept.grain = 'D' and kept.period = untrue.day`;
}

/** Answers whether there are more. The newest days are counted first. */
export async function keepSomeDays(db: TenantDb, now: Date): Promise<boolean> {
  const ofTenant = sql`tenant_id = ${db.tenant.id}`;
  await sql`select pg_advisory_xact_lock(hashtextextended('kept_sales' || ${db.tenant.id}, 0))`.execute(db);
  const { rows: untrue } = await untrueDays(db).execute(db);
  const first = ['invoices', 'credits', 'debit_notes'].map(
    (table) =>
      sql`(select least(issue_day, fiscal_day) as day from ${sql.table(table)} where ${ofTenant} order by issued_at limit 1)`,
  );
  const { rows: missing } = await sql<{ day: string }>`
    select series.day::date::text as day
    from (select min(day) as first from (${sql.join(first, sql` union all `)}) one) bounds
    cross join lateral generate_series(bounds.first, least(${localDay(db.tenant.timeZone, now)}::date, ${localDay(PANAMA, now)}::date) - 1, '1 day') series (day)
    where not exists (
      select from kept_sales where ${ofTenant} and dimension = 'DAY' and grain = 'D' and period = series.day::date)
    order by series.day desc limit ${sql.lit(DAYS_AT_ONCE)}`.execute(db);
  const days = [...untrue, ...missing].map(({ day }) => day);
  if (days.length === 0) return false;
  await countDays(db, days, new Date(now.getTime() - MARGIN_MS));
  return missing.length === DAYS_AT_ONCE;
}

/** `at`: changes of documents up to it are counted. */
async function countDays(db: TenantDb, days: readonly string[], at: Date): Promise<void> {
  await writeRows(db, at, rowsOfDays(db, days), 'D', days);
  const ofDay = sql`tenant_id = ${db.tenant.id} and dimension = 'DAY' and grain = 'D'`;
  // A month is kept once each of its days is.
  const { rows } = await sql<{ month: string }>`
    select month::text from (select distinct date_trunc('month', day)::date as month from unnest(${days}::date[]) day) of_days
    where (select count(*) from kept_sales where ${ofDay} and period >= month and period < month + interval '1 month')
      = extract(day from month + interval '1 month' - interval '1 day')`.execute(db);
  const months = rows.map(({ month }) => month);
  await writeRows(db, at, rowsOfMonths(db, months), 'M', months);
  await sql`
    update kept_sales set counted_at = ${at}
    where ${ofDay} and period = (select max(period) from kept_sales where ${ofDay})`.execute(db);
}

/** A day on which nothing was sold has a row as well. */
export function rowsOfDays(db: TenantDb, days: readonly string[]): Sql {
  const wholeDays = days.map((day): AskedDay => ({ day, time: null }));
  return sql`with sold as materialized (${soldOn(db, wholeDays)})
    select 'D'::"char" as grain, day as period, dimension, key, ${COLUMNS}, unit_cost from sold
    union all
    select 'D', day, 'DAY', '', ${sql.join(SUMS.map(() => sql`0`))}, null
    from unnest(${days}::date[]) day where day not in (select day from sold)`;
}

export function rowsOfMonths(db: TenantDb, months: readonly string[]): Sql {
  return sql`select 'M'::"char" as grain, month as period, kept.dimension, key, ${sums()}, null::numeric as unit_cost
    from unnest(${months}::date[]) month cross join unnest(${KEPT_DIMENSIONS}::text[]) asked
    join kept_sales kept on tenant_id = ${db.tenant.id} and kept.dimension = asked and grain = 'D'
      and period >= month and period < month + interval '1 month'
    group by month, kept.dimension, key`;
}

/** Rows in the place of those of the periods; what is the same is not written. */
async function writeRows(
  db: TenantDb,
  at: Date,
  rows: Sql,
  grain: 'D' | 'M',
  periods: readonly string[],
): Promise<void> {
  if (periods.length === 0) return;
  const columns = [...SUMS, 'unit_cost'];
  await sql`
    with rows as materialized (${rows}), gone as (
      delete from kept_sales kept
      where tenant_id = ${db.tenant.id} and dimension = any (${KEPT_DIMENSIONS}::text[]) and grain = ${sql.lit(grain)} and period = any (${periods}::date[])
        and not exists (select from rows where (rows.dimension, rows.period, rows.key) = (kept.dimension, kept.period, kept.key))
    )
    insert into kept_sales as kept (tenant_id, grain, period, dimension, key, ${sql.join(columns.map((name) => sql.ref(name)))}, counted_at)
    select ${db.tenant.id}, rows.*, ${at}::timestamptz from rows
    on conflict (tenant_id, dimension, grain, period, key) ${overwriting('kept', columns)}`.execute(db);
}

/** Days are counted anew by the next hour, with what goods cost then. */
export async function forgetSales(db: TenantDb): Promise<void> {
  await sql`delete from kept_sales where tenant_id = ${db.tenant.id} and dimension = 'DAY'`.execute(db);
}
