// Which of a tenant's two accounts a document goes to that has not left yet: the second, while the first has not answered for long.
import { hasEventOf } from './timeline.ts';
import type { TenantDb } from '../tenancy/index.ts';
import type { TenantNow } from './as-tenant-is-now.ts';
import type { CertificationContext } from './context.ts';

type Two = Pick<TenantNow, 'pacCompanyId' | 'secondPacCompanyId' | 'secondPacAfterSeconds'>;

/** Pure. It goes back by the same rule; while neither answers, it stays with the first. `downFor` is in seconds. */
export function companyNow(
  { pacCompanyId: first, secondPacCompanyId: second, secondPacAfterSeconds: after }: Two,
  downFor: (companyId: string) => number,
): string | null {
  if (first === null || second === null || after === null) return first;
  return downFor(first) > after && downFor(second) <= after ? second : first;
}

/** Learns first what has to be known of both accounts, so that what follows can be decided at once. */
export async function companyToAsk({ accounts, pac }: Pick<CertificationContext, 'accounts' | 'pac'>, tenant: Two) {
  const { pacCompanyId: first, secondPacCompanyId: second } = tenant;
  if (first === null || second === null) return first;
  await Promise.all([accounts.of(first), accounts.of(second), pac.refresh()]);
  return companyNow(tenant, pac.downFor);
}

/**
 * Company that the document is sent for. Where an attempt has been in doubt it may be at its PAC, whatever was said of it since: then it
 * goes to no other.
 */
export async function companyFor(
  { pac }: Pick<CertificationContext, 'pac'>,
  db: TenantDb,
  document: { id: string; pac_company_id: string | null },
  { attempts, tenantNow }: { attempts: number; tenantNow: TenantNow },
): Promise<string | null> {
  if (attempts > 0 && (await hasEventOf(db, document.id, 'UNKNOWN'))) return document.pac_company_id;
  return companyNow(tenantNow, pac.downFor) ?? document.pac_company_id;
}
