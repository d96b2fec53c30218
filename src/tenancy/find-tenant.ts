// Finds tenants; the one thing done outside of any tenant.
import { sql, type Selectable } from 'kysely';
import { chosenCafe } from '../fiscal/cafe.ts';
import { inSystem, type DatabaseContext } from './in-tenant.ts';
import { hasOrHad } from './pac-account.ts';
import { SETTING_COLUMNS, type Tenant } from './tenant.ts';
import type { TenantRow } from './tables.ts';

/** Without its secrets: a tenant is handed to every resolver. */
export function toTenant(row: Selectable<TenantRow>): Tenant {
  const settings = Object.entries(SETTING_COLUMNS).map(([setting, column]) => [setting, row[column]]);
  return {
    id: row.id,
    ...(Object.fromEntries(settings) as Pick<Tenant, keyof typeof SETTING_COLUMNS>),
    cafe: chosenCafe({ format: row.cafe_format, delivery: row.cafe_delivery }),
    pacCredentialsRefusedAt: row.pac_credentials_refused_at,
    suspendedAt: row.suspended_at,
    closedAt: row.closed_at,
    hasPacKey: row.has_pac_key,
    pacQuotas: row.pac_quotas,
    otherMakes: Object.fromEntries(row.former_accounts_secret.map(({ companyId, make = null }) => [companyId, make])),
  };
}

export async function findTenant(context: DatabaseContext, id: string): Promise<Tenant | undefined> {
  return inSystem(context, async (db) => {
    const row = await db.selectFrom('tenants').selectAll().where('id', '=', id).executeTakeFirst();
    return row && toTenant(row);
  });
}

/** All tenants that are here, oldest first. */
export async function listTenants(context: DatabaseContext): Promise<Tenant[]> {
  return inSystem(context, async (db) => {
    const rows = await db.selectFrom('tenants').selectAll().orderBy('created_at').orderBy('id').execute();
    return rows.filter(({ place }) => !['LEAVING', 'GONE', 'ARRIVING'].includes(place)).map(toTenant);
  });
}

/** Place of a tenant, as this installation knows it: by its id, or by a company at the PAC that it has or had. */
export async function placeOf(context: DatabaseContext, whose: { tenant: string } | { company: string }) {
  return inSystem(context, async (db) => {
    const named = 'tenant' in whose ? sql<boolean>`id = ${whose.tenant}` : hasOrHad(whose.company);
    const found = db.selectFrom('tenants').select('place').where(named);
    return (
      await found
        .orderBy(sql`place in ('GONE', 'ARRIVING')`)
        .limit(1)
        .executeTakeFirst()
    )?.place;
  });
}
