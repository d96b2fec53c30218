// The real door for notices: the route with its signature, so that what is answered early is answered early here too.
import Fastify from 'fastify';
import { webhookRoutes } from '../../../src/certification/http.ts';
import type { App } from '../../../src/graphql/context.ts';
import { sign } from '../../../src/pac/signature.ts';

/** The status that is answered. What fails as nothing in Folio should is thrown. */
export async function deliverNotice(app: App, companyId: string, raw: string): Promise<number> {
  const { webhookSecrets, signatureScheme } = app.certification;
  const server = Fastify();
  let failure: unknown;
  server.setErrorHandler((error: Error & { statusCode?: number }, _, reply) => {
    failure = error;
    return reply.code(error.statusCode ?? 500).send();
  });
  await webhookRoutes(server, app, 60);
  const payload = Buffer.from(raw);
  const { statusCode } = await server.inject({
    method: 'POST',
    url: `/webhooks/pac/${encodeURIComponent(companyId)}`,
    headers: {
      'content-type': 'application/json',
      [app.pac.notices.signatureHeader]: sign(signatureScheme, webhookSecrets[0], payload),
    },
    payload,
  });
  if (statusCode >= 500) throw failure;
  return statusCode;
}
