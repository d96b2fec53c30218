// Rows of stored files; their bytes lie in the file store under `storage_key`.
import type { Generated } from 'kysely';
import type { DatedRow, OwnedRow } from '../platform/database.ts';

export interface FileRow extends DatedRow {
  /** The document that the file belongs to. */
  source_id: string;
  filename: string;
  content_type: string;
  byte_size: number;
  sha256: string;
  storage_key: string;
}

/** A place of bytes that no row of `files` has yet; of a release before, their key. */
export interface StoredBytesRow extends OwnedRow {
  storage_key: string;
  put_at: Generated<Date>;
}

declare module '../platform/database.ts' {
  interface Database {
    files: FileRow;
    stored_bytes: StoredBytesRow;
  }
}
