// Asks each PAC that sells documents by number how many are left for a company, once an hour.
import { sql } from 'kysely';
import { tryNow } from '../../jobs/index.ts';
import { keepPacQuotas, listTenants, pacAccountsOf, ofTenant, type PacQuota } from '../../tenancy/index.ts';
import type { CertificationContext, TenantContext } from '../context.ts';

/** Window of days over which use is counted, as that of sales. */
const WINDOW_DAYS = 30;

export async function lookAtQuotas(context: CertificationContext): Promise<void> {
  for (const tenant of await listTenants(context)) {
    if (tenant.closedAt === null)
      await tryNow(context.log, 'look-at-quotas', () => lookAtQuotasOf(ofTenant(context, tenant)), {
        tenantId: tenant.id,
      });
  }
}

/** A quota that cannot be asked for now stays as it was told. */
export async function lookAtQuotasOf(context: TenantContext): Promise<void> {
  const quotas: Record<string, PacQuota> = {};
  for (const companyId of pacAccountsOf(context.tenant)) {
    const before = context.tenant.pacQuotas[companyId];
    const answer = await context.pac.quota?.(companyId);
    if (answer?.outcome === 'found') {
      const { left, total, until } = answer;
      const used = await documentsSent(context, companyId);
      quotas[companyId] = { left, total, until, used, windowDays: WINDOW_DAYS, at: context.clock.now().toISOString() };
    } else if (before) quotas[companyId] = before;
  }
  if (Object.keys(quotas).length === 0 && Object.keys(context.tenant.pacQuotas).length === 0) return;
  await keepPacQuotas(context, context.tenant.id, quotas);
}

function documentsSent(context: TenantContext, companyId: string): Promise<number> {
  return context.inTenant(async (db) => {
    const { rows } = await sql<{ used: number }>`
      select count(*)::int as used from fiscal_documents
      where tenant_id = ${context.tenant.id} and pac_company_id = ${companyId} and submission_state = 'DONE'
        and created_at > clock_timestamp() - ${WINDOW_DAYS} * interval '1 day'`.execute(db);
    return rows[0]!.used;
  });
}
