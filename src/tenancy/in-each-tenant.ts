// Housekeeping of all tenants, one after the other.
import { listTenants } from './find-tenant.ts';
import { inTenant, type DatabaseContext, type TenantDb } from './in-tenant.ts';

/** Each batch in a transaction of its own; `work` answers how many were in it, fewer than `most` in the tenant's last. */
export async function batchByBatch(
  context: DatabaseContext,
  most: number,
  work: (db: TenantDb) => Promise<number>,
): Promise<void> {
  for (const tenant of await listTenants(context)) {
    while ((await inTenant(context, tenant, work)) === most) {
      // The next batch.
    }
  }
}
