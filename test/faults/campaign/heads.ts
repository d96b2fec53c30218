// Receiver of the heads of acts: kept in memory, beside the documents' files.
import { Readable } from 'node:stream';
import type { FileStore } from '../../../src/files/index.ts';

export function openHeads(): FileStore & { remember(): () => void } {
  let kept = new Map<string, Buffer>();
  return {
    put: async (key, bytes) => void kept.set(key, bytes),
    read: async (key) => {
      const bytes = kept.get(key);
      return bytes && { byteSize: bytes.length, bytes: Readable.from([bytes]) };
    },
    remove: async (key) => void kept.delete(key),
    remember() {
      const remembered = new Map(kept);
      return () => (kept = new Map(remembered));
    },
  };
}
