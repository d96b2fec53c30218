// POST /webhooks/pac/{company_id}: signature over the raw bytes, then the tenant, then the body, then the inbox.
import type { FastifyInstance } from 'fastify';
import { parseNotice, storableJson, verifySignature } from '../pac/index.ts';
import { findTenantByCompany } from '../tenancy/index.ts';
import type { CertificationContext } from './context.ts';
import { keepRefusedNotice, receiveNotice } from './receive-notice.ts';

const MAX_BODY_BYTES = 256 * 1024;

export async function webhookRoutes(server: FastifyInstance, context: CertificationContext): Promise<void> {
  await server.register(async (scope) => {
    // Raw bytes, whatever the content type: the signature covers them and not what a parser makes of them.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) => {
      done(null, body);
    });
    scope.post<{ Params: { companyId: string } }>(
      '/webhooks/pac/:companyId',
      { bodyLimit: MAX_BODY_BYTES },
      async (request, reply) => {
        const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const tenant = await findTenantByCompany(context, request.params.companyId);
        // A tenant's own secret replaces the common one on its path.
        const secret = tenant?.webhookSecret ?? context.certification.webhookSecret;
        const header = request.headers['x-pac-signature'];
        const signature = Array.isArray(header) ? undefined : header;
        if (!verifySignature(context.certification.signatureScheme, secret, rawBody, signature)) {
          return reply.code(403).send({ error: 'The signature is missing or wrong' });
        }
        if (!tenant) return reply.code(404).send({ error: 'No tenant has this company id' });

        let body: unknown;
        try {
          body = JSON.parse(rawBody.toString('utf8'));
        } catch {
          return reply.code(400).send({ error: 'The body is not JSON' });
        }
        const kept = storableJson(body);
        if (kept === undefined) return reply.code(400).send({ error: 'The body is nested too deep' });
        const read = parseNotice(body);
        if (read.outcome !== 'ok') {
          const status = read.outcome === 'wrongType' ? 400 : 422;
          await keepRefusedNotice(context, tenant, rawBody, kept, read.message);
          return reply.code(status).send({ error: read.message });
        }
        await receiveNotice(context, tenant, { rawBody, body: kept, notice: read });
        return reply.send({ received: true });
      },
    );
  });
}
