// GET /purchase-orders/{id}.pdf: the paper of an order for its supplier.
import type { FastifyInstance } from 'fastify';
import { admit, type FileRouteContext } from '../files/index.ts';
import { badInput, notFound } from '../platform/errors.ts';
import { setSecurityHeaders } from '../platform/security-headers.ts';
import { isUuid } from '../platform/uuid.ts';
import { inTenant } from '../tenancy/index.ts';
import { printPurchaseOrder, readPaper } from './print-purchase-order.ts';

interface PaperRequest {
  Params: { name: string };
  Querystring: { language?: unknown };
}

export function purchaseRoutes(server: FastifyInstance, context: FileRouteContext): void {
  server.get<PaperRequest>('/purchase-orders/:name', { exposeHeadRoute: false }, async (request, reply) => {
    const { tenant } = await admit(context, request, reply);
    const [id = '', ending] = request.params.name.toLowerCase().split('.');
    if (!isUuid(id) || ending !== 'pdf') throw notFound('Purchase order');
    const language = request.query.language ?? 'es';
    if (language !== 'es' && language !== 'en')
      throw badInput('{field} must be one of {codes}, not {code}', {
        ...{ field: 'language', codes: 'es, en', code: JSON.stringify(language) },
      });
    const paper = await inTenant(context, tenant, (db) => readPaper(db, id));
    setSecurityHeaders(reply, 'file');
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="${paper.order.number}.pdf"`)
      .header('cache-control', 'private, no-store')
      .send(await printPurchaseOrder(paper, language));
  });
}
