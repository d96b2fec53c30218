// All bytes of a stored file at once, known to be those that were put there.
import { buffer } from 'node:stream/consumers';
import type { StoredFile } from './attach-file.ts';
import { sha256, type FileStore } from './file-store.ts';

export class FileNotWhole extends Error {}

export async function wholeFile(store: FileStore, file: StoredFile): Promise<Buffer> {
  const stored = await store.read(file.storage_key);
  const bytes = stored && (await buffer(stored.bytes));
  if (!bytes || sha256(bytes) !== file.sha256) {
    throw new FileNotWhole(`file ${file.id} is not in the store as it was put there`);
  }
  return bytes;
}
