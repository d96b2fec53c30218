// Each request in a trace of its own or its caller's, measured, and told of in the log: by ids, never by what was asked or answered.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Histogram } from 'prom-client';
import type { Logger } from '../platform/log.ts';
import { metrics } from '../platform/metrics.ts';
import { inTrace, traceFrom, traceparentOf, type About, type Trace } from '../platform/trace.ts';

const requests = new Histogram({
  name: 'folio_http_request_duration_seconds',
  help: 'HTTP requests by method, route (its pattern, not the address) and status.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [metrics],
});

const traces = new WeakMap<FastifyRequest, Trace & About>();

export function traceRequests(server: FastifyInstance, log: Logger): void {
  server.addHook('onRequest', (request, reply, done) => {
    const trace = { ...traceFrom(request.headers.traceparent), requestId: request.id };
    traces.set(request, trace);
    void reply.headers({ 'x-request-id': request.id, traceresponse: traceparentOf(trace) });
    inTrace(trace, done);
  });
  // What follows the body runs where the socket's events run; it is led back.
  server.addHook('preValidation', (request, _reply, done) => {
    inTrace(traces.get(request)!, done);
  });
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const { method } = request;
    const { statusCode: status, elapsedTime } = reply;
    requests.observe({ method, route, status }, elapsedTime / 1000);
    const durationMs = Math.round(elapsedTime);
    const trace = traces.get(request);
    const tell = () =>
      status < 400
        ? log.debug({ method, route, status, durationMs }, 'answered')
        : log.info({ method, route, status, durationMs }, 'answered with a no');
    if (trace) inTrace(trace, tell);
    done();
  });
}
