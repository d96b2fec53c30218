// /graphql, by the GraphQL over HTTP specification: operations by POST, questions of a token also by GET, which serves GraphiQL as well.
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ExecutionResult } from 'graphql';
import { accepts, codingFor, encoded } from '../platform/content-coding.ts';
import { badInput, DomainError } from '../platform/errors.ts';
import { isElsewhere } from '../platform/refuse.ts';
import { setSecurityHeaders } from '../platform/security-headers.ts';
import { isUntouched } from '../platform/trace.ts';
import type { Viewer } from '../tenancy/index.ts';
import { keysIn, type CallerLimit, type WhoAsks } from '../access/index.ts';
import { requestContext, type App } from '../graphql/context.ts';
import { formatError, MOST_ERRORS, MOST_ANONYMOUS_ERRORS } from './errors.ts';
import { httpRefusal, MISDIRECTED, readerOf } from './http-refusal.ts';
import type { Result } from './answer-in-json.ts';
import { createExecutor } from './execute-query.ts';
import { keptIntrospection, type KeptAnswer } from './kept-introspection.ts';
import { refusedAsTooComplex, ANONYMOUS_ANSWER_BYTES, OPERATION_LIMITS } from '../graphql/limits.ts';
import { readRequest, type OperationRules } from './request.ts';
import { schema } from './schema.ts';
import type { Senders } from './anonymous.ts';
import { hasHungUp } from '../platform/hung-up.ts';

export interface GraphQLRoutesContext {
  app: App;
  authenticate(request: WhoAsks): Promise<Viewer>;
  senders: Senders;
  /** Per address without a token. A large operation counts as several requests. */
  limit: CallerLimit;
  settings: GraphQLSettings;
}

export interface GraphQLSettings extends OperationRules {
  /** Whether introspection and "did you mean" suggestions are on; GraphiQL needs both. */
  introspection: boolean;
  graphiQL: boolean;
}

/** For the rate limit a request counts 1, and 1 more for each so many objects of its cost. */
const COST_OF_ONE_REQUEST = 1000;

/** Cost of loading GraphiQL once, in requests. */
const REQUESTS_OF_THE_PAGE = 100;

const JSON_TYPE = 'application/json';
const RESPONSE_TYPE = 'application/graphql-response+json';

export function graphqlRoutes(server: FastifyInstance, context: GraphQLRoutesContext): void {
  const { app, authenticate, senders, limit, settings } = context;
  const answer = answerer(context);

  // Errors before execution have the same shape as errors of an operation.
  const errorHandler = (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    const { status, headers, body } = httpRefusal(error, readerOf(request), app.log);
    void reply.code(status).headers(headers).send(body);
  };

  server.post('/graphql', { errorHandler }, (request, reply) =>
    answer(request, reply, senders.viewerOf(request), request.body),
  );

  // GET runs questions alone, and those of a token in the header, which no link or image on another site can bear.
  server.get('/graphql', { errorHandler }, async (request, reply) => {
    const { accept = '' } = request.headers;
    const isBrowser = accept.includes('text/html') && !('query' in (request.query as object));
    if (isBrowser && settings.graphiQL && settings.introspection && !settings.onlyKnown) {
      // The page has megabytes, so it counts as many requests.
      limit.take(reply, request.ip, REQUESTS_OF_THE_PAGE);
      return sendGraphiQL(request, reply);
    }
    const params = request.query as Record<string, unknown>;
    if (request.headers.authorization === undefined || Object.keys(params).length === 0) throw sentByPost(reply);
    const viewer = await authenticate(request);
    const [variables, extensions] = [jsonIn(params, 'variables'), jsonIn(params, 'extensions')];
    return answer(request, reply, viewer, { ...params, variables, extensions });
  });
}

type Answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  viewer: Viewer | undefined,
  body: unknown,
) => Promise<FastifyReply>;

