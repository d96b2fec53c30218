// Limits on requests without a token: how many at a time, how large a body, and one per turn of the event loop.
import { Transform } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authentication } from '../access/index.ts';
import { DomainError, rateLimited } from '../platform/errors.ts';
import { fairTurns } from '../platform/fair-turns.ts';
import { ANONYMOUS_BODY_BYTES } from '../graphql/limits.ts';
import { hasHungUp } from '../platform/hung-up.ts';
import type { Viewer } from '../tenancy/index.ts';

/** Requests in flight; each may hold a body and an answer in memory. */
const MOST_UNDER_WAY = 500;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is read before its sender is known, to judge its signature. */
    isSigned?: boolean;
  }
}

export interface Senders {
  /** Undefined: a stranger, or a request without a body to bound. */
  viewerOf(request: object): Viewer | undefined;
  /** Waits for a turn of the event loop; never resolves when the connection was closed meanwhile. */
  turn(request: FastifyRequest): Promise<void>;
}

/**
 * Finds who sends a body before it is received, on each route and on none: that of a stranger is small. A missing or wrong token is
 * reported by what needs a caller, so that the schema can be read without one.
 */
export function boundBodies(server: FastifyInstance, authenticate: Authentication['authenticate']): Senders {
  const underWay = new Set<FastifyRequest>();
  const turns = fairTurns({ budgetMs: 0 });
  const viewers = new WeakMap<object, Viewer>();
  /** Refusal of a token or a session that is none any more: its bearer renews it. */
  const refusals = new WeakMap<object, Error>();

  /** False when the limit is reached. A request whose body is not complete is dropped in favour of a new one. */
  function enter(request: FastifyRequest, reply: FastifyReply): boolean {
    if (underWay.size >= MOST_UNDER_WAY) {
      const unfinished = [...underWay].find(({ raw }) => !raw.complete);
      if (!unfinished) return false;
      underWay.delete(unfinished);
      unfinished.raw.destroy();
    }
    underWay.add(request);
    reply.raw.once('close', () => underWay.delete(request));
    return true;
  }

  /** A route that takes less of everybody bounds its own. */
  const isBounded = ({ method, routeOptions: { config, bodyLimit } }: FastifyRequest): boolean =>
    !['GET', 'HEAD'].includes(method) && !config?.isSigned && (bodyLimit ?? Infinity) > ANONYMOUS_BODY_BYTES;

  server.addHook('onRequest', async (request, reply) => {
    if (!isBounded(request)) return;
    const sender = request.is404 ? undefined : authenticate(request);
    const viewer = await sender?.catch((error: Error & { code?: unknown }) => {
      if (error.code !== 'UNAUTHENTICATED') throw error;
      if (request.headers.authorization ?? request.headers.cookie) {
        // The parser of a body takes an error without one for a mistake of the body.
        refusals.set(request, Object.assign(error, { statusCode: 401 }));
      }
    });
    if (viewer) viewers.set(request, viewer);
    else if (!enter(request, reply)) throw rateLimited(1);
  });

  server.addHook('preParsing', (request, _reply, body, done) => {
    if (viewers.has(request) || !isBounded(request)) return done(null, body);
    const refusal = refusals.get(request) ?? tooLarge();
    if (Number(request.headers['content-length'] ?? 0) > ANONYMOUS_BODY_BYTES) return done(refusal);
    return done(null, request.headers['content-length'] === undefined ? body.pipe(counted(refusal)) : body);
  });

  // A sender may be removed, or its company suspended, while a body is on its way.
  server.addHook('preHandler', async (request) => {
    if (viewers.has(request)) viewers.set(request, await authenticate(request));
  });

  return {
    viewerOf: (request) => viewers.get(request),
    turn: (request) => new Promise((resolve) => turns.run(resolve, () => !hasHungUp(request.raw))),
  };
}

function counted(refusal: Error): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > ANONYMOUS_BODY_BYTES ? refusal : null, chunk);
    },
  });
}

function tooLarge(): Error {
  const most = ANONYMOUS_BODY_BYTES.toLocaleString('en-US');
  const refusal = new DomainError('QUERY_TOO_COMPLEX', 'A request without a token or a route may have {most} bytes', {
    most,
  });
  return Object.assign(refusal, { statusCode: 413 });
}
