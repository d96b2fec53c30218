// Rows of stored files; their bytes lie in the file store under `storage_key`.
import type { Generated } from 'kysely';

export interface FileRow {
  tenant_id: string;
  id: string;
  /** The document that the file belongs to. */
  source_id: string;
  filename: string;
  content_type: string;
  byte_size: number;
  sha256: string;
  storage_key: string;
  created_at: Generated<Date>;
}

/** Bytes that no row of `files` has had when they were put. */
export interface StoredBytesRow {
  tenant_id: string;
  storage_key: string;
  put_at: Generated<Date>;
}

declare module '../platform/database.ts' {
  interface Database {
    files: FileRow;
    stored_bytes: StoredBytesRow;
  }
}
