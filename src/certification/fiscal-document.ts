// The legal life of one document, as every file here reads it.
import type { Selectable } from 'kysely';
import { notFound } from '../platform/errors.ts';
import type { TenantDb } from '../tenancy/index.ts';
import type { FiscalDocumentRow } from './tables.ts';

export type FiscalDocument = Selectable<FiscalDocumentRow>;

export async function findDocument(db: TenantDb, id: string): Promise<FiscalDocument | undefined> {
  return db
    .selectFrom('fiscal_documents')
    .selectAll()
    .where('tenant_id', '=', db.tenant.id)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Held until the transaction ends; whoever wants to move the document waits. */
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
