// The secrets that sign what is sent to a tenant's webhooks: by endpoint the one that holds, and those before. No statement of the tenant reads them.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { asRole, type TenantDb } from '../tenancy/index.ts';

/** As Standard Webhooks writes one. */
export function newEndpointSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** A new one, which is answered here and nowhere else, ever; the newest `kept` stay beside it. */
export async function rotateEndpointSecret(db: TenantDb, endpointId: string, kept = 1): Promise<string> {
  const secret = newEndpointSecret();
  await asRole(db, 'app_system', (system) =>
    sql`
      update tenants set endpoints_secret = jsonb_set(endpoints_secret, array[${endpointId}::text],
        jsonb_build_array(${secret}::text) || coalesce(jsonb_path_query_array(
          endpoints_secret -> ${endpointId}, '$[0 to $kept]', jsonb_build_object('kept', ${kept - 1}::int)), '[]'))
      where id = ${db.tenant.id}`.execute(system),
  );
  return secret;
}

/** The newest first. */
export async function readEndpointSecrets(db: TenantDb, endpointId: string): Promise<string[]> {
  const { rows } = await asRole(db, 'app_system', (system) =>
    sql<{ secrets: string[] | null }>`
      select endpoints_secret -> ${endpointId} as secrets from tenants where id = ${db.tenant.id}`.execute(system),
  );
  return rows[0]?.secrets ?? [];
}

export async function removeEndpointSecrets(db: TenantDb, endpointId: string): Promise<void> {
  await asRole(db, 'app_system', (system) =>
    sql`
      update tenants set endpoints_secret = endpoints_secret - ${endpointId}::text
      where id = ${db.tenant.id}`.execute(system),
  );
}
