// Limits on requests without a token: how many at a time, how large a body, and one per turn of the event loop.
import { Transform } from 'node:stream';
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { DomainError } from '../platform/errors.ts';
import { fairTurns } from '../platform/fair-turns.ts';
import { ANONYMOUS_BODY_BYTES } from '../graphql/limits.ts';
import { hasHungUp } from '../platform/hung-up.ts';

/** Requests in flight; each may hold a body and an answer in memory. */
const MOST_UNDER_WAY = 500;

export interface AnonymousRequests {
  /** False when the limit is reached. A request whose body is not complete is dropped in favour of a new one. */
  enter(request: FastifyRequest, reply: FastifyReply): boolean;
  /** The body as a stream that fails with 413 when it is too large. */
  bounded(request: FastifyRequest, body: RequestPayload): RequestPayload;
  /** Waits for a turn of the event loop; never resolves when the connection was closed meanwhile. */
  turn(request: FastifyRequest): Promise<void>;
}

export function limitAnonymous(): AnonymousRequests {
  const underWay = new Set<FastifyRequest>();
  const turns = fairTurns({ budgetMs: 0 });
  return {
    enter(request, reply) {
      if (underWay.size >= MOST_UNDER_WAY) {
        const unfinished = [...underWay].find(({ raw }) => !raw.complete);
        if (!unfinished) return false;
        underWay.delete(unfinished);
        unfinished.raw.destroy();
      }
      underWay.add(request);
      reply.raw.once('close', () => underWay.delete(request));
      return true;
    },
    bounded(request, body) {
      if (Number(request.headers['content-length'] ?? 0) > ANONYMOUS_BODY_BYTES) throw tooLarge();
      return request.headers['content-length'] === undefined ? body.pipe(counted()) : body;
    },
    turn: (request) => new Promise((resolve) => turns.run(resolve, () => !hasHungUp(request.raw))),
  };
}

function counted(): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > ANONYMOUS_BODY_BYTES ? tooLarge() : null, chunk);
    },
  });
}

function tooLarge(): Error {
  const most = ANONYMOUS_BODY_BYTES.toLocaleString('en-US');
  const refusal = new DomainError('QUERY_TOO_COMPLEX', 'A request without a token may have {most} bytes', { most });
  return Object.assign(refusal, { statusCode: 413 });
}
