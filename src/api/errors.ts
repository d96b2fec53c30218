// Formats errors for the caller: refusals with their code; anything else is masked, with the request id under which it is logged.
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { isConnectionError, isSerializationFailure, tookTooLong } from '../platform/postgres.ts';
import { CURES, DomainError, sentence, type Param, type Sentence } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';
import { say, type Language } from '../texts/say.ts';

/** At most this many errors are returned for one operation. */
export const MOST_ERRORS = 100;
export const MOST_ANONYMOUS_ERRORS = 10;

/** One error may have hundreds of locations. */
const MOST_LOCATIONS = 10;

/** A message may quote the input, which must not be echoed at full length. */
const MOST_CHARACTERS = 500;

export interface Reader {
  requestId: string;
  readonly language: Language;
}

export function formatError(error: GraphQLError, reader: Reader, log: Logger): GraphQLFormattedError {
  const { requestId, language } = reader;
  const where = {
    ...(error.locations === undefined ? {} : { locations: error.locations.slice(0, MOST_LOCATIONS) }),
    ...(error.path === undefined ? {} : { path: error.path }),
  };
  const cause = error.originalError;
  if (cause instanceof DomainError) return { ...where, ...formatRefusal(cause, language) };
  // An error of the request: syntax, validation, a variable of the wrong type, a value that a scalar refused.
  if (cause === undefined || cause instanceof GraphQLError) {
    const refusal = refusalWithin(error);
    const field = fieldIn(error.message);
    return {
      message: shortened(refusal && language !== 'en' ? say(language, refusal.sentence) : error.message),
      ...where,
      extensions: { code: error.extensions['code'] ?? 'BAD_USER_INPUT', ...(field === undefined ? {} : { field }) },
    };
  }
  log.error({ err: cause, requestId, path: error.path }, 'a request failed');
  const passes = isConnectionError(cause) || isSerializationFailure(cause);
  const code = passes ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_SERVER_ERROR';
  return { message: say(language, whatFailed(cause, requestId)), ...where, extensions: { code, requestId } };
}

function whatFailed(cause: Error, requestId: string): Sentence {
  const params = { requestId };
  if (tookTooLong(cause))
    return sentence('It took too long; ask for less at once, or try again later (request {requestId})', params);
  if (isConnectionError(cause))
    return sentence('The database cannot be reached at the moment; try again (request {requestId})', params);
  if (isSerializationFailure(cause))
    return sentence('Another request was in the way; try again (request {requestId})', params);
  return sentence('Something went wrong here (request {requestId})', params);
}

/** `field` and `params` are the values of the message; `problems` lists them when an input has several. */
export function formatRefusal({ code, sentence: text, problems }: DomainError, language: Language) {
  const listed = problems.map((problem) => ({ message: say(language, problem.sentence), ...facts(problem, language) }));
  const own = problems[0] ? facts(problems[0], language) : facts({ sentence: text }, language);
  return {
    message: say(language, text),
    extensions: {
      code,
      ...own,
      ...(CURES[code] === undefined ? {} : { cure: CURES[code] }),
      ...(listed.length > 0 ? { problems: listed } : {}),
    },
  };
}

function facts({ sentence: { params } }: { sentence: Sentence }, language: Language) {
  const values = Object.entries(params).map(([name, value]) => [name, plainValue(value, language)]);
  if (values.length === 0) return {};
  const { field } = params;
  return { ...(typeof field === 'string' ? { field } : {}), params: Object.fromEntries(values) as object };
}

function plainValue(value: Param, language: Language): string | number | null {
  return typeof value === 'object' && value !== null ? say(language, sentence('{value}', { value })) : value;
}

/** The path within a variable, as graphql-js words it, with the field that is missing there or not known. */
function fieldIn(message: string): string | undefined {
  const within = /at "[^".]+\.([^"]+)"/.exec(message)?.[1];
  const named = message.startsWith('Variable')
    ? /Field "(\w+)" (?:of required|is not defined)/.exec(message)?.[1]
    : undefined;
  return within === undefined ? named : named === undefined ? within : `${within}.${named}`;
}

/** The refusal of one of our scalars, unwrapped from the error that graphql-js makes of it. */
function refusalWithin(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error;
  return error instanceof GraphQLError ? refusalWithin(error.originalError) : undefined;
}

function shortened(message: string): string {
  return message.length > MOST_CHARACTERS ? `${message.slice(0, MOST_CHARACTERS).toWellFormed()}…` : message;
}
