// Finds and creates tenants; the one thing done outside of any tenant.
import { v7 as uuid } from 'uuid';
import { sql, type Selectable } from 'kysely';
import { chosenCafe } from '../fiscal/cafe.ts';
import { badInput, conflict } from '../platform/errors.ts';
import { inSystem, type DatabaseContext } from './in-tenant.ts';
import { hasOrHad } from './pac-account.ts';
import { assertTimeZone, SETTING_COLUMNS, type Tenant } from './tenant.ts';
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

export interface NewTenant {
  name: string;
  ruc?: string | undefined;
  dv?: string | undefined;
  pacCompanyId?: string | undefined;
  timeZone?: string | undefined;
  /** The code of its first billing point. */
  billingPoint?: string | undefined;
}

export async function createTenant(context: DatabaseContext, input: NewTenant): Promise<Tenant> {
  const name = input.name.trim();
  if (name === '') throw badInput('{field} must not be empty', { field: 'name' });
  if (input.timeZone !== undefined) assertTimeZone(input.timeZone);
  return inSystem(context, async (db) => {
    // Its office and first point come with it, by a trigger.
    await sql`select set_config('app.first_billing_point', ${input.billingPoint ?? ''}, true)`.execute(db);
    const row = await db
      .insertInto('tenants')
      .values({
        id: uuid(),
        name,
        ruc: input.ruc ?? null,
        dv: input.dv ?? null,
        pac_company_id: input.pacCompanyId ?? null,
        ...(input.timeZone === undefined ? {} : { time_zone: input.timeZone }),
      })
      .onConflict((on) => on.column('pac_company_id').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row)
      throw conflict('PAC company ID {pacCompanyId} belongs to another tenant', {
        pacCompanyId: input.pacCompanyId ?? null,
      });
    return toTenant(row);
  });
}

/** The PAC refuses this tenant's credentials; shown to the operator until a call succeeds. */
export async function flagCredentials(context: DatabaseContext, tenant: Tenant): Promise<void> {
  await inSystem(context, async (db) => {
    await sql`update tenants set pac_credentials_refused_at = now() where id = ${tenant.id}`.execute(db);
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
