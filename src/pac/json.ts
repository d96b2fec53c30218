// JSON as it may be kept: what the PAC answered, made safe to store, to log and to show.
import { printable } from '../platform/printable.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const MAX_DEPTH = 40;

/** The JSON value of a text, or undefined where it is none, or nested so deep that reading it would be an attack. */
export function readJson(text: string): Json | undefined {
  try {
    return cleaned(JSON.parse(text), 0);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A parsed value as it may be kept, or undefined where it is nested so deep that walking it would be an attack. */
export function storableJson(value: unknown): Json | undefined {
  try {
    return cleaned(value, 0);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

// PostgreSQL's jsonb takes neither NUL nor half a surrogate pair, and a key named __proto__ would change
// the prototype of an object that the value is copied to.
function cleaned(value: unknown, depth: number): Json {
  if (depth > MAX_DEPTH) throw new RangeError('nested too deep');
  if (typeof value === 'string') return printable(storable(value));
  if (Array.isArray(value)) return value.map((entry) => cleaned(entry, depth + 1));
  if (typeof value !== 'object') return typeof value === 'number' || typeof value === 'boolean' ? value : null;
  if (value === null) return null;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '__proto__')
      .map(([key, entry]) => [printable(storable(key)), cleaned(entry, depth + 1)]),
  );
}

/** The same text without what PostgreSQL cannot store. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** The same value with every text passed through `change`, keys included. */
export function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [change(key), mapTexts(entry, change)]));
}
