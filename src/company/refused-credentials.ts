// Flag of a tenant whose credentials the PAC refuses.
import { sql } from 'kysely';
import { inSystem, type DatabaseContext, type Tenant } from '../tenancy/index.ts';

/** The PAC refuses the credentials of a company; shown to the operator until it takes a document or a void, with when it began. */
export async function flagCredentials(context: DatabaseContext, companyId: string): Promise<void> {
  await inSystem(context, async (db) => {
    await sql`
      update tenants set pac_credentials_refused_at = now()
      where ${companyId} in (pac_company_id, pac_second_company_id) and pac_credentials_refused_at is null`.execute(db);
  });
}

/** The PAC has taken a document or a void of this tenant again. */
export async function unflagCredentials(context: DatabaseContext, tenant: Tenant): Promise<void> {
  await inSystem(context, async (db) => {
    await sql`
      update tenants set pac_credentials_refused_at = null
      where id = ${tenant.id} and pac_credentials_refused_at is not null`.execute(db);
  });
}
