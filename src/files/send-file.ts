// Answers a request with the bytes of a file, whole or not at all.
import type { FastifyReply } from 'fastify';
import { notFound } from '../platform/errors.ts';
import { setSecurityHeaders } from '../platform/security-headers.ts';
import type { StoredFile } from './attach-file.ts';
import type { FileStore } from './file-store.ts';
import { onlyWhole } from './only-whole.ts';

export async function sendFile(
  { files }: { files: FileStore },
  reply: FastifyReply,
  file: StoredFile,
  as: { disposition: 'attachment' | 'inline'; cache: string },
): Promise<FastifyReply> {
  const stored = await files.read(file.storage_key);
  if (!stored) throw notFound('File');
  if (stored.byteSize !== file.byte_size) {
    stored.bytes.destroy();
    throw new Error(`file ${file.id} has ${stored.byteSize} bytes in the store instead of ${file.byte_size}`);
  }
  setSecurityHeaders(reply, 'file');
  return reply
    .type(file.content_type)
    .header('content-length', file.byte_size)
    .header('content-disposition', `${as.disposition}; filename="${file.filename}"`)
    .header('cache-control', as.cache)
    .send(onlyWhole(stored.bytes, file.sha256));
}
