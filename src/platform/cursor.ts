// Cursors: opaque texts that say where a page ended.
import { badInput } from './errors.ts';

export function writeCursor(values: readonly string[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** Refuses what is none of ours, or has not so many values. */
export function readCursor(text: string, count: number): string[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (Array.isArray(values) && values.length === count && values.every((value) => typeof value === 'string')) {
      return values;
    }
  } catch {
    // Refused below.
  }
  throw badInput('{field} must be a cursor that was answered', { field: 'after' });
}

/** Cursor of a page whose rows have a number. */
export function readNumberCursor(text: string): number {
  const [value] = readCursor(text, 1);
  if (!/^\d{1,15}$/.test(value!)) throw badInput('{field} must be a cursor that was answered', { field: 'after' });
  return Number(value);
}
