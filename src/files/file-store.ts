// Storage of bytes: three methods, the same for a disk and an object store.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { expecting } from '../platform/error-code.ts';

export interface FileStore {
  /** Durable when it resolves; the same key twice holds the later bytes. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** Undefined when there is nothing under the key. The bytes come as they are read; the caller must read them or destroy them. */
  read(key: string): Promise<StoredBytes | undefined>;
  /** Nothing under the key is as good. */
  remove(key: string): Promise<void>;
}

export interface StoredBytes {
  byteSize: number;
  /** Fails when fewer come than were announced. */
  bytes: Readable;
}

export function diskStore(folder: string): FileStore {
  return {
    async put(key, bytes) {
      const path = join(folder, key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // Written beside and renamed, so that no reader ever sees half a file.
      const draft = `${path}.${randomUUID()}.part`;
      try {
        await writeFile(draft, bytes, { flag: 'wx', mode: 0o600, flush: true });
        await rename(draft, path);
        for (const parent of [dirname(path), folder, dirname(folder)]) await syncFolder(parent);
      } catch (error) {
        // A disk that is full would be filled by what did not fit, try by try.
        await rm(draft, { force: true });
        throw error;
      }
    },
    async read(key) {
      const file = await open(join(folder, key), 'r').catch(expecting('ENOENT'));
      return file && { byteSize: (await file.stat()).size, bytes: file.createReadStream() };
    },
    remove: (key) => rm(join(folder, key), { force: true }),
  };
}

/** A power cut takes names that no folder has been told to keep. Windows has no such order. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using folder = await open(path, 'r');
  await folder.sync();
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
