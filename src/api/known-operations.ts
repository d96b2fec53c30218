// Persisted operations, each under the SHA-256 of its text; the service can be set to refuse any other.
import { createHash } from 'node:crypto';

/** Text by its SHA-256 in lower-case hex. */
export type KnownOperations = ReadonlyMap<string, string>;

export function operationHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Reads a manifest, a JSON object from hash to text as client tools write it; throws an Error with the reason when it is invalid. */
export function readOperations(manifest: string): KnownOperations {
  const parsed = JSON.parse(manifest) as unknown;
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new Error('it must be a JSON object of SHA-256 and text');
  }
  const byId = new Map<string, string>();
  for (const [name, text] of Object.entries(parsed)) {
    if (typeof text !== 'string') throw new Error(`the operation ${name} is no text`);
    const hash = hashNamed(name);
    if (hash !== operationHash(text)) throw new Error(`the SHA-256 of the operation ${name} is ${operationHash(text)}`);
    byId.set(hash, text);
  }
  return byId;
}

/** "sha256:…", as the GraphQL-over-HTTP draft on persisted documents writes it, or the bare hash. */
export function hashNamed(id: string): string {
  return id.replace(/^sha256:/i, '').toLowerCase();
}
