// Which of a tenant's two accounts a document goes to that has not left yet: the second, while the first has not answered for long.
import type { DocumentKind } from '../fiscal/document.ts';
import { parseCufe } from '../fiscal/cufe.ts';
import { fits, type LookupOutcome, type PacPayload } from '../pac/index.ts';
import { pacAccountsOf, type Tenant, type TenantDb } from '../tenancy/index.ts';
import { hasEventOf } from './timeline.ts';
import type { TenantNow } from './as-tenant-is-now.ts';
import type { CertificationContext, TenantContext } from './context.ts';
import type { FiscalDocument } from './fiscal-document.ts';

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
export async function companyToAsk({ accounts, pac, tenant }: TenantContext): Promise<string | null> {
  const { pacCompanyId: first, secondPacCompanyId: second } = tenant;
  if (first === null || second === null) return first;
  await Promise.all([accounts.of(first), accounts.of(second), pac.refresh()]);
  return companyNow(tenant, pac.downFor);
}

/**
 * Company that the document is sent for; one that the second PAC would refuse waits for the first. Where an attempt has been in doubt it may be at its PAC, whatever was said of it since: then it
 * goes to no other.
 */
export async function companyFor(
  { pac }: Pick<CertificationContext, 'pac'>,
  db: TenantDb,
  document: Pick<FiscalDocument, 'id' | 'pac_company_id' | 'pac_input' | 'expected_cufe'>,
  { attempts, tenantNow }: { attempts: number; tenantNow: TenantNow },
): Promise<string | null> {
  if (attempts > 0 && (await hasEventOf(db, document.id, 'UNKNOWN'))) return document.pac_company_id;
  const { pacCompanyId: first, secondPacCompanyId: second } = tenantNow;
  const companyId = companyNow(tenantNow, pac.downFor) ?? document.pac_company_id;
  if (companyId === first || companyId !== second) return companyId;
  const written = {
    branch: parseCufe(document.expected_cufe ?? '')?.branchCode ?? '',
    writtenFor: pac.profile(first!),
  };
  return fits(pac.profile(companyId!), document.pac_input as PacPayload, written) ? companyId : first;
}

/** A restore may have lost the attempt that went to the other account: until the PAC has named it, a document may be at any of them. */
export function mayBeAt(
  tenant: Tenant,
  document: Pick<FiscalDocument, 'pac_company_id' | 'document_id' | 'legal_status'>,
): string[] {
  const { pac_company_id: own, document_id: id, legal_status: status } = document;
  const others = id === null && status === null ? pacAccountsOf(tenant).filter((one) => one !== own) : [];
  return own === null ? others : [own, ...others];
}

/** The first account that has it; one that cannot be asked leaves it open. */
export async function lookAtEach(
  { pac }: Pick<CertificationContext, 'pac'>,
  companies: readonly string[],
  kind: DocumentKind,
  pacDocumentId: string,
): Promise<{ companyId: string; looked: LookupOutcome }> {
  const answers: { companyId: string; looked: LookupOutcome }[] = [];
  for (const companyId of companies) {
    const looked = await pac.fetchDocument(kind, companyId, pacDocumentId);
    answers.push({ companyId, looked });
    if (looked.outcome === 'found') break;
  }
  const isThere = answers.find(({ looked }) => looked.outcome === 'found');
  return isThere ?? answers.find(({ looked }) => looked.outcome !== 'notFound') ?? answers[0]!;
}
