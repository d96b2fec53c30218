// Error of a route that fails, or of an operation that does not run: one error of the shape that operations have, in the reader's language.
import type { FastifyRequest } from 'fastify';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { DomainError, ERROR_CODES, type ErrorCode } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';
import { isElsewhere } from '../platform/refuse.ts';
import { isUntouched } from '../platform/trace.ts';
import { languageOf } from '../texts/say.ts';
import { formatError, formatRefusal, type Reader } from './errors.ts';

export interface HttpRefusal {
  status: number;
  headers: Record<string, string>;
  body: { errors: [GraphQLFormattedError] };
}

/** Error code of a status that the server itself answers. */
const CODES: Record<number, ErrorCode> = { 404: 'NOT_FOUND', 413: 'QUERY_TOO_COMPLEX' };

/** Nothing was done, so a router may send the request again to another installation. */
export const MISDIRECTED = 421;

export function httpRefusal(error: Error & { statusCode?: number }, reader: Reader, log: Logger): HttpRefusal {
  const { statusCode = 500 } = error;
  if (!(error instanceof DomainError) && statusCode >= 500) {
    const formatted = formatError(new GraphQLError(error.message, { originalError: error }), reader, log);
    const isAway = formatted.extensions?.['code'] === 'SERVICE_UNAVAILABLE';
    return { status: isAway ? 503 : 500, headers: {}, body: { errors: [formatted] } };
  }
  const refusal =
    error instanceof DomainError
      ? error
      : new DomainError<string>(CODES[statusCode] ?? 'BAD_USER_INPUT', error.message);
  const { code } = refusal;
  const { seconds } = refusal.sentence.params;
  const isMoved = isElsewhere(refusal);
  return {
    status: error.statusCode ?? (isMoved && isUntouched() ? MISDIRECTED : ERROR_CODES[code]),
    headers: {
      ...(isMoved ? { 'retry-after': '1' } : {}),
      ...(code === 'RATE_LIMITED' && typeof seconds === 'number' ? { 'retry-after': String(seconds) } : {}),
      ...(code === 'UNAUTHENTICATED' ? { 'www-authenticate': 'Bearer' } : {}),
    },
    body: { errors: [formatRefusal(refusal, reader.language)] },
  };
}

export function readerOf({ id, headers }: FastifyRequest): Reader {
  return {
    requestId: id,
    // Read where something is said to the caller, which is seldom.
    get language() {
      return languageOf(headers['accept-language']);
    },
  };
}
