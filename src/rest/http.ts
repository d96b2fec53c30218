// /v1: the verbs over REST, with OpenAPI of them and a page to read it.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accepts, codingFor, encoded } from '../platform/content-coding.ts';
import { badInput, DomainError, notFound } from '../platform/errors.ts';
import { setSecurityHeaders } from '../platform/security-headers.ts';
import {
  answerIn,
  askerOf,
  refusalOf,
  runOperation,
  variablesOf,
  VERBS,
  type Face,
  type HttpRefusal,
  type Verb,
} from '../verbs/index.ts';
import { openApi } from './openapi.ts';
import { problemOf, PROBLEM_TYPE } from './problem.ts';
import { referencePage } from './reference-page.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const VARIES_BY = 'authorization, cookie, accept-encoding, accept-language, origin';

const OF_JSON = 'The body must be JSON, with the header Content-Type: application/json';

/** Seconds until the database or the PAC may be there again. */
const RETRY = { 'retry-after': '5' };

interface RouteRequest {
  Params: Record<string, string>;
  Querystring: Record<string, string | string[]>;
}

export async function restRoutes(server: FastifyInstance, face: Face): Promise<void> {
  await server.register(
    (scope, _, done) => {
      scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
        const failure = error.statusCode === 415 ? Object.assign(badInput(OF_JSON), { statusCode: 415 }) : error;
        const refusal = refusalOf(failure, request, face.app.log);
        void reply.removeHeader('etag').header('cache-control', 'no-store');
        const headers = { ...(refusal.status === 503 ? RETRY : {}), ...refusal.headers };
        return sendProblem(reply.headers(headers), refusal);
      });
      scope.setNotFoundHandler((request, reply) => {
        const allow = methodsOf(request.url.slice(request.url.indexOf('/v1') + 3).split('?')[0]!).join(', ');
        if (allow === '') throw notFound('Route');
        void reply.header('allow', allow);
        throw Object.assign(new DomainError('NOT_FOUND', 'This route has {allow}', { allow }), { statusCode: 405 });
      });
      for (const verb of VERBS)
        scope.route<RouteRequest>({
          method: verb.method,
          url: verb.address.replaceAll(/\{(\w+)\}/g, ':$1'),
          handler: (request, reply) => answer(face, verb, request, reply),
        });
      pageRoutes(scope, face);
      done();
    },
    { prefix: '/v1' },
  );
}

const FOUND_BY_ID = new Set(VERBS.filter(({ method }) => method === 'GET').map(({ address }) => address));

export function sendProblem(reply: FastifyReply, refusal: HttpRefusal): FastifyReply {
  return reply.code(refusal.status).type(PROBLEM_TYPE).send(problemOf(refusal));
}

const ROUTES = VERBS.map(({ method, address }) => ({
  method,
  address: new RegExp(`^${address.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** Methods that an address has. */
function methodsOf(address: string): string[] {
  const found = ROUTES.filter((one) => one.address.test(address)).map(({ method }) => method as string);
  return found.includes('GET') ? ['GET', 'HEAD', ...found.filter((one) => one !== 'GET')] : found;
}

async function answer(
  face: Face,
  verb: Verb,
  request: FastifyRequest<RouteRequest>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const asker = await askerOf(face, request, reply);
  const { params: path, query, body } = request;
  const { text: data, isReplayed } = await runOperation(asker, verb, variablesOf(verb, { path, query, body }));
  const text = answerIn(verb, data);
  if (text === undefined) throw notFound('Record');
  void reply.type(JSON_TYPE).header('vary', VARIES_BY);
  if (verb.method === 'GET') return sendKept(request, reply, text);
  // A record begins with its id; of a return there is none to read.
  const isRead = FOUND_BY_ID.has(`${verb.address}/{id}`);
  if (verb.makes && isRead && text.startsWith('{"id":'))
    void reply.header('location', `/v1${verb.address}/${text.slice(7, 43)}`);
  if (isReplayed) void reply.header('idempotent-replayed', 'true');
  return reply
    .code(verb.makes ? 201 : 200)
    .header('cache-control', 'no-store')
    .send(text);
}

/** A caller that has it already by its ETag is sent nothing. Only what changes nothing is compressed: a size tells of a secret. */
async function sendKept({ headers }: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  const etag = etagOf(text);
  void reply.headers({ etag, 'cache-control': 'private, no-cache' });
  const etags = headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^(W\/)?"/, 'W/"')) ?? [];
  if (etags.includes(etag) || etags.includes('*')) return reply.code(304).send();
  const coding = codingFor(headers, Buffer.byteLength(text));
  return coding ? reply.header('content-encoding', coding).send(await encoded(coding, text)) : reply.send(text);
}

/** To everybody, as the documentation; printed and compressed once. */
function pageRoutes(scope: FastifyInstance, { limit }: Face): void {
  const page = (address: string, type: string, print: () => string) => {
    let made: { text: string; gzip: Buffer; etag: string } | undefined;
    scope.get(address, (request, reply) => {
      limit.take(reply, request.ip);
      if (!made) {
        const text = print();
        made = { text, gzip: gzipSync(text), etag: etagOf(text) };
      }
      setSecurityHeaders(reply, 'dashboard');
      void reply.type(type).headers({ etag: made.etag, 'cache-control': 'no-cache', vary: 'accept-encoding, origin' });
      if (request.headers['if-none-match'] === made.etag) return reply.code(304).send();
      const isCompressed = accepts(request.headers, 'gzip');
      return isCompressed ? reply.header('content-encoding', 'gzip').send(made.gzip) : reply.send(made.text);
    });
  };
  page('/openapi.json', JSON_TYPE, () => JSON.stringify(openApi()));
  page('/', 'text/html; charset=utf-8', () => referencePage(openApi()));
}

function etagOf(text: string): string {
  return `W/"${createHash('sha1').update(text).digest('base64url')}"`;
}
