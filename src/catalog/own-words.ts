// Words of integrators on any record that they synchronise: an id of their own, which no other of its type has, and metadata.
import { badInput, readAll } from '../platform/errors.ts';
import { readPrintable } from '../requests/index.ts';

/** Omitted fields stay as they are; null removes a value. */
export interface OwnWords {
  externalId?: string | null | undefined;
  /** As a whole. */
  metadata?: unknown;
}

export interface OwnWordsColumns {
  external_id?: string | null;
  metadata?: object | null;
}

/** Only the columns that were given. */
export function readOwnWords({ externalId, metadata }: OwnWords): OwnWordsColumns {
  return readAll<OwnWordsColumns>({
    ...(externalId === undefined ? {} : { external_id: () => (externalId === null ? null : externalIdOf(externalId)) }),
    ...(metadata === undefined ? {} : { metadata: () => metadataOf(metadata) }),
  });
}

const MOST_KEYS = 50;
const MOST_BYTES = 4096;

export function externalIdOf(value: string): string {
  return readPrintable('externalId', value);
}

export function optionalExternalId(value: string | null | undefined): string | null {
  return value == null ? null : externalIdOf(value);
}

function metadataOf(value: unknown): object | null {
  if (value === null) return null;
  if (typeof value !== 'object' || Array.isArray(value))
    throw badInput('{field} must be a JSON object', { field: 'metadata' });
  const text = JSON.stringify(value);
  if (Object.keys(value).length > MOST_KEYS || Buffer.byteLength(text) > MOST_BYTES)
    throw badInput('{field} must have at most {keys} keys and {most} bytes', {
      field: 'metadata',
      keys: MOST_KEYS,
      most: MOST_BYTES,
    });
  return value;
}
