// Creates a tenant, with its first office and billing point.
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { badInput, conflict } from '../platform/errors.ts';
import { inSystem, toTenant, type DatabaseContext, type Tenant } from '../tenancy/index.ts';
import { assertTimeZone } from './tenant-settings.ts';

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
