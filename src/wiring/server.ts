// The routes, in the order of the contract.
import { fastify, type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify';
import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { webhookRoutes } from '../certification/http.ts';
import { eventRoutes } from '../events/http.ts';
import { fileRoutes } from '../files/http.ts';
import { evidenceRoutes, linkRoutes } from '../invoicing/http.ts';
import { presenceRoutes } from '../presence/http.ts';
import { reportRoutes } from '../reports/http.ts';
import { calendarRoutes } from '../today/http.ts';
import { labelRoutes } from '../catalog/http.ts';
import { purchaseRoutes } from '../purchasing/http.ts';
import { tillRoutes } from '../tills/http.ts';
import { restRoutes, sendProblem } from '../rest/http.ts';
import type { App } from '../graphql/context.ts';
import { exportRoutes } from '../api/exports/http.ts';
import { importRoutes } from '../api/imports/http.ts';
import { boundBodies, type Senders } from '../api/anonymous.ts';
import { graphqlRoutes } from '../api/http.ts';
import { httpRefusal, readerOf } from '../api/http-refusal.ts';
import { JSON_TYPE, refuseUnread, withFirst } from '../api/refuse-unread.ts';
import manifest from '../../package.json' with { type: 'json' };
import { mcpRoutes } from '../mcp/http.ts';
import { HEALTH_ROUTES, healthRoutes, type HealthOptions } from './health-routes.ts';
import { badInput, notFound } from '../platform/errors.ts';
import { setSecurityHeaders } from '../platform/security-headers.ts';
import { nowAbout, nowBegins } from '../platform/trace.ts';
import { gateRequests } from '../platform/request-gate.ts';
import { traceRequests } from './request-trace.ts';
import { sessionRoutes } from '../access/http.ts';
import type { IsolationWatch } from '../canary/isolation-watch.ts';
import {
  authenticator,
  createSignInLinks,
  limitCallers,
  providerSignIn,
  type Authentication,
  type SignInLinks,
  type TokenVerification,
} from '../access/index.ts';
import { allowOrigins } from './cors.ts';
import { dashboardRoutes, sendDashboard } from './dashboard.ts';
import { docsRoutes } from './docs-site.ts';
import type { ServerSettings } from './server-settings.ts';

export interface ServerOptions {
  app: App;
  verification: TokenVerification;
  /** False in a process that only works: it answers how it is, and nothing else. */
  serves: boolean;
  /** Whether the process is about to stop: then it says that it is not ready, and goes on answering what still comes. */
  isLeaving?: () => boolean;
  settings: ServerSettings;
  /** Absent: no link signs in. */
  signInLinks?: SignInLinks;
  /** Absent: the isolation of tenants is not checked. */
  isolation?: IsolationWatch;
  metricsOfAll?: HealthOptions['metricsOfAll'];
}

export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const { app, verification, serves, settings, isLeaving = () => false } = options;
  const server = fastify({
    genReqId: () => randomUUID(),
    bodyLimit: 1024 * 1024,
    // A request that drips in byte by byte holds a connection no longer than this.
    requestTimeout: 60_000,
    // Nor does an answer that is not read.
    connectionTimeout: settings.idleMs,
    // A request in flight when the service stops, or one that comes behind it, gets its answer; a connection that only waits is ended.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // A notice without a signature is 403 at any address, and not 414 where a company's name is long.
    routerOptions: { maxParamLength: 16_000 },
    trustProxy: settings.trustProxy,
    clientErrorHandler: refuseUnread,
    // An address that cannot be read has no route, and no hook sees it.
    frameworkErrors: ({ statusCode = 400 }, request, reply: FastifyReply) => {
      setSecurityHeaders(reply);
      const refusal = badInput('The address of the request cannot be read');
      const answer = httpRefusal(refusal, readerOf(request), app.log);
      if (isRest(request)) sendProblem(reply, { ...answer, status: statusCode });
      else void reply.code(statusCode).send(withFirst(answer.body));
    },
  });
  gateRequests(server.server);
  // A text is no JSON, and the only type beside forms that a page elsewhere may send without asking first.
  server.removeContentTypeParser('text/plain');
  readJson(server);
  // These hooks have nothing to wait for: with a callback each costs a call, as an async function also a turn of the queue of promises.
  server.addHook('onRequest', (_request, reply, done) => {
    setSecurityHeaders(reply);
    done();
  });
  traceRequests(server, app.log);
  allowOrigins(server, settings.corsOrigins);
  server.addHook('onRequest', (request, _reply, done) => {
    if (!HEALTH_ROUTES.includes(request.routeOptions.url)) options.isolation?.assertIsolated();
    done();
  });
  const authentication = await authenticator(app, verification);
  const authenticate: Authentication['authenticate'] = async (request, began) => {
    const viewer = await authentication.authenticate(request, began);
    nowAbout({ tenantId: viewer.tenant.id });
    nowBegins();
    return viewer;
  };
  const senders = boundBodies(server, authenticate);

  server.setErrorHandler((error: FastifyError | Error, request, reply) => {
    // The intended answer may have been a file; the headers of its cache do not belong to the error.
    for (const header of ['content-length', 'content-disposition', 'content-encoding', 'cache-control'])
      void reply.removeHeader(header);
    const { status, headers, body } = httpRefusal(error, readerOf(request), app.log);
    // A route may have said more than the scheme, such as where tokens are had.
    const scheme = reply.getHeader('www-authenticate') ?? headers['www-authenticate'];
    if (scheme !== undefined) headers['www-authenticate'] = String(scheme);
    return reply.code(status).headers(headers).type(JSON_TYPE).send(withFirst(body));
  });

  let hasDashboard = false;
  server.setNotFoundHandler((request, reply) => {
    // A browser that follows a wrong address is shown where it is; programs are told in their own way.
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html') === true;
    if (hasDashboard && isPage) return sendDashboard(reply.code(404));
    throw notFound('Route');
  });

  if (serves) hasDashboard = await serveCallers(server, options, { ...authentication, authenticate, senders });
  healthRoutes(server, { ...options, ...settings, isLeaving });
  return server;
}

