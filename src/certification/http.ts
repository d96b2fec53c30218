// POST /webhooks/pac/{company_id}: signature over the raw bytes, then the tenant, then the body, then the inbox.
import type { FastifyInstance } from 'fastify';
import { Counter } from 'prom-client';
import { storableJson } from '../pac/index.ts';
import { badInput, DomainError, rateLimited } from '../platform/errors.ts';
import { metrics } from '../platform/metrics.ts';
import { cachedFor } from '../platform/cached-for.ts';
import { nowAbout } from '../platform/trace.ts';
import { createBadSenders } from './notices/bad-senders.ts';
import type { CertificationContext } from './context.ts';
import { createNoticeIntake } from './notices/notice-intake.ts';
import { keepRefusedNotice } from './notices/receive-notice.ts';
import { ofTenant } from '../tenancy/index.ts';

const MAX_BODY_BYTES = 256 * 1024;

/** Content types that libraries send for JSON by default; a form, a page or XML is not JSON. */
const MAY_BE_JSON = /^\s*($|application\/(json|octet-stream|[\w.+-]+\+json)|text\/(json|plain))\s*(;|$)/i;

const RESULTS: Record<number, string> = {
  200: 'received',
  400: 'malformed',
  403: 'forbidden',
  404: 'unknown_company',
  413: 'too_large',
  422: 'refused',
  429: 'held_off',
};

const notices = new Counter({
  name: 'folio_webhook_notices_total',
  help: 'Notices by what was answered to them. forbidden, held_off: badly signed. failed: not stored, so the PAC comes again.',
  labelNames: ['result'],
  registers: [metrics],
});

export async function webhookRoutes(
  server: FastifyInstance,
  context: CertificationContext,
  refusalsPerMinute: number,
): Promise<void> {
  const { clock, pac } = context;
  const badSenders = createBadSenders({ perMinute: refusalsPerMinute, clock });
  const { findDoor, receive } = createNoticeIntake(context);
  // For a source that has been told to wait: its good notices still pass, its bad ones no longer reach the database.
  const findDoorHeld = cachedFor({ clock, forMs: 5000, most: 1000 }, findDoor);

  await server.register(async (scope) => {
    scope.addHook('onResponse', (_request, reply, done) => {
      notices.inc({ result: RESULTS[reply.statusCode] ?? 'failed' });
      done();
    });
    // Raw bytes, whatever the content type: the signature covers them and not what a parser makes of them.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) => {
      done(null, body);
    });
    scope.post<{ Params: { companyId: string } }>(
      '/webhooks/pac/:companyId',
      { bodyLimit: MAX_BODY_BYTES, config: { isSigned: true } },
      async (request, reply) => {
        const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const { companyId } = request.params;
        const isWaiting = badSenders.isWaiting(request.ip, companyId);
        const { tenant, secrets } = await (isWaiting ? findDoorHeld(companyId) : findDoor(companyId));
        const { signatureScheme } = context.certification;
        const header = request.headers[pac.notices.signatureHeader];
        const signature = Array.isArray(header) ? undefined : header;
        // A genuine one needs no more than the secret that signs it; all are tried before one is refused.
        if (!secrets.some((secret) => pac.notices.isGenuine(signatureScheme, secret, rawBody, signature))) {
          const wait = badSenders.note(request.ip, companyId);
          throw wait === 0 ? new DomainError('FORBIDDEN', 'The signature is missing or wrong') : rateLimited(wait);
        }
        if (!tenant) throw new DomainError('NOT_FOUND', 'No tenant has this company id');
        nowAbout({ tenantId: tenant.id });
        if (!MAY_BE_JSON.test(request.headers['content-type'] ?? '')) {
          throw badInput('The content type of a notice is application/json');
        }

        let body: unknown;
        try {
          body = JSON.parse(rawBody.toString('utf8'));
        } catch {
          throw badInput('The body is not JSON');
        }
        const kept = storableJson(body);
        if (kept === undefined) throw badInput('The body is nested too deep');
        const read = pac.notices.read(body);
        if (read.outcome !== 'ok') {
          await keepRefusedNotice(ofTenant(context, tenant), rawBody, kept, read.message);
          const statusCode = read.outcome === 'wrongType' ? 400 : 422;
          throw Object.assign(new DomainError<string>('BAD_USER_INPUT', read.message), { statusCode });
        }
        await receive(tenant, { rawBody, body: kept, notice: read });
        return reply.send({ received: true });
      },
    );
  });
}