/** Takes what an operation costs from its caller's share, runs it, and sends its result. */
function answerer({ app, senders, limit, settings }: GraphQLRoutesContext): Answer {
  const prepareFor = {
    caller: createExecutor({ ...settings, audience: 'caller' }),
    anonymous: createExecutor({ ...settings, audience: 'anonymous' }),
  };
  const keptFor = settings.introspection ? keptIntrospection(schema) : () => undefined;

  return async (request, reply, viewer, body) => {
    const read = readRequest(body, settings);
    const caller = viewer ?? request.ip;
    limit.take(reply, caller);
    if (!viewer) await senders.turn(request);
    const kept = keptFor(read.query);
    const exchange = { request, reply, viewer, log: app.log, isQuestion: false };
    if (kept) return sendKept(exchange, kept);
    const idempotencyKey = keyIn(request);
    const prepared = prepareFor[viewer ? 'caller' : 'anonymous']({ ...read, idempotencyKey });
    if (request.method !== 'POST' && 'isQuery' in prepared && !prepared.isQuery) throw sentByPost(reply);
    const more = 'run' in prepared ? Math.floor(prepared.cost / COST_OF_ONE_REQUEST) : 0;
    if (more > 0) limit.take(reply, caller, more);
    // A query stops when the connection is closed; a mutation is completed.
    const isWanted = () => !('isQuery' in prepared && prepared.isQuery) || !hasHungUp(request.raw);
    const reader = Object.assign(readerOf(request), { idempotencyKey });
    const charge = (timesAMinute: number) => limit.take(reply, caller, Math.ceil(limit.perMinute / timesAMinute));
    const result =
      'run' in prepared ? await prepared.run(requestContext(app, reader, viewer, isWanted, charge)) : prepared;
    const cost = 'run' in prepared && viewer ? costTold(prepared.cost, 1 + more, limit.left(viewer)) : undefined;
    exchange.isQuestion = 'isQuery' in prepared && prepared.isQuery;
    if (!hasHungUp(request.raw)) return sendResult(exchange, result, cost);
    request.raw.destroy();
    return reply.hijack();
  };
}

function sentByPost(reply: FastifyReply): Error {
  void reply.header('allow', 'POST');
  return Object.assign(badInput('Operations are sent by POST, as {type}', { type: JSON_TYPE }), { statusCode: 405 });
}

/** Reads JSON from the URL; like readRequest, it refuses a text that is not JSON. */
function jsonIn(params: Record<string, unknown>, name: string): unknown {
  const text = params[name];
  try {
    return typeof text === 'string' ? JSON.parse(text) : text;
  } catch {
    return text;
  }
}

/** Cost headers of an operation: its objects, its requests from the caller's share, and `left`, the rest of that share. */
function costTold(objects: number, requests: number, left: number | null): string {
  const share = left === null ? '' : `,"left":${left}`;
  return `"extensions":{"cost":{"objects":${objects},"most":${OPERATION_LIMITS.cost.most},"requests":${requests}${share}}}`;
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  viewer: Viewer | undefined;
  log: App['log'];
  /** Alone compressed: the answer to a mutation may show a secret beside words of its caller, and its size would tell of it. */
  isQuestion: boolean;
}

const VARIES_BY = 'accept, accept-encoding, origin';

