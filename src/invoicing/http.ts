// GET /documents/{id}/evidence.zip: the evidence bundle of a document, to a caller of its tenant; /d/{link}: a document to a person who has its link.
import type { FastifyInstance } from 'fastify';
import type { HeadsContext } from '../acts/index.ts';
import type { Authentication, CallerLimit } from '../access/index.ts';
import { admit, sendFile, type FileRouteContext } from '../files/index.ts';
import { notFound } from '../platform/errors.ts';
import { madeFile, setSecurityHeaders } from '../platform/security-headers.ts';
import { isUuid } from '../platform/uuid.ts';
import { inTenant, ofTenant } from '../tenancy/index.ts';
import { evidenceBundle } from './evidence/bundle.ts';
import { linkKeyIn, openLink } from './share-document.ts';
import { missingPage, sharedPage } from './link-page.ts';

export function evidenceRoutes(server: FastifyInstance, context: FileRouteContext & HeadsContext): void {
  server.get<{ Params: { id: string } }>('/documents/:id/evidence.zip', async (request, reply) => {
    const viewer = await admit(context, request, reply);
    const id = request.params.id.toLowerCase();
    if (!isUuid(id)) throw notFound('Document');
    const { filename, archive } = await evidenceBundle(ofTenant(context, viewer.tenant), id);
    return madeFile(reply, 'application/zip', `attachment; filename="${filename}"`).send(archive);
  });
}

interface LinkContext extends Pick<FileRouteContext, 'db' | 'files'> {
  openTenant: Authentication['openTenant'];
  limit: CallerLimit;
}

/** The page counts as a look, the PDF does not. A link that leads nowhere tells nothing of why. */
export function linkRoutes(server: FastifyInstance, context: LinkContext): void {
  const find = async (link: string, isLook: boolean) => {
    const key = linkKeyIn(link);
    const tenant = key && (await context.openTenant(key.tenantId));
    const document = key && tenant && (await inTenant(context, tenant, (db) => openLink(db, key, isLook)));
    return document && { tenant, document };
  };
  const options = { exposeHeadRoute: false };
  server.get<{ Params: { link: string } }>('/d/:link', options, async (request, reply) => {
    context.limit.take(reply, request.ip);
    const { link } = request.params;
    const found = await find(link, true);
    setSecurityHeaders(reply, 'shared');
    void reply
      .type('text/html; charset=utf-8')
      .headers({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
    return found ? sharedPage(found.tenant, found.document, `/d/${link}`) : reply.code(404).send(missingPage);
  });
  server.get<{ Params: { link: string } }>('/d/:link/pdf', options, async (request, reply) => {
    context.limit.take(reply, request.ip);
    const found = await find(request.params.link, false);
    if (!found?.document.pdf) throw notFound('File');
    void reply.header('x-robots-tag', 'noindex');
    return sendFile(context, reply, found.document.pdf, { disposition: 'inline', cache: 'private, no-store' });
  });
}
