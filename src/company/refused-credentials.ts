// Flag of a tenant whose credentials the PAC refuses.
import { sql } from 'kysely';
import { inSystem, type DatabaseContext, type Tenant } from '../tenancy/index.ts';

/** The PAC refuses this tenant's credentials; shown to the operator until a call succeeds, with when it began. */
export async function flagCredentials(context: DatabaseContext, tenant: Tenant): Promise<void> {
  await inSystem(context, async (db) => {
    await sql`
      update tenants set pac_credentials_refused_at = now()
      where id = ${tenant.id} and pac_credentials_refused_at is null`.execute(db);
  });
}

/** The PAC has taken a call of this tenant's again. */
export async function unflagCredentials(context: DatabaseContext, tenant: Tenant): Promise<void> {
  await inSystem(context, async (db) => {
    await sql`
      update tenants set pac_credentials_refused_at = null
      where id = ${tenant.id} and pac_credentials_refused_at is not null`.execute(db);
  });
}
