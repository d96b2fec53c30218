// Documents that the PAC tells of and that we do not know: made by another system, or lost here with what a restore could not bring back.
import { parseCufe } from '../pac/index.ts';
import type { TenantDb } from '../tenancy/index.ts';

export interface Stranger {
  pacDocumentId: string | null;
  cufe: string | null;
  legalStatus: string | null;
  receivedAt: Date;
  /** As its CUFE tells them. */
  series: 'FAC' | 'NC' | null;
  number: number | null;
  issueDate: string | null;
}

const SERIES: Record<string, 'FAC' | 'NC'> = { '01': 'FAC', '04': 'NC' };

/** The notices that found no document, the newest of each, in the order in which they came. */
export async function strangers(db: TenantDb): Promise<Stranger[]> {
  const notices = await db
    .selectFrom('pac_notices')
    .select(['pac_document_id', 'cufe', 'legal_status', 'received_at'])
    .where('tenant_id', '=', db.tenant.id)
    .where('state', 'in', ['WAITING', 'EXPIRED'])
    .where('document_id', 'is', null)
    .orderBy('received_at')
    .execute();
  const newest = new Map(notices.map((notice) => [notice.cufe ?? notice.pac_document_id, notice]));
  return [...newest.values()].map((notice) => {
    const parts = notice.cufe === null ? null : parseCufe(notice.cufe);
    return {
      pacDocumentId: notice.pac_document_id,
      cufe: notice.cufe,
      legalStatus: notice.legal_status,
      receivedAt: notice.received_at,
      series: parts === null ? null : (SERIES[parts.documentType] ?? null),
      number: parts === null ? null : Number(parts.documentNumber),
      issueDate: parts?.issueDate ?? null,
    };
  });
}
