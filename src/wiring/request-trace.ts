// Each request in a trace of its own or its caller's, measured, and told of in the log: by ids, never by what was asked or answered.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Histogram } from 'prom-client';
import { HEALTH_ROUTES } from './health-routes.ts';
import type { Logger } from '../platform/log.ts';
import { metrics } from '../platform/metrics.ts';
import {
  inTrace,
  nowBegins,
  spanFrom,
  traceFrom,
  traceparentOf,
  type About,
  type Span,
  type Trace,
} from '../platform/trace.ts';

const requests = new Histogram({
  name: 'folio_http_request_duration_seconds',
  help: 'HTTP requests by method, route (its pattern, not the address) and status.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [metrics],
});

const traces = new WeakMap<FastifyRequest, Trace & About>();
const spans = new WeakMap<FastifyRequest, Span>();

/** Health checks, every few seconds, make no span. */
function begin({ method, headers, routeOptions, protocol }: FastifyRequest): { trace: Trace; span?: Span } {
  if (HEALTH_ROUTES.includes(routeOptions.url)) return { trace: traceFrom(headers.traceparent) };
  const attributes = { 'http.request.method': method, 'url.scheme': protocol };
  return spanFrom(headers.traceparent, { name: method, kind: 'SERVER', attributes });
}

export function traceRequests(server: FastifyInstance, log: Logger): void {
  server.addHook('onRequest', (request, reply, done) => {
    const begun = begin(request);
    const trace = { ...begun.trace, requestId: request.id };
    traces.set(request, trace);
    if (begun.span) spans.set(request, begun.span);
    void reply.headers({ 'x-request-id': request.id, traceresponse: traceparentOf(trace) });
    inTrace(trace, () => {
      nowBegins();
      done();
    });
  });
  // Hooks after the body run where the socket's events run; this leads back into the request's trace.
  server.addHook('preValidation', (request, _reply, done) => {
    inTrace(traces.get(request)!, done);
  });
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const { method } = request;
    const { statusCode: status, elapsedTime } = reply;
    requests.observe({ method, route, status }, elapsedTime / 1000);
    const durationMs = Math.round(elapsedTime);
    const trace: (Trace & About) | undefined = traces.get(request);
    const span = spans.get(request);
    if (span) {
      const tenant = trace?.tenantId === undefined ? {} : { 'folio.tenant.id': trace.tenantId };
      span.set({ 'http.route': route, 'http.response.status_code': status, ...tenant }, `${method} ${route}`);
      if (status >= 500) span.fail(String(status));
      span.end();
    }
    const tell = () =>
      status < 400
        ? log.debug({ method, route, status, durationMs }, 'answered')
        : log.info({ method, route, status, durationMs }, 'answered with a no');
    if (trace) inTrace(trace, tell);
    done();
  });
}
