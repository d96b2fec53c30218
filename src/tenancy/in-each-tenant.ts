// Housekeeping of all tenants, one after the other.
import { listTenants } from './find-tenant.ts';
import { ofTenant, type DatabaseContext, type OfTenant, type TenantDb } from './in-tenant.ts';

/** A tenant whose work fails keeps no other from its turn: the last failure is thrown at the end, so that the job is tried again. */
export async function inEachTenant<Context extends DatabaseContext>(
  context: Context,
  work: (own: OfTenant<Context>) => Promise<void>,
): Promise<void> {
  let failure: Error | undefined;
  for (const tenant of await listTenants(context)) {
    await work(ofTenant(context, tenant)).catch((cause: unknown) => {
      failure = new Error(`not done for tenant ${tenant.id}`, { cause });
    });
  }
  if (failure) throw failure;
}

/** Each batch in a transaction of its own, for as long as `work` answers that more may be left. */
export async function batchByBatch(
  inTenant: OfTenant['inTenant'],
  work: (db: TenantDb) => Promise<boolean>,
): Promise<void> {
  while (await inTenant(work)) {
    // The next batch.
  }
}
