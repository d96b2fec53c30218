// How much one answer may hold, counted while it is written: lists without a limit are counted before as what they usually have, and
// some have much more, within each other.
import { DomainError } from '../platform/errors.ts';
import { OPERATION_LIMITS } from './limits.ts';

/** A JSON value counts 1 for each so many characters. */
const CHARACTERS_OF_ONE = 250;

/** Of rows that other rows point at, and entries of lists without a limit, as many as may be asked for. */
export interface AnswerSize {
  /** Refuses with QUERY_TOO_COMPLEX what goes beyond the limit. */
  add(objects: number): void;
  /** Adds a value that is written as a whole, and answers it. */
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
  // One row may stand in an answer in many places.
  const weights = new WeakMap<object, number>();
  return {
    add,
    addJson(value) {
      if (typeof value !== 'object' || value === null) return value;
      let weight = weights.get(value);
      if (weight === undefined) {
        weight = Math.ceil(JSON.stringify(value).length / CHARACTERS_OF_ONE);
        weights.set(value, weight);
      }
      add(weight);
      return value;
    },
  };
}
