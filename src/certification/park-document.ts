// Puts a document aside for an operator, with what speaks against it; nothing is sent for it by itself any more.
import type { TenantDb } from '../tenancy/index.ts';
import type { FiscalDocument } from './fiscal-document.ts';
import { addEvent } from './timeline.ts';

export async function parkDocument(db: TenantDb, documentId: string, because: string, actor: string): Promise<void> {
  await db
    .updateTable('fiscal_documents')
    .set({ parked_reason: because })
    .where('tenant_id', '=', db.tenant.id)
    .where('id', '=', documentId)
    .execute();
  await addEvent(db, documentId, 'PARKED', actor, { because });
}

/** What it was put aside for has been cleared up without an operator. */
export async function unpark(db: TenantDb, document: FiscalDocument, note: string, actor: string): Promise<void> {
  await db
    .updateTable('fiscal_documents')
    .set({ parked_reason: null })
    .where('tenant_id', '=', db.tenant.id)
    .where('id', '=', document.id)
    .execute();
  await addEvent(db, document.id, 'SETTLED', actor, { parked: document.parked_reason, note });
}
