// Attaches bytes to a document: the same content on the same document is the same file, whichever caller comes first.
import { sql, type Selectable } from 'kysely';
import { v7 as uuid } from 'uuid';
import { adding, inPipeline, rowsOf, type DatabaseContext, type OfTenant, type TenantDb } from '../tenancy/index.ts';
import { sha256, type FileStore } from './file-store.ts';
import type { FileRow } from './tables.ts';

export type StoredFile = Selectable<FileRow>;

export interface FilesContext extends DatabaseContext {
  files: FileStore;
}

export interface NewFile {
  /** Id under which it is told of already. */
  id?: string;
  filename: string;
  contentType: string;
  bytes: Buffer;
  /** Key of the bytes in the store. */
  storageKey: string;
}

/** Place of bytes to come, written down first, so that they are found should no row ever point at them. */
export async function announceBytes(db: TenantDb): Promise<string> {
  const place = `${db.tenant.id}/${uuid()}`;
  await inPipeline(db)`insert into stored_bytes (tenant_id, storage_key) values (${db.tenant.id}, ${place})`;
  return place;
}

/** Keys of the bytes that may be put at a place: a page, and its XML. */
export const keysAt = (place: string): [string, string] => [place, `${place}.1`];

/** Puts the bytes into the store before any row can point at them, at a place that was announced for them alone. */
export async function storeBytes(
  context: OfTenant<FilesContext>,
  files: readonly Buffer[],
  announced?: string,
): Promise<string> {
  const place = announced ?? (await context.inTenant(announceBytes));
  await Promise.all(files.map((bytes, nth) => context.files.put(keysAt(place)[nth]!, bytes)));
  return place;
}

/** Each of the bytes has its row, or the place stays written down: what no row has is removed later. */
export async function forgetPlace(db: TenantDb, sourceId: string, place: string, count: number): Promise<void> {
  await inPipeline(db)`
    delete from stored_bytes where tenant_id = ${db.tenant.id} and storage_key = ${place} and ${count}::int = (
      select count(*) from files where tenant_id = ${db.tenant.id} and source_id = ${sourceId} and storage_key = any(${keysAt(place)}::text[]))`;
}

/** Joins the caller's transaction; the bytes are stored already. */
export async function attachFile(
  db: TenantDb,
  sourceId: string,
  file: NewFile,
): Promise<{ file: StoredFile; isNew: boolean }> {
  const digest = sha256(file.bytes);
  const inserted = await adding(db, 'files', {
    id: file.id ?? uuid(),
    source_id: sourceId,
    filename: file.filename,
    content_type: file.contentType,
    byte_size: file.bytes.length,
    sha256: digest,
    storage_key: file.storageKey,
    // Not when the transaction began: one that waited for the document's lock comes after the one that held it.
    created_at: sql<Date>`clock_timestamp()`,
  })
    .onConflict((on) => on.columns(['tenant_id', 'source_id', 'sha256']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (inserted) return { file: inserted, isNew: true };
  const existing = await rowsOf(db, 'files')
    .where('source_id', '=', sourceId)
    .where('sha256', '=', digest)
    .executeTakeFirstOrThrow();
  return { file: existing, isNew: false };
}

/** Oldest first, grouped by the document they belong to. */
export async function filesOf(db: TenantDb, sourceIds: readonly string[]): Promise<StoredFile[]> {
  if (sourceIds.length === 0) return [];
  return rowsOf(db, 'files').where('source_id', 'in', sourceIds).orderBy('created_at').orderBy('id').execute();
}

export async function findFile(db: TenantDb, id: string): Promise<StoredFile | undefined> {
  return rowsOf(db, 'files').where('id', '=', id).executeTakeFirst();
}