/** A till that writes Latin-1 is told so: read as UTF-8 each of its accents would be lost, and filed so. */
function readJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (!isUtf8(body)) return done(badInput('The body is not UTF-8'));
    // Many libraries name a type also where there is no body.
    if (body.length === 0 && isRest(request)) return done(null);
    return parse(request, body.toString(), done);
  });
}

const isRest = ({ url }: { url: string }): boolean => url.startsWith('/v1/');

/** All that callers ask; answers whether there is a dashboard. */
async function serveCallers(
  server: FastifyInstance,
  options: ServerOptions,
  authentication: Authentication & { senders: Senders },
): Promise<boolean> {
  const { app, settings } = options;
  const { authenticate, senders } = authentication;
  const limit = limitCallers({ perMinute: settings.requestsPerMinute, clock: app.clock });
  graphqlRoutes(server, { app, authenticate, senders, limit, settings: settings.graphql });
  await webhookRoutes(server, app, settings.webhookRefusalsPerMinute);
  sessionRoutes(server, {
    ...app,
    ...authentication,
    limit,
    hasMembers: 'secret' in options.verification,
    links: options.signInLinks ?? createSignInLinks(app),
    provider: settings.provider && providerSignIn(settings.provider, app.log),
  });
  fileRoutes(server, { ...app, authenticate, limit });
  eventRoutes(server, {
    ...app,
    limit,
    // A stream asks again and again.
    authenticate: (request) => {
      options.isolation?.assertIsolated();
      return authenticate(request);
    },
  });
  presenceRoutes(server, { ...app, authenticate, limit });
  evidenceRoutes(server, { ...app, authenticate, limit });
  linkRoutes(server, { ...app, ...authentication, limit });
  reportRoutes(server, { ...app, authenticate, limit });
  calendarRoutes(server, { ...app, ...authentication, limit });
  tillRoutes(server, { ...app, authenticate, limit });
  labelRoutes(server, { ...app, authenticate, limit });
  purchaseRoutes(server, { ...app, authenticate, limit });
  await docsRoutes(server);
  await restRoutes(server, { app, authenticate, limit });
  exportRoutes(server, { app, authenticate, limit });
  await importRoutes(server, { app, authenticate, limit });
  const { verification } = options;
  const issuer = 'jwksUrl' in verification ? verification.issuer : undefined;
  mcpRoutes(server, { app, bearer: authentication.bearer, limit, version: manifest.version, issuer });
  return dashboardRoutes(server);
}
