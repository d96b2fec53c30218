// Pages of other origins (CORS): those of the list may ask with a token of their own and read the answer. No cookie is ever let along.
import type { FastifyInstance } from 'fastify';

/** Request headers that the API takes, beside those that any page may send. */
const TAKEN = 'authorization, content-type, idempotency-key, if-none-match, last-event-id, traceparent';
/** Response headers that a page may read, beside the usual ones. */
const GIVEN =
  'content-disposition, etag, idempotent-replayed, location, ratelimit, ratelimit-policy, retry-after, traceresponse, x-request-id';
/** No browser keeps it longer. */
const KEPT_SECONDS = 7200;

export function allowOrigins(server: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  server.addHook('onRequest', (request, reply, done) => {
    const { origin = '', 'access-control-request-method': wanted } = request.headers;
    void reply.header('vary', 'origin');
    if (!origins.includes(origin)) return done();
    void reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': GIVEN });
    if (request.method !== 'OPTIONS' || wanted === undefined) return done();
    const allowed = {
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': TAKEN,
      'access-control-max-age': KEPT_SECONDS,
    };
    void reply.code(204).headers(allowed).send();
  });
}
