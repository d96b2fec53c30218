// Rules for texts of callers: trimmed, of bounded length, without characters that the database cannot hold.
import { badInput } from '../platform/errors.ts';

export const MAX_LENGTH = {
  name: 200,
  sku: 60,
  code: 60,
  description: 500,
  unit: 20,
  barcode: 60,
  search: 200,
} as const;

const VISIBLE = /[^\p{C}\p{Z}]/u;
/** Characters that move a terminal's cursor or ring its bell; line breaks and tabs are allowed in a description. */
const CONTROL = /[\p{Cc}--[\t\n\r]]/v;
const HIDDEN = /\p{C}/u;

/**
 * The trimmed text, composed as Unicode's NFC, so that what looks the same is the same; refuses invisible characters, what is too long,
 * and what cannot be stored (NUL, half of a surrogate pair).
 */
export function requiredText(field: string, value: string, maxLength: number): string {
  if (value.includes('\0')) throw badInput('{field} must not contain NUL characters', { field });
  if (!value.isWellFormed()) throw badInput('{field} must be well-formed Unicode', { field });
  const text = value.normalize('NFC').trim();
  if (text === '') throw badInput('{field} must not be empty', { field });
  if (CONTROL.test(text)) throw badInput('{field} must not contain control characters', { field });
  if (!VISIBLE.test(text)) throw badInput('{field} must have a character that can be seen', { field });
  if (text.length > maxLength)
    throw badInput('{field} must have at most {most} characters, not {length}', {
      field,
      most: maxLength,
      length: text.length,
    });
  return text;
}

/** The same for a text that may be left out; an empty one counts as left out. */
export function optionalText(field: string, value: string | null | undefined, maxLength: number): string | null {
  return value === null || value === undefined || value.trim() === '' ? null : requiredText(field, value, maxLength);
}

/** A code or name for lookups, normalized as Unicode's NFKC: one spelling of wide and narrow letters, no hidden characters. */
export function requiredCode(field: string, value: string, maxLength: number): string {
  const code = requiredText(field, value.normalize('NFKC'), maxLength);
  if (HIDDEN.test(code)) throw badInput('{field} must not contain characters that cannot be seen', { field });
  return code;
}

/** The same for a code that may be left out. */
export function optionalCode(field: string, value: string | null | undefined, maxLength: number): string | null {
  return value === null || value === undefined || value.trim() === '' ? null : requiredCode(field, value, maxLength);
}
