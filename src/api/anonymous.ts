// Requests without a token: few at a time, small before they are read, and one between two looks at the sockets.
import { Transform } from 'node:stream';
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { fairTurns } from '../platform/fair-turns.ts';
import { STRANGER_BODY_BYTES } from '../graphql/limits.ts';
import { hasHungUp } from '../platform/hung-up.ts';

/** Of those that are being received or answered; each may hold its body and its answer. */
const MOST_UNDER_WAY = 500;

export interface Strangers {
  /** False where there are too many at the moment. One that does not send its body to its end gives way to one that comes. */
  enter(request: FastifyRequest, reply: FastifyReply): boolean;
  /** The body, which ends with a refusal where it is too large. */
  bounded(request: FastifyRequest, body: RequestPayload): RequestPayload;
  /** Waits for its turn; for ever where the caller has hung up by then. */
  turn(request: FastifyRequest): Promise<void>;
}

export function receiveStrangers(): Strangers {
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
      if (Number(request.headers['content-length'] ?? 0) > STRANGER_BODY_BYTES) throw tooLarge();
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
      done(size > STRANGER_BODY_BYTES ? tooLarge() : null, chunk);
    },
  });
}

function tooLarge(): Error {
  const most = STRANGER_BODY_BYTES.toLocaleString('en-US');
  return Object.assign(new Error(`A request without a token may have ${most} bytes`), { statusCode: 413 });
}
