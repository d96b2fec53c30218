// GET /till-papers/{session}.pdf: the paper of a session, to who reads it in the contract as well.
import type { FastifyInstance } from 'fastify';
import { findBillingPoint } from '../catalog/index.ts';
import type { FileRouteContext } from '../files/index.ts';
import { DomainError, notFound, oneOf } from '../platform/errors.ts';
import { isUuid } from '../platform/uuid.ts';
import { hasRole, inTenant, isOnlyCashier } from '../tenancy/index.ts';
import { PAPERS, printZ, rowsOfPaper } from './print-z.ts';
import { reportOf } from './report.ts';
import { findSession } from './sessions.ts';

interface PaperRequest {
  Params: { name: string };
  Querystring: { paper?: string | string[] };
}

export function tillRoutes(
  server: FastifyInstance,
  context: Pick<FileRouteContext, 'db' | 'authenticate' | 'limit'>,
): void {
  server.get<PaperRequest>('/till-papers/:name', async (request, reply) => {
    const viewer = await context.authenticate(request);
    const isCashier = isOnlyCashier(viewer);
    if (!isCashier && !hasRole(viewer.roles, 'viewer'))
      throw new DomainError('FORBIDDEN', 'This needs the role {role}', { role: 'viewer' });
    context.limit.take(reply, viewer);
    const [id = '', ending] = request.params.name.split('.');
    if (!isUuid(id) || ending !== 'pdf') throw notFound('Till session');
    const papers = Object.keys(PAPERS) as (keyof typeof PAPERS)[];
    const paper = oneOf('paper', papers, String(request.query.paper ?? 'letter'));
    const { rows, madeAt, name } = await inTenant(context, viewer.tenant, async (db) => {
      const session = await findSession(db, id);
      // The paper of an open till is an X, which a cashier would count by.
      if (isCashier && (session.opened_by !== viewer.userName || session.number === null))
        throw notFound('Till session');
      const point = await findBillingPoint(db, session.billing_point_id);
      const report = session.report ?? (await reportOf(db, session));
      return {
        rows: rowsOfPaper(viewer.tenant, point.name ?? point.code, session, report),
        madeAt: session.closed_at ?? session.opened_at,
        name: session.number === null ? 'x' : `z-${point.code}-${session.number}`,
      };
    });
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="${name}.pdf"`)
      .header('cache-control', 'private, no-cache')
      .send(await printZ(rows, paper, madeAt));
  });
}
