// POST /graphql answers, as GraphQL over HTTP says; GET /graphql is the page to try it on.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError, type ExecutionResult } from 'graphql';
import { ERROR_CODES, type ErrorCode } from '../platform/errors.ts';
import type { Viewer } from '../tenancy/index.ts';
import { requestContext, type App } from './context.ts';
import { formatError, MOST_ERRORS } from './errors.ts';
import { createExecutor } from './execute-query.ts';
import { readRequest, type OperationRules } from './request.ts';

export interface GraphQLRoutesContext {
  app: App;
  authenticate(authorization: string | undefined): Promise<Viewer>;
  /** The seconds until a caller, or an address without one, may ask again; 0: now. A large operation counts as several. */
  waitOf(caller: Viewer | string, count?: number): number;
  settings: GraphQLSettings;
}

export interface GraphQLSettings extends OperationRules {
  /** Whether the schema is told, and with it GraphiQL and guesses at what was meant. */
  introspection: boolean;
}

/** A request counts 1, and 1 more for each so many objects that it may be answered with. */
const COST_OF_ONE_REQUEST = 1000;

const JSON_TYPE = 'application/json';
const RESPONSE_TYPE = 'application/graphql-response+json';

export function graphqlRoutes(server: FastifyInstance, context: GraphQLRoutesContext): void {
  const { app, authenticate, waitOf, settings } = context;
  const prepare = createExecutor(settings);

  // Whatever goes wrong before there is a result is told in the same shape as what goes wrong in one.
  function errorHandler(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
    const status = error.statusCode ?? 500;
    if (status < 500) {
      void refuse(reply, status === 413 ? 'QUERY_TOO_COMPLEX' : 'BAD_USER_INPUT', error.message, status);
      return;
    }
    const told = formatError(new GraphQLError(error.message, { originalError: error }), request.id, app.log);
    const isAway = told.extensions?.['code'] === 'SERVICE_UNAVAILABLE';
    void reply.code(isAway ? 503 : 500).send({ errors: [told] });
  }

  server.post('/graphql', { errorHandler }, async (request, reply) => {
    const read = readRequest(request.body, settings);
    if ('refusal' in read) return refuse(reply, read.refusal.code, read.refusal.message);
    // A missing or wrong token is told by each field that needs a caller, so that the schema can be read without one.
    const viewer = await authenticate(request.headers.authorization).catch((error: unknown) => {
      if ((error as { code?: unknown }).code === 'UNAUTHENTICATED') return undefined;
      throw error;
    });
    const caller = viewer ?? request.ip;
    const wait = waitOf(caller);
    if (wait > 0) return refuseForNow(reply, wait);
    const prepared = prepare(read);
    const more = 'run' in prepared ? Math.floor(prepared.cost / COST_OF_ONE_REQUEST) : 0;
    const waitForMore = more > 0 ? waitOf(caller, more) : 0;
    if (waitForMore > 0) return refuseForNow(reply, waitForMore);
    const result = 'run' in prepared ? await prepared.run(requestContext(app, request.id, viewer)) : prepared;
    return sendResult(request, reply, result);
  });

  function sendResult(request: FastifyRequest, reply: FastifyReply, { data, errors }: ExecutionResult): FastifyReply {
    const isModern = request.headers.accept?.includes(RESPONSE_TYPE) ?? false;
    return reply
      .code(isModern && data === undefined ? 400 : 200)
      .type(`${isModern ? RESPONSE_TYPE : JSON_TYPE}; charset=utf-8`)
      .header('cache-control', 'no-store')
      .send({
        ...(data === undefined ? {} : { data }),
        ...(errors
          ? { errors: errors.slice(0, MOST_ERRORS).map((error) => formatError(error, request.id, app.log)) }
          : {}),
      });
  }

  // A GET runs nothing, so that no link and no picture on another page can.
  server.get('/graphql', async (request, reply) => {
    const { accept = '*/*' } = request.headers;
    const isBrowser = /text\/html|\*\/\*/.test(accept) && !('query' in (request.query as object));
    if (isBrowser && settings.introspection && !settings.onlyKnown) return sendGraphiQL(request, reply);
    void reply.header('allow', 'POST');
    return refuse(reply, 'BAD_USER_INPUT', `Operations are sent by POST, as ${JSON_TYPE}`, 405);
  });
}

function refuseForNow(reply: FastifyReply, seconds: number): FastifyReply {
  void reply.header('retry-after', seconds);
  return refuse(reply, 'RATE_LIMITED', `Too many requests; try again in ${seconds} s`);
}

function refuse(
  reply: FastifyReply,
  code: ErrorCode,
  message: string,
  status: number = ERROR_CODES[code],
): FastifyReply {
  return reply.code(status).send({ errors: [{ message, extensions: { code } }] });
}

/** It brings its scripts and styles inside itself, and asks nobody but us. */
const GRAPHIQL_POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval' blob:",
  'worker-src blob:',
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  'font-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface Page {
  text: Buffer;
  compressed: Buffer;
  etag: string;
}

let graphiQL: Page | undefined;

/** Some megabytes, the same for everybody: made once, and sent once to each browser. */
function graphiQLPage(): Page {
  if (graphiQL) return graphiQL;
  const text = Buffer.from(
    renderGraphiQL({
      endpoint: '/graphql',
      title: 'Folio',
      shouldPersistHeaders: true,
      headers: '{ "Authorization": "Bearer " }',
      defaultQuery:
        '# Paste your token into the Headers tab below.\n{\n  viewer { userName roles tenant { name } }\n}\n',
    }),
  );
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  graphiQL = { text, compressed: gzipSync(text), etag };
  return graphiQL;
}

function sendGraphiQL({ headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { text, compressed, etag } = graphiQLPage();
  void reply
    .header('content-security-policy', GRAPHIQL_POLICY)
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-cache')
    .header('vary', 'accept, accept-encoding')
    .header('etag', etag);
  if (headers['if-none-match'] === etag) return reply.code(304).send();
  void reply.type('text/html; charset=utf-8');
  const isCompressed = /\bgzip\b/.test(headers['accept-encoding'] ?? '');
  return isCompressed ? reply.header('content-encoding', 'gzip').send(compressed) : reply.send(text);
}
