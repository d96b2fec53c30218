// Fields of a PAC's JSON, which may be any value: read one by one, as texts that can be stored and shown.
import { isRecord } from '../platform/is-record.ts';
import { printableLine } from '../platform/printable.ts';

// Own properties only: a body may bring its own `__proto__`, and what a prototype says is not what the PAC said.
export function own(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function textOf(source: unknown, key: string, maxLength: number): string | null {
  const value = own(source, key);
  if (typeof value !== 'string' || value.length > maxLength) return null;
  const text = clean(value);
  return text === '' ? null : text;
}

export function texts(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((text): text is string => typeof text === 'string');
}

// PostgreSQL stores neither NUL nor half a surrogate pair, and a terminal obeys what it is shown.
export function clean(text: string): string {
  return printableLine(text.replaceAll('\0', '').toWellFormed()).trim();
}
