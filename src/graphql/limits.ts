// Limits of a request: bounds of arguments (answer 20), and of a whole operation.
import { AsyncLocalStorage } from 'node:async_hooks';
import { GraphQLError } from 'graphql';
import {
  badInput,
  between,
  DomainError,
  sentence,
  together,
  type Param,
  type PlaceholdersOf,
} from '../platform/errors.ts';

export const BOUNDS = {
  limit: [1, 100],
  first: [1, 100],
  offset: [0, 100_000_000],
  windowDays: [1, 730],
  rangeDays: [1, 730],
  noSaleDays: [1, 3650],
  leadTimeDays: [0, 3650],
  month: [1, 12],
  year: [1970, 9999],
} as const;

/** The PAC counts the calls of all companies together, so each question to it costs its caller much. */
export const ASKS_A_MINUTE = 60;

const longPages = new AsyncLocalStorage<number>();

/** Work of ours that reads a whole list: a page of it may be longer than a caller may ask for. */
export function withPagesOf<T>(most: number, work: () => T): T {
  return longPages.run(most, work);
}

/** Throws BAD_USER_INPUT for values out of bounds; returns the arguments unchanged. */
export function withinBounds<T extends object>(args: T): T {
  const longest = longPages.getStore();
  const problems = Object.entries(BOUNDS).flatMap(([field, [least, usual]]) => {
    const most = field === 'first' ? (longest ?? usual) : usual;
    const value = (args as Record<string, unknown>)[field];
    return typeof value === 'number' && (value < least || value > most)
      ? [badInput('{field} must be between {least} and {most}, not {value}', { field, least, most, value })]
      : [];
  });
  if (problems.length > 0) throw together(problems);
  return args;
}

/** The same for a day that is compared with others: with the years before and after it there are days. */
export function withinYears(field: string, day: string): string {
  return between(field, day, '1970-01-01', '9990-12-31');
}

/** Far above what an application needs; documented in docs/api.md. */
export const OPERATION_LIMITS = {
  bytes: { most: 32_768, of: 'bytes' },
  tokens: { most: 1500, of: 'tokens' },
  depth: { most: 10, of: 'levels of fields within fields' },
  introspectionDepth: { most: 20, of: 'levels of fields below __schema or __type' },
  fields: { most: 1500, of: 'fields, those of fragments wherever they are spread' },
  aliases: { most: 30, of: 'aliases' },
  directives: { most: 50, of: 'directives' },
  fragments: { most: 50, of: 'fragments' },
  mutations: { most: 15, of: 'mutations' },
  cost: { most: 50_000, of: 'objects to answer with, each list counted as long as its limit' },
} as const;

/** Lower limits without a token, when an operation can do no more than introspect. */
export const ANONYMOUS_LIMITS: Partial<Record<Measure, number>> = { tokens: 600, fields: 250 };

/** Body and answer of a request without a token. */
export const ANONYMOUS_BODY_BYTES = 65_536;
export const ANONYMOUS_ANSWER_BYTES = 68_000;

/** Estimated characters of an introspection answer; the standard queries of tools are exempt. */
export const INTROSPECTION_CHARACTERS = { anonymous: 40_000, caller: 2_000_000 };

export type Measure = keyof typeof OPERATION_LIMITS;

export function mostOf(measure: Measure, isAnonymous: boolean): number {
  return (isAnonymous ? ANONYMOUS_LIMITS[measure] : undefined) ?? OPERATION_LIMITS[measure].most;
}

/** An error when the measure exceeds its limit; tokens are not counted beyond it. */
export function tooComplex(measure: Measure, value: number, isAnonymous = false): GraphQLError | undefined {
  const { of } = OPERATION_LIMITS[measure];
  const most = mostOf(measure, isAnonymous);
  if (value <= most) return undefined;
  const number = (count: number) => count.toLocaleString('en-US');
  const many = Number.isFinite(value) ? number(value) : sentence('more than {most}', { most: number(most) });
  const values = { many, of: sentence<string>(of), most: number(most) };
  return most < OPERATION_LIMITS[measure].most
    ? refusedAsTooComplex('The operation has {many} {of}; the most without a token is {most}', values)
    : refusedAsTooComplex('The operation has {many} {of}; the most is {most}', values);
}

export function refusedAsTooComplex<T extends string>(
  template: T,
  params: Record<PlaceholdersOf<T>, Param>,
): GraphQLError {
  const refusal = new DomainError<string>('QUERY_TOO_COMPLEX', template, params);
  return new GraphQLError(refusal.message, { originalError: refusal });
}
