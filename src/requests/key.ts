// An idempotency key, and which requests count as the same. Pure.
import { badInput } from '../platform/errors.ts';

const MOST_CHARACTERS = 255;
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;

export function readKey(value: string): string {
  return readPrintable('idempotencyKey', value);
}

/** One spelling of each name that callers give; what looks the same is the same. */
export function readPrintable(field: string, value: string): string {
  const text = value.normalize('NFC').trim();
  if (text === '' || UNPRINTABLE.test(text) || Array.from(text).length > MOST_CHARACTERS) {
    throw badInput('{field} must have between 1 and {most} printable characters', { field, most: MOST_CHARACTERS });
  }
  return text;
}

export interface KeyedRequest {
  key: string;
  operation: string;
  content: Record<string, unknown>;
}

/**
 * As it is kept and compared. A field that is left out is the same as null, except where null changes something: an update takes
 * away what is null, and leaves alone what is left out.
 */
export function comparable({ operation, content }: KeyedRequest): object {
  const isUpdate = /^(?:update|upsert|setExternal)/.test(operation);
  const text = JSON.stringify(content, (_, value: unknown) => (isUpdate && value === null ? { is: 'null' } : value));
  return { ...(JSON.parse(text) as object), operation };
}
