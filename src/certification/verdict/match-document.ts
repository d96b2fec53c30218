// Finds the document that a notice or an answer names: by the PAC's id, by the CUFE, or by the parts of the CUFE that we chose.
import { cufeKey } from '../../fiscal/cufe.ts';
import type { PacDocument } from '../../pac/index.ts';
import { rowsOf, type TenantDb } from '../../tenancy/index.ts';
import { oneDocument, type FiscalDocument } from '../fiscal-document.ts';
import { identityConflict } from './whose-answer.ts';

export interface NoticeIdentity {
  documentId: string | null;
  cufe: string | null;
}

/** The document, locked, or undefined when we do not know it (yet). Invoices and credits are searched alike. */
export async function matchDocument(db: TenantDb, notice: NoticeIdentity): Promise<FiscalDocument | undefined> {
  const { documentId, cufe } = notice;
  const byId = documentId === null ? undefined : await lockBy(db, 'document_id', documentId);
  if (byId || cufe === null) return byId;
  const byCufe = (await lockBy(db, 'cufe', cufe)) ?? (await lockBy(db, 'expected_cufe', cufe));
  if (byCufe) return byCufe;
  const key = cufeKey(cufe);
  return key === null ? undefined : lockBy(db, 'cufe_key', key);
}

async function lockBy(
  db: TenantDb,
  column: 'document_id' | 'cufe' | 'expected_cufe' | 'cufe_key',
  value: string,
): Promise<FiscalDocument | undefined> {
  const named = rowsOf(db, 'fiscal_documents').where(column, '=', value).orderBy('id').limit(1).forNoKeyUpdate();
  return oneDocument(db, named).executeTakeFirst();
}

/** Why what the PAC shows cannot be this document; null when it can, and where it shows none. */
export async function aboutAnother(
  db: TenantDb,
  document: FiscalDocument,
  visible: PacDocument | undefined,
): Promise<string | null> {
  return visible ? ((await heldByAnother(db, document, visible)) ?? identityConflict(document, visible)) : null;
}

/** An id or CUFE that is another document's of ours cannot be this one's; null when no other document has it. */
export async function heldByAnother(
  db: TenantDb,
  document: Pick<FiscalDocument, 'id' | 'document_id' | 'cufe'>,
  reported: NoticeIdentity,
): Promise<string | null> {
  // Ids that the document has itself are left out: both are unique.
  const documentId = reported.documentId === document.document_id ? null : reported.documentId;
  const cufe = reported.cufe === document.cufe ? null : reported.cufe;
  if (documentId === null && cufe === null) return null;
  const holder = await db
    .selectFrom('fiscal_documents')
    .select(['number', 'document_id'])
    .where('tenant_id', '=', db.tenant.id)
    .where('id', '<>', document.id)
    .where((eb) => eb.or([eb('document_id', '=', documentId), eb('cufe', '=', cufe)]))
    .executeTakeFirst();
  if (!holder) return null;
  return documentId !== null && holder.document_id === documentId
    ? `the PAC's document ${documentId} is ${holder.number}`
    : `the CUFE ${cufe} is that of ${holder.number}`;
}
