// Limits the size of one answer while it is built. The cost before execution assumes a usual length for lists without a limit; real
// lists, nested, may be much longer.
import { DomainError } from '../platform/errors.ts';
import { OPERATION_LIMITS } from './limits.ts';

/** A JSON value counts 1 per so many characters. */
const CHARACTERS_OF_ONE = 250;

/** Counts rows read by lookups and large JSON values. */
export interface AnswerSize {
  /** Throws QUERY_TOO_COMPLEX beyond the limit. */
  add(objects: number): void;
  /** Adds a JSON value, and returns it. */
  addJson<T>(value: T): T;
}

export function createAnswerSize(): AnswerSize {
  let size = 0;
  const add = (objects: number): void => {
    size += objects;
    if (size <= OPERATION_LIMITS.cost.most) return;
    const most = OPERATION_LIMITS.cost.most.toLocaleString('en-US');
    throw new DomainError(
      'QUERY_TOO_COMPLEX',
      'The answer holds more than {most} objects; ask for shorter pages, or in more requests',
      { most },
    );
  };
  // The same value may be selected many times.
  const weights = new WeakMap<object, number>();
  return {
    add,
    addJson(value) {
      if (typeof value !== 'object' || value === null) return value;
      add(weights.getOrInsertComputed(value, () => Math.ceil(JSON.stringify(value).length / CHARACTERS_OF_ONE)));
      return value;
    },
  };
}
