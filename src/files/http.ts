// GET /files/{id}: the bytes, to a caller of the tenant that owns them.
import type { FastifyInstance } from 'fastify';
import { notFound } from '../platform/errors.ts';
import { isUuid } from '../platform/uuid.ts';
import { inTenant } from '../tenancy/index.ts';
import { admit, type FileRouteContext } from './admit.ts';
import { findFile } from './attach-file.ts';
import { sendFile } from './send-file.ts';

export function fileRoutes(server: FastifyInstance, context: FileRouteContext): void {
  server.get<{ Params: { id: string } }>('/files/:id', async (request, reply) => {
    const viewer = await admit(context, request, reply);
    const { id } = request.params;
    const file = isUuid(id.toLowerCase())
      ? await inTenant(context, viewer.tenant, (db) => findFile(db, id.toLowerCase()))
      : undefined;
    if (!file) throw notFound('File');
    // A browser that was signed out does not show what it has kept.
    void reply.header('vary', 'cookie, authorization');
    return sendFile(context, reply, file, { disposition: 'attachment', cache: 'private, max-age=3600, immutable' });
  });
}
