// The legal life of one document, as every file here reads it.
import type { Selectable, Updateable } from 'kysely';
import { notFound } from '../platform/errors.ts';
import type { TenantDb } from '../tenancy/index.ts';
import type { FiscalDocumentRow } from './tables.ts';
import { addEvent } from './timeline.ts';

export type FiscalDocument = Selectable<FiscalDocumentRow>;

export async function findDocument(db: TenantDb, id: string): Promise<FiscalDocument | undefined> {
  return db
    .selectFrom('fiscal_documents')
    .selectAll()
    .where('tenant_id', '=', db.tenant.id)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Held until the transaction ends: the document and its requests change under this lock alone. */
export async function lockDocument(db: TenantDb, id: string): Promise<FiscalDocument> {
  const document = await db
    .selectFrom('fiscal_documents')
    .selectAll()
    .where('tenant_id', '=', db.tenant.id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!document) throw notFound('Document');
  return document;
}

/** The caller holds the document locked. Answers it as it is then. */
export async function changeDocument(
  db: TenantDb,
  id: string,
  set: Updateable<FiscalDocumentRow>,
): Promise<FiscalDocument> {
  return db
    .updateTable('fiscal_documents')
    .set(set)
    .where('tenant_id', '=', db.tenant.id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Puts it aside for an operator, with what speaks against it; nothing is sent for it by itself any more. */
export async function parkDocument(db: TenantDb, documentId: string, because: string, actor: string): Promise<void> {
  await changeDocument(db, documentId, { parked_reason: because });
  await addEvent(db, documentId, 'PARKED', actor, { because });
}

/** What it was put aside for has been cleared up without an operator. */
export async function unpark(db: TenantDb, document: FiscalDocument, note: string, actor: string): Promise<void> {
  await changeDocument(db, document.id, { parked_reason: null });
  await addEvent(db, document.id, 'SETTLED', actor, { parked: document.parked_reason, note });
}

/** Nothing that a void would leave without its ground may come to be meanwhile. */
export function isBeingVoided(document: Pick<FiscalDocument, 'void_state'>): boolean {
  return document.void_state === 'ASKED' || document.void_state === 'UNKNOWN';
}
