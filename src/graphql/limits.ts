// What a request may ask for at most: the bounds of the arguments that make an answer larger (decision 20), and of a whole operation.
import { GraphQLError } from 'graphql';
import { badInput } from '../platform/errors.ts';

export const BOUNDS = {
  limit: [1, 100],
  offset: [0, 100_000_000],
  windowDays: [1, 730],
  rangeDays: [1, 730],
  month: [1, 12],
  year: [1970, 9999],
} as const;

/** Refuses with BAD_USER_INPUT what lies outside its bounds; answers the arguments unchanged. */
export function withinBounds<T extends object>(args: T): T {
  for (const [name, [least, most]] of Object.entries(BOUNDS)) {
    const value = (args as Record<string, unknown>)[name];
    if (typeof value === 'number' && (value < least || value > most)) {
      throw badInput(`${name} must be between ${least} and ${most}, not ${value}`);
    }
  }
  return args;
}

/** Far above what an application asks for, and what one request may cost us all the same; docs/api.md tells them. */
export const OPERATION_LIMITS = {
  bytes: { most: 32_768, of: 'bytes' },
  tokens: { most: 1500, of: 'tokens' },
  depth: { most: 10, of: 'levels of fields within fields' },
  introspectionDepth: { most: 20, of: 'levels of fields below __schema or __type' },
  fields: { most: 1500, of: 'fields, those of fragments wherever they are spread' },
  aliases: { most: 30, of: 'aliases' },
  directives: { most: 50, of: 'directives' },
  mutations: { most: 15, of: 'mutations' },
  cost: { most: 50_000, of: 'objects to answer with, each list counted as long as its limit' },
} as const;

export type Measure = keyof typeof OPERATION_LIMITS;

/** An error where the measure is above its limit; of tokens nobody knows how many there are beyond it. */
export function tooComplex(measure: Measure, value: number): GraphQLError | undefined {
  const { most, of } = OPERATION_LIMITS[measure];
  if (value <= most) return undefined;
  const many = Number.isFinite(value) ? value.toLocaleString('en-US') : `more than ${most.toLocaleString('en-US')}`;
  const message = `The operation has ${many} ${of}; the most is ${most.toLocaleString('en-US')}`;
  return new GraphQLError(message, { extensions: { code: 'QUERY_TOO_COMPLEX' } });
}
