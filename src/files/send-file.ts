// Answers a request with the bytes of a file, whole or not at all.
import type { Readable } from 'node:stream';
import { notFound } from '../platform/errors.ts';
import { setSecurityHeaders } from '../platform/security-headers.ts';
import type { StoredFile } from './attach-file.ts';
import type { FileStore } from './file-store.ts';
import { onlyWhole } from './only-whole.ts';

/** A reply of Fastify. */
interface Reply {
  headers(values: Record<string, string | number>): unknown;
  send(bytes: Readable): unknown;
}

export async function sendFile<R extends Reply>(
  { files }: { files: FileStore },
  reply: R,
  file: StoredFile,
  as: { disposition: 'attachment' | 'inline'; cache: string },
): Promise<R> {
  const stored = await files.read(file.storage_key);
  if (!stored) throw notFound('File');
  if (stored.byteSize !== file.byte_size) {
    stored.bytes.destroy();
    throw new Error(`file ${file.id} has ${stored.byteSize} bytes in the store instead of ${file.byte_size}`);
  }
  setSecurityHeaders(reply, 'file');
  reply.headers({
    'content-type': file.content_type,
    'content-length': file.byte_size,
    'content-disposition': `${as.disposition}; filename="${file.filename}"`,
    'cache-control': as.cache,
  });
  reply.send(onlyWhole(stored.bytes, file.sha256));
  return reply;
}
