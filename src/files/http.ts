// GET /files/{id}: the bytes, to a caller of the tenant that owns them.
import type { FastifyInstance } from 'fastify';
import { notFound } from '../platform/errors.ts';
import { setSecurityHeaders } from '../platform/security-headers.ts';
import { isUuid } from '../platform/uuid.ts';
import { inTenant } from '../tenancy/index.ts';
import { admit, type FileRouteContext } from './admit.ts';
import { findFile } from './attach-file.ts';
import { onlyWhole } from './only-whole.ts';

export function fileRoutes(server: FastifyInstance, context: FileRouteContext): void {
  server.get<{ Params: { id: string } }>('/files/:id', async (request, reply) => {
    const viewer = await admit(context, request, reply);
    const { id } = request.params;
    const file = isUuid(id.toLowerCase())
      ? await inTenant(context, viewer.tenant, (db) => findFile(db, id.toLowerCase()))
      : undefined;
    const stored = file && (await context.files.read(file.storage_key));
    if (!file || !stored) throw notFound('File');
    if (stored.byteSize !== file.byte_size) {
      stored.bytes.destroy();
      throw new Error(`file ${file.id} has ${stored.byteSize} bytes in the store instead of ${file.byte_size}`);
    }
    setSecurityHeaders(reply, 'file');
    return (
      reply
        .type(file.content_type)
        .header('content-length', file.byte_size)
        .header('content-disposition', `attachment; filename="${file.filename}"`)
        .header('cache-control', 'private, max-age=3600, immutable')
        // A browser that was signed out does not show what it has kept.
        .header('vary', 'cookie, authorization')
        .send(onlyWhole(stored.bytes, file.sha256))
    );
  });
}
