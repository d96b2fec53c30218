// What callers may write into a text: trimmed, of bounded length, nothing the database cannot hold.
import { badInput } from '../platform/errors.ts';

export const MAX_LENGTH = { name: 200, sku: 60, code: 60, description: 500, unit: 20, search: 200 } as const;

/** The trimmed text; refuses what is empty, too long, or cannot be stored (NUL, half of a surrogate pair). */
export function requiredText(field: string, value: string, maxLength: number): string {
  const text = value.trim();
  if (text === '') throw badInput(`${field} must not be empty`);
  if (text.includes('\0')) throw badInput(`${field} must not contain NUL characters`);
  if (!text.isWellFormed()) throw badInput(`${field} must be well-formed Unicode`);
  if (text.length > maxLength) throw badInput(`${field} must have at most ${maxLength} characters, not ${text.length}`);
  return text;
}

/** The same for a text that may be left out; an empty one counts as left out. */
export function optionalText(field: string, value: string | null | undefined, maxLength: number): string | null {
  return value === null || value === undefined || value.trim() === '' ? null : requiredText(field, value, maxLength);
}
