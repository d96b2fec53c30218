// The bounds of every argument that makes an answer larger (decision 20), refused by name and allowed range.
import { badInput } from '../platform/errors.ts';

const BOUNDS = {
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
