// Counts that triggers keep while documents and notices are written (migration 0034), so that no question counts millions of rows.
import { sql } from 'kysely';
import type { TenantDb } from '../tenancy/index.ts';
import type { KeptCountRow } from './tables.ts';

/** How many notices have come. Numbers in their classes are counted by their audit, which knows what is still under way. */
export async function keptNotices(db: TenantDb): Promise<number> {
  const { rows } = await sql<Pick<KeptCountRow, 'count'>>`
    select coalesce(sum(count), 0)::int as count from kept_counts
    where tenant_id = ${db.tenant.id} and subject = 'notices'`.execute(db);
  return rows[0]!.count;
}

/** Compares each count with the rows that it counts. */
export async function verifyCounts(db: TenantDb) {
  const { rows } = await sql<{ subject: string; class: string; is: number; should: number }>`
    select subject, class, coalesce(kept.count, 0)::int as is, coalesce(counted.count, 0)::int as should
    from (select subject, class, sum(count) as count from kept_counts where tenant_id = ${db.tenant.id} group by 1, 2) kept
    full join true_counts(${db.tenant.id}) counted using (subject, class)
    where coalesce(kept.count, 0) <> coalesce(counted.count, 0)
    order by 1, 2`.execute(db);
  return rows.map(({ subject, class: name, is, should }) => ({
    check: 'kept count',
    itemId: null,
    locationId: null,
    detail: `${[subject, name].filter(Boolean).join(' ')} is ${is}, counted ${should}`,
  }));
}

/** Answers how many counts were wrong. */
export async function rebuildCounts(db: TenantDb): Promise<number> {
  const wrong = await verifyCounts(db);
  if (wrong.length > 0) await sql`select correct_counts(${db.tenant.id})`.execute(db);
  return wrong.length;
}