async function sendResult(exchange: Exchange, result: Result, cost?: string): Promise<FastifyReply> {
  const { request, reply, viewer, log, isQuestion } = exchange;
  const { data, errors }: ExecutionResult = 'text' in result ? { data: null } : result;
  const isModern = request.headers.accept?.includes(RESPONSE_TYPE) ?? false;
  const visible = errors?.slice(0, viewer ? MOST_ERRORS : MOST_ANONYMOUS_ERRORS);
  const answer =
    'text' in result
      ? `{"data":${result.text}}`
      : JSON.stringify({
          ...(data === undefined ? {} : { data }),
          ...(visible ? { errors: visible.map((error) => formatError(error, readerOf(request), log)) } : {}),
        });
  const text = cost === undefined ? answer : `${answer.slice(0, -1)},${cost}}`;
  const bytes = Buffer.byteLength(text);
  if (!viewer && bytes > ANONYMOUS_ANSWER_BYTES) {
    const refusal = refusedAsTooComplex('The answer has more than {most} bytes, the most without a token', {
      most: ANONYMOUS_ANSWER_BYTES.toLocaleString('en-US'),
    });
    return sendResult(exchange, { errors: [refusal] });
  }
  const isMoved = errors?.every(({ originalError }) => isElsewhere(originalError)) && isUntouched();
  const coding = isQuestion ? codingFor(request.headers, bytes) : undefined;
  setHeaders(reply, isModern).code(isMoved ? MISDIRECTED : isModern && data === undefined ? 400 : 200);
  return coding ? reply.header('content-encoding', coding).send(await encoded(coding, text)) : reply.send(text);
}

function setHeaders(reply: FastifyReply, isModern: boolean): FastifyReply {
  const type = `${isModern ? RESPONSE_TYPE : JSON_TYPE}; charset=utf-8`;
  return reply.type(type).headers({ 'cache-control': 'no-store', vary: VARIES_BY });
}

/** Uncompressed it exceeds the largest answer without a token. */
async function sendKept(exchange: Exchange, { text, gzip }: KeptAnswer): Promise<FastifyReply> {
  const { request, reply, viewer } = exchange;
  const isCompressed = accepts(request.headers, 'gzip');
  if (!isCompressed && !viewer) {
    const refusal = refusedAsTooComplex(
      'Without a token the schema is sent compressed only: ask with Accept-Encoding: gzip (curl --compressed), or with a token',
      {},
    );
    return sendResult(exchange, { errors: [refusal] });
  }
  const isModern = request.headers.accept?.includes(RESPONSE_TYPE) ?? false;
  setHeaders(reply, isModern);
  return isCompressed ? reply.header('content-encoding', 'gzip').send(gzip) : reply.send(text);
}

/** Node decodes headers as latin1; clients send UTF-8. Some write Windows-1252: no two keys of such a one become the same. */
export function keyIn({ headers }: FastifyRequest): string | undefined {
  const { 'idempotency-key': key } = headers;
  const bytes = Buffer.from(String(key), 'latin1');
  if (key === undefined) return undefined;
  return isUtf8(bytes) ? bytes.toString() : new TextDecoder('windows-1252').decode(bytes);
}

let graphiQL: { compressed: Buffer; etag: string } | undefined;

/** Some megabytes, the same for every request: rendered once, and cached by browsers through its ETag. */
function graphiQLPage() {
  if (graphiQL) return graphiQL;
  const text = Buffer.from(
    renderGraphiQL({
      endpoint: '/graphql',
      title: 'Folio',
      // Neither a token that is left in the browser, nor the session of one who signs in while the page is open.
      shouldPersistHeaders: false,
      credentials: 'omit',
      headers: '{ "Authorization": "Bearer " }',
      defaultQuery:
        '# Paste your token into the Headers tab below.\n{\n  viewer { userName roles tenant { name } }\n}\n',
    }),
  );
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  graphiQL = { compressed: gzipSync(text), etag };
  return graphiQL;
}

function sendGraphiQL(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { headers } = request;
  if (keysIn(request).length > 0) {
    throw new DomainError(
      'FORBIDDEN',
      'GraphiQL is not shown in a browser that is signed in to the dashboard; use a private window',
    );
  }
  if (!accepts(headers, 'gzip')) {
    const refusal = badInput('GraphiQL is sent compressed only: ask with Accept-Encoding: gzip');
    throw Object.assign(refusal, { statusCode: 406 });
  }
  const { compressed, etag } = graphiQLPage();
  setSecurityHeaders(reply, 'graphiQL');
  void reply.header('cache-control', 'no-cache').header('vary', VARIES_BY).header('etag', etag);
  if (headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type('text/html; charset=utf-8').header('content-encoding', 'gzip').send(compressed);
}
