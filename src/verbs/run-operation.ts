// Runs a kept operation for a caller of another face than GraphQL: the same executor, limits, keys and metrics, in this process.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { createExecutor } from '../api/execute-query.ts';
import { formatError, type Reader } from '../api/errors.ts';
import { keyIn } from '../api/http.ts';
import { httpRefusal, readerOf, type HttpRefusal } from '../api/http-refusal.ts';
import { requestContext, type App, type RequestContext } from '../graphql/context.ts';
import { DomainError, together } from '../platform/errors.ts';
import { hasHungUp } from '../platform/hung-up.ts';
import type { Logger } from '../platform/log.ts';
import type { CallerLimit, WhoAsks } from '../access/index.ts';
import type { Viewer } from '../tenancy/index.ts';

/** A document with one operation; its text is a constant of the program, for documents are kept by their text. */
export interface Operation {
  readonly name: string;
  readonly text: string;
}

/** A signed-in caller and the request that is answered. */
export interface Asker {
  app: App;
  viewer: Viewer;
  /** `idempotencyKey`: under which a mutation is done once. */
  reader: Reader & { idempotencyKey?: string | undefined } & Pick<RequestContext, 'judge' | 'isRehearsal'>;
  /** Share of the caller; `reply` is told what is left of it. */
  limit: CallerLimit;
  reply: Parameters<CallerLimit['take']>[0];
  /** False once the caller has left, who then needs no answer to a question. */
  isWanted?: () => boolean;
}

/** Parts of a face over HTTP. */
export interface Face {
  app: App;
  authenticate(request: WhoAsks): Promise<Viewer>;
  limit: CallerLimit;
}

export interface Answered {
  /** `data` as JSON text. */
  text: string;
  /** The answer of an earlier request under the same key. */
  isReplayed: boolean;
}

/** As in /graphql an operation counts 1 more for each so many objects of its cost. */
const COST_OF_ONE_REQUEST = 1000;

const prepare = createExecutor({ introspection: false, audience: 'caller' });

/** Admits the caller of a request, which counts 1 of the caller's share. */
export async function askerOf(
  { app, authenticate, limit }: Face,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Asker> {
  const viewer = await authenticate(request);
  limit.take(reply, viewer);
  const reader = Object.assign(readerOf(request), { idempotencyKey: keyIn(request) });
  return { app, viewer, reader, limit, reply, isWanted: () => !hasHungUp(request.raw) };
}

/** Answer to a request that fails, in the reader's language. */
export function refusalOf(error: Error, request: FastifyRequest, log: Logger): HttpRefusal {
  return httpRefusal(error, readerOf(request), log);
}

/** Throws the refusal, or the surprise, where the operation has an error; `refusalOf` makes an answer of it. */
export async function runOperation(
  asker: Asker,
  { text: query, name }: Operation,
  variables: Record<string, unknown>,
): Promise<Answered> {
  const { app, viewer, reader, limit, reply, isWanted = () => true } = asker;
  const prepared = prepare({ query, variables, operationName: name, idempotencyKey: reader.idempotencyKey });
  if ('errors' in prepared) throw causeOf(prepared.errors, asker);
  const more = Math.floor(prepared.cost / COST_OF_ONE_REQUEST);
  if (more > 0) limit.take(reply, viewer, more);
  const charge = (timesAMinute: number) => limit.take(reply, viewer, Math.ceil(limit.perMinute / timesAMinute));
  const context = requestContext(app, reader, viewer, () => !prepared.isQuery || isWanted(), charge);
  const result = await prepared.run(context);
  if ('text' in result) return { text: result.text, isReplayed: false };
  if (result.errors) throw causeOf(result.errors, asker);
  return { text: JSON.stringify(result.data), isReplayed: context.isReplayed };
}

/** Errors of the request itself, such as a variable of the wrong type, are one refusal that lists them. */
function causeOf(errors: readonly GraphQLError[], { reader, app }: Asker): Error {
  const own = errors.find(({ originalError: cause }) => cause && !(cause instanceof GraphQLError));
  if (own) return own.originalError!;
  return together(
    errors.map((error) => {
      const { message, extensions } = formatError(error, reader, app.log);
      const [, variable] = /^Variable "\$(\w+)"/.exec(error.message) ?? [];
      const [, at] = / at "(\w[^"]*)"/.exec(error.message) ?? [];
      const within = extensions?.['field'];
      const isOfInput = variable === 'input' || variable === undefined;
      const field = !isOfInput ? (at ?? variable) : typeof within === 'string' ? within : undefined;
      const text = message.replace(/^Variable "\$(\w+)"/, field ?? '$1').replace(/ at "[^"]+"(?=;)/, '');
      return new DomainError<string>('BAD_USER_INPUT', text, field === undefined ? {} : { field });
    }),
  );
}
