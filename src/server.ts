// The routes, in the order of the contract.
import { fastify, type FastifyError, type FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { webhookRoutes } from './certification/http.ts';
import { fileRoutes } from './files/http.ts';
import type { App } from './graphql/context.ts';
import { graphqlRoutes } from './graphql/http.ts';
import { migrationStatus } from './platform/migrate.ts';
import { DomainError, ERROR_CODES } from './platform/errors.ts';
import { metrics } from './platform/metrics.ts';
import { isConnectionError } from './platform/postgres.ts';
import { allMigrations, forMigrations } from './open-database.ts';
import { authenticator, type TokenVerification } from './tenancy/index.ts';
import { dashboardRoutes } from './dashboard.ts';

export interface ServerOptions {
  app: App;
  verification: TokenVerification;
  /** False in a process that only works: it answers how it is, and nothing else. */
  serves: boolean;
}

export async function buildServer({ app, verification, serves }: ServerOptions): Promise<FastifyInstance> {
  const server = fastify({
    genReqId: () => randomUUID(),
    bodyLimit: 1024 * 1024,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 300 },
  });
  const authenticate = authenticator(app, verification);

  server.setErrorHandler((error: FastifyError | Error, request, reply) => {
    if (error instanceof DomainError) {
      return reply.code(ERROR_CODES[error.code]).send({ error: error.message, code: error.code });
    }
    const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
    if (status < 500) return reply.code(status).send({ error: error.message });
    app.log.error({ err: error, requestId: request.id }, 'a request failed');
    const isAway = isConnectionError(error);
    const what = isAway ? 'The database cannot be reached at the moment' : 'Something went wrong here';
    return reply.code(isAway ? 503 : 500).send({ error: `${what} (request ${request.id})` });
  });

  if (serves) {
    graphqlRoutes(server, { app, authenticate });
    await webhookRoutes(server, app);
    fileRoutes(server, { ...app, authenticate });
    await dashboardRoutes(server);
  }
  healthRoutes(server, app);
  return server;
}

function healthRoutes(server: FastifyInstance, app: App): void {
  // Their own, since a process of the tests has more than one server.
  const ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  const all = Registry.merge([ofProcess, metrics]);

  server.get('/healthz', async () => ({ status: 'ok' }));
  server.get('/readyz', async (_request, reply) => {
    const { pending } = await migrationStatus(forMigrations(app.db), await allMigrations());
    if (pending.length > 0) return reply.code(503).send({ status: 'migrations pending', pending });
    return { status: 'ready' };
  });
  server.get('/metrics', async (_request, reply) => reply.type(all.contentType).send(await all.metrics()));
}
