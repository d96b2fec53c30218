// The health of the PAC for one tenant: the shared circuit breaker, and how many submissions wait in the database.
import { sql } from 'kysely';
import type { TenantDb } from '../../tenancy/index.ts';
import type { CertificationContext } from '../context.ts';

export interface PacHealth {
  companyId: string | null;
  /** OPEN: nothing is sent until a probe has succeeded. */
  breaker: 'CLOSED' | 'OPEN';
  failuresInARow: number;
  /** Cause of the last failure. */
  cause: string | null;
  openSince: Date | null;
  retryAt: Date | null;
  /** Since when the PAC refuses the tenant's credentials. */
  credentialsRefusedAt: Date | null;
  /** Documents whose submission is PENDING or UNKNOWN. */
  waiting: number;
  oldestWaitingSeconds: number | null;
}

export async function pacHealth(context: Pick<CertificationContext, 'pac'>, db: TenantDb): Promise<PacHealth> {
  // The caller's tenant is cached; the flag may be newer.
  const { rows } = await sql<Pick<PacHealth, 'waiting' | 'oldestWaitingSeconds' | 'credentialsRefusedAt'>>`
    select count(*)::int as waiting,
      (select pac_credentials_refused_at from tenants where id = ${db.tenant.id}) as "credentialsRefusedAt",
      floor(extract(epoch from clock_timestamp() - min(created_at)))::int as "oldestWaitingSeconds"
    from fiscal_documents
    where tenant_id = ${db.tenant.id} and submission_state in ('PENDING', 'UNKNOWN')`.execute(db);
  const companyId = db.tenant.pacCompanyId;
  const breaker = companyId === null ? null : context.pac.health(companyId);
  return {
    companyId,
    breaker: breaker?.state ?? 'CLOSED',
    failuresInARow: breaker?.failures ?? 0,
    cause: breaker?.cause ?? null,
    openSince: breaker?.openSince ?? null,
    retryAt: breaker?.retryAt ?? null,
    ...rows[0]!,
  };
}
