// GET /purchase-orders/{id}.pdf: the paper of an order for its supplier.
import type { FastifyInstance } from 'fastify';
import { admit, type FileRouteContext } from '../files/index.ts';
import { notFound, oneOf } from '../platform/errors.ts';
import { madeFile } from '../platform/security-headers.ts';
import { isUuid } from '../platform/uuid.ts';
import { inTenant } from '../tenancy/index.ts';
import { printPurchaseOrder, readPaper } from './print-purchase-order.ts';

interface PaperRequest {
  Params: { name: string };
  Querystring: { language?: string | string[] };
}

export function purchaseRoutes(server: FastifyInstance, context: FileRouteContext): void {
  server.get<PaperRequest>('/purchase-orders/:name', { exposeHeadRoute: false }, async (request, reply) => {
    const { tenant } = await admit(context, request, reply);
    const [id = '', ending] = request.params.name.toLowerCase().split('.');
    if (!isUuid(id) || ending !== 'pdf') throw notFound('Purchase order');
    const { language: named = 'es' } = request.query;
    const language = oneOf('language', ['es', 'en'], String(named), JSON.stringify(named));
    const paper = await inTenant(context, tenant, (db) => readPaper(db, id));
    const pdf = await printPurchaseOrder(paper, language);
    return madeFile(reply, 'application/pdf', `inline; filename="${paper.order.number}.pdf"`).send(pdf);
  });
}
