// What a caller sees of an error: refusals with their code, everything else masked with the id under which the log has it whole.
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { isConnectionError } from '../platform/postgres.ts';
import { DomainError } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';

/** Of many, the first so many are told: who asks a thousand things wrongly can begin with them. */
export const MOST_ERRORS = 100;

/** What was sent may stand in a message, and must not come back at its full length. */
const MOST_CHARACTERS = 500;

export function formatError(error: GraphQLError, requestId: string, log: Logger): GraphQLFormattedError {
  const where = {
    ...(error.locations === undefined ? {} : { locations: error.locations }),
    ...(error.path === undefined ? {} : { path: error.path }),
  };
  const cause = error.originalError;
  if (cause instanceof DomainError) {
    return { message: cause.message, ...where, extensions: { code: cause.code } };
  }
  // An error of the request itself: syntax, validation, a variable of the wrong type, a scalar that refused its value.
  if (cause === undefined || cause instanceof GraphQLError) {
    return {
      message: shortened(error.message),
      ...where,
      extensions: { code: error.extensions['code'] ?? 'BAD_USER_INPUT' },
    };
  }
  log.error({ err: cause, requestId, path: error.path }, 'a request failed');
  if (isConnectionError(cause)) {
    const message = `The database cannot be reached at the moment; try again (request ${requestId})`;
    return { message, ...where, extensions: { code: 'SERVICE_UNAVAILABLE', requestId } };
  }
  const message = `Something went wrong here (request ${requestId})`;
  return { message, ...where, extensions: { code: 'INTERNAL_SERVER_ERROR', requestId } };
}

function shortened(message: string): string {
  return message.length > MOST_CHARACTERS ? `${message.slice(0, MOST_CHARACTERS).toWellFormed()}…` : message;
}
