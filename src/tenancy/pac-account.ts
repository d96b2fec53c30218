// With which credentials the PAC is called for a company: a tenant's own, also of a company that it has left.
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { json } from '../platform/sql.ts';
import { inSystem, type DatabaseContext } from './in-tenant.ts';
import type { FormerAccount, PacQuota } from './tables.ts';

/** Condition on a row of tenants: the company at the PAC is its own, its second one, or one that it has left. */
export function hasOrHad(companyId: string): RawBuilder<SqlBool> {
  return sql`(pac_company_id = ${companyId} or former_accounts_secret @> ${json([{ companyId }])})`;
}

/** By this the one that has it comes before one that had it. */
export function has(companyId: string): RawBuilder<SqlBool> {
  return sql`pac_company_id is not distinct from ${companyId}`;
}

/** Null where it is that of the service. `before`: a key that was replaced less than a day ago. */
export async function findPacAccount(context: DatabaseContext, companyId: string) {
  const row = await inSystem(context, (db) =>
    db
      .selectFrom('tenants')
      .select([
        'pac_company_id',
        'pac_environment',
        'pac_make',
        'pac_key_secret',
        'former_accounts_secret',
        'pac_key_before_secret',
      ])
      .select(sql<boolean>`coalesce(pac_key_before_until > now(), false)`.as('before_holds'))
      .where(hasOrHad(companyId))
      .orderBy(has(companyId), 'desc')
      .limit(1)
      .executeTakeFirst(),
  );
  if (row === undefined || row.pac_company_id === companyId) {
    const before = row?.before_holds ? { before: { key: row.pac_key_before_secret } } : {};
    return {
      make: row?.pac_make ?? null,
      environment: row?.pac_environment ?? null,
      key: row?.pac_key_secret ?? null,
      ...before,
    };
  }
  const { make = null, ...other } = row.former_accounts_secret.find(
    (one: FormerAccount) => one.companyId === companyId,
  )!;
  return { ...other, make };
}

/** Outside of the tenant, so that it is no act of a person. */
export async function keepPacQuotas(
  context: DatabaseContext,
  tenantId: string,
  quotas: Record<string, PacQuota>,
): Promise<void> {
  await inSystem(context, (db) =>
    db
      .updateTable('tenants')
      .set({ pac_quotas: json(quotas) })
      .where('id', '=', tenantId)
      .execute(),
  );
}
