// GET /documents/{id}/evidence.zip: the evidence bundle of a document, to a caller of its tenant.
import type { FastifyInstance } from 'fastify';
import type { HeadsContext } from '../acts/index.ts';
import { admit, type FileRouteContext } from '../files/index.ts';
import { notFound } from '../platform/errors.ts';
import { setSecurityHeaders } from '../platform/security-headers.ts';
import { isUuid } from '../platform/uuid.ts';
import { evidenceBundle } from './evidence/bundle.ts';

export function evidenceRoutes(server: FastifyInstance, context: FileRouteContext & HeadsContext): void {
  server.get<{ Params: { id: string } }>('/documents/:id/evidence.zip', async (request, reply) => {
    const viewer = await admit(context, request, reply);
    const id = request.params.id.toLowerCase();
    if (!isUuid(id)) throw notFound('Document');
    const { filename, archive } = await evidenceBundle(context, viewer.tenant, id);
    setSecurityHeaders(reply, 'file');
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${filename}"`)
      .header('cache-control', 'private, no-store')
      .send(archive);
  });
}
