// Attaches bytes to a document: the same content on the same document is the same file, whichever caller comes first.
import { sql, type Selectable } from 'kysely';
import { v7 as uuid } from 'uuid';
import {
  commitWith,
  inPipeline,
  inTenant,
  rowsOf,
  type DatabaseContext,
  type Tenant,
  type TenantDb,
} from '../tenancy/index.ts';
import { sha256, type FileStore } from './file-store.ts';
import type { FileRow } from './tables.ts';

export type StoredFile = Selectable<FileRow>;

export interface FilesContext extends DatabaseContext {
  files: FileStore;
}

export interface NewFile {
  filename: string;
  contentType: string;
  bytes: Buffer;
}

/**
 * Puts the bytes into the store, under a key made of tenant and content, before any row can point at them. It is written down first,
 * so that they are found should no row ever do.
 */
export async function storeBytes(context: FilesContext, tenant: Tenant, files: readonly Buffer[]): Promise<string[]> {
  const keys = files.map((bytes) => keyOf(tenant, bytes));
  await inTenant(context, tenant, (db) =>
    commitWith(
      db,
      sql`
        insert into stored_bytes (tenant_id, storage_key)
        select distinct ${tenant.id}::uuid, key from unnest(${keys}::text[]) key order by key
        on conflict (tenant_id, storage_key) do update set put_at = excluded.put_at`,
    ),
  );
  await Promise.all(files.map((bytes, at) => context.files.put(keys[at]!, bytes)));
  return keys;
}

function keyOf(tenant: Tenant, bytes: Buffer): string {
  return `${tenant.id}/${sha256(bytes)}`;
}

/** Joins the caller's transaction; the bytes are stored already. */
export async function attachFile(
  db: TenantDb,
  sourceId: string,
  file: NewFile,
): Promise<{ file: StoredFile; isNew: boolean }> {
  const digest = sha256(file.bytes);
  const storageKey = keyOf(db.tenant, file.bytes);
  await inPipeline(db)`delete from stored_bytes where tenant_id = ${db.tenant.id} and storage_key = ${storageKey}`;
  const inserted = await db
    .insertInto('files')
    .values({
      tenant_id: db.tenant.id,
      id: uuid(),
      source_id: sourceId,
      filename: file.filename,
      content_type: file.contentType,
      byte_size: file.bytes.length,
      sha256: digest,
      storage_key: storageKey,
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
