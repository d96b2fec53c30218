// GET /files/{id}: the bytes, to a caller of the tenant that owns them.
import type { FastifyInstance } from 'fastify';
import { notFound } from '../platform/errors.ts';
import { inTenant, type DatabaseContext, type Viewer } from '../tenancy/index.ts';
import { findFile } from './attach-file.ts';
import type { FileStore } from './file-store.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface FileRouteContext extends DatabaseContext {
  files: FileStore;
  authenticate(authorization: string | undefined): Promise<Viewer>;
}

export function fileRoutes(server: FastifyInstance, context: FileRouteContext): void {
  server.get<{ Params: { id: string } }>('/files/:id', async (request, reply) => {
    const viewer = await context.authenticate(request.headers.authorization);
    const { id } = request.params;
    const file = UUID.test(id)
      ? await inTenant(context, viewer.tenant, (db) => findFile(db, id.toLowerCase()))
      : undefined;
    const bytes = file && (await context.files.get(file.storage_key));
    if (!file || !bytes) throw notFound('File');
    return reply
      .type(file.content_type)
      .header('content-length', bytes.length)
      .header('content-disposition', `attachment; filename="${file.filename}"`)
      .header('cache-control', 'private, max-age=3600, immutable')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(bytes);
  });
}
