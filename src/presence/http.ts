// PUT /presence/{id of a record}[?editing]: a person looks at it, answered with who else does. DELETE: no longer.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { admit, type FileRouteContext } from '../files/index.ts';
import { notFound } from '../platform/errors.ts';
import { isUuid } from '../platform/uuid.ts';
import { inTenant } from '../tenancy/index.ts';
import { lookAt, lookAway } from './look-at.ts';

type Request = FastifyRequest<{ Params: { id: string }; Querystring: { editing?: string } }>;

export function presenceRoutes(server: FastifyInstance, context: Omit<FileRouteContext, 'files'>): void {
  const recordOf = ({ params }: Request): string => {
    const entityId = params.id.toLowerCase();
    if (!isUuid(entityId)) throw notFound('Route');
    return entityId;
  };
  server.put('/presence/:id', async (request: Request, reply) => {
    const { tenant, userName } = await admit(context, request, reply);
    const looking = { entityId: recordOf(request), userName, isEditing: request.query.editing !== undefined };
    return { colleagues: await inTenant(context, tenant, (db) => lookAt(db, looking)) };
  });
  server.delete('/presence/:id', async (request: Request, reply) => {
    const { tenant, userName } = await admit(context, request, reply);
    const entityId = recordOf(request);
    await inTenant(context, tenant, (db) => lookAway(db, { entityId, userName }));
    return reply.code(204).send();
  });
}
