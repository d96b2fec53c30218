// Idempotency keys are kept for 30 days, plans for 7 after their hour; a daily job removes older ones.
import { sql } from 'kysely';
import { sqlCount } from '../platform/sql.ts';
import { dailyJob } from '../jobs/index.ts';
import { batchByBatch, inEachTenant, type DatabaseContext, type TenantDb } from '../tenancy/index.ts';

export const expireKeysDuty = dailyJob('expire-keys');

const KEPT_DAYS = 30;
/** Shorter than the key of what was confirmed: a plan is never confirmed again. */
const PLANS_KEPT_DAYS = 7;
const BATCH = 10_000;

export function expireAllKeys(context: DatabaseContext): Promise<void> {
  return inEachTenant(context, async ({ inTenant }) => {
    await inTenant((db) =>
      sql`
        delete from plans
        where tenant_id = ${db.tenant.id} and expires_at < now() - ${PLANS_KEPT_DAYS} * interval '1 day'`.execute(db),
    );
    await batchByBatch(inTenant, async (db) => (await expireKeys(db)) === BATCH);
  });
}

/** Answers how many were removed. Keys of imported lines stay: a line is booked once, whenever its file is imported again. */
function expireKeys(db: TenantDb): Promise<number> {
  return sqlCount(db)`
    delete from requests where tenant_id = ${db.tenant.id} and idempotency_key in (
      select idempotency_key from requests
      where tenant_id = ${db.tenant.id} and created_at < now() - ${KEPT_DAYS} * interval '1 day'
        and request ->> 'operation' <> 'importStock'
      limit ${BATCH})`;
}
