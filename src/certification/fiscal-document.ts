// The legal life of one document, as every file here reads it.
import type { Kysely, Selectable, Updateable } from 'kysely';
import type { Database } from '../platform/database.ts';
import { planned } from '../platform/sql.ts';
import { mustFind, pipeline, plannedRow, rowsOf, rowsPlanned, type TenantDb } from '../tenancy/index.ts';
import { FISCAL_DOCUMENT_COLUMNS, type FiscalDocumentRow } from './tables.ts';
import { newEvent, type NewEvent } from './timeline.ts';

export type FiscalDocument = Selectable<FiscalDocumentRow>;

export async function findDocument(db: TenantDb, id: string): Promise<FiscalDocument | undefined> {
  return oneDocument(db, rowsOf(db, 'fiscal_documents').where('id', '=', id)).executeTakeFirst();
}

/** One of `fiscal_documents`, by a statement that is planned once. */
export const oneDocument = plannedRow<'fiscal_documents'>(FISCAL_DOCUMENT_COLUMNS);

/** Held until the transaction ends: the document and its requests change under this lock alone. */
export async function lockDocument(db: TenantDb, id: string): Promise<FiscalDocument> {
  // Not `for update`: who holds its invoice refers to it, and would wait for who is about to touch that invoice.
  return mustFind(oneDocument(db, rowsOf(db, 'fiscal_documents').where('id', '=', id).forNoKeyUpdate()), 'Document');
}

/** The caller holds the document locked; an event that tells of the change is written with it. */
type Changes<Answer> = (db: TenantDb, id: string, set: Updateable<FiscalDocumentRow>, event?: NewEvent) => Answer;

/** Answers it as it is then. */
export const changedDocument: Changes<Promise<FiscalDocument>> = async (db, id, set, event) => {
  const [document] = await rowsPlanned(db, changing(db, id, set, event).returning(FISCAL_DOCUMENT_COLUMNS));
  return document!;
};

/** The same for a caller that does not need its new state. */
export const changeDocument: Changes<Promise<void>> = async (db, id, set, event) =>
  pipeline(db, planned(changing(db, id, set, event)));

const changing = (db: TenantDb, id: string, set: Updateable<FiscalDocumentRow>, event?: NewEvent) => {
  const telling = event ? (db.with('event', () => event) as Kysely<Database>) : db;
  return telling.updateTable('fiscal_documents').set(set).where('tenant_id', '=', db.tenant.id).where('id', '=', id);
};

/** Puts it aside for an operator, with what speaks against it; nothing is sent for it by itself any more. */
export async function parkDocument(db: TenantDb, documentId: string, because: string, actor: string): Promise<void> {
  const event = newEvent(db, documentId, 'PARKED', actor, { because });
  await changeDocument(db, documentId, { parked_reason: because }, event);
}

/** Clears a park whose cause was settled without an operator. */
export async function unpark(db: TenantDb, document: FiscalDocument, note: string, actor: string): Promise<void> {
  const event = newEvent(db, document.id, 'SETTLED', actor, { parked: document.parked_reason, note });
  await changeDocument(db, document.id, { parked_reason: null }, event);
}

/** Nothing that a void would leave without its ground may come to be meanwhile. */
export function isBeingVoided(document: Pick<FiscalDocument, 'void_state'>): boolean {
  return document.void_state === 'ASKED' || document.void_state === 'UNKNOWN';
}
