// The identity provider's public keys: fetched when needed, again after a minute, and rate-limited for key ids that the provider does not have.
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  type FetchImplementation,
  type JWTVerifyGetKey,
} from 'jose';
import { DomainError } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';

/** A key that has left the set is refused after this long at the latest. */
const FRESH_MS = 60_000;
/** While the provider is away, what it said last holds for this long. */
const LONGEST_MS = 3_600_000;
/** A token may name any key id, so unknown ids must not decide how often the provider is asked. */
const BETWEEN_QUESTIONS_MS = 5_000;
const TIMEOUT_MS = 5_000;

export interface SigningKeysOptions {
  url: string;
  log: Logger;
  /** Monotonic milliseconds; the system clock may be set back. */
  monotonicMs?: () => number;
}

/** Some hundred keys; an endless answer must not fill our memory. */
const MOST_BYTES = 1024 * 1024;

const fetchBounded: FetchImplementation = async (url, options) => {
  const answer = await fetch(url, options);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.length;
    // Leaving the loop ends the answer.
    if (size > MOST_BYTES) throw new Error(`the keys of the identity provider have more than ${MOST_BYTES} bytes`);
    parts.push(part);
  }
  return new Response(Buffer.concat(parts), { status: answer.status, headers: answer.headers });
};

export function signingKeys({ url, log, monotonicMs = () => performance.now() }: SigningKeysOptions): JWTVerifyGetKey {
  const remote = createRemoteJWKSet(new URL(url), { timeoutDuration: TIMEOUT_MS, [customFetch]: fetchBounded });
  let keys: JWTVerifyGetKey | undefined;
  let fetchedAt = -Infinity;
  let failedAt = -Infinity;
  let askedForUnknownAt = -Infinity;
  let fetching: Promise<void> | undefined;

  /** One fetch for all callers that wait for it. */
  function fetchKeys(): Promise<void> {
    fetching ??= fetchOnce().finally(() => (fetching = undefined));
    return fetching;
  }

  async function fetchOnce(): Promise<void> {
    try {
      await remote.reload();
      keys = createLocalJWKSet(remote.jwks()!);
      fetchedAt = monotonicMs();
    } catch (error) {
      failedAt = monotonicMs();
      log.error({ err: error }, 'the keys of the identity provider cannot be had');
    }
  }

  async function currentKeys(): Promise<JWTVerifyGetKey> {
    const isStale = monotonicMs() - fetchedAt > FRESH_MS;
    if (isStale && monotonicMs() - failedAt > BETWEEN_QUESTIONS_MS) await fetchKeys();
    if (keys && monotonicMs() - fetchedAt <= LONGEST_MS) return keys;
    throw new DomainError('SERVICE_UNAVAILABLE', 'The identity provider cannot be reached at the moment');
  }

  return async (header, token) => {
    const keys = await currentKeys();
    try {
      return await keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      // A key may be younger than what we know.
      if (monotonicMs() - askedForUnknownAt > BETWEEN_QUESTIONS_MS) {
        askedForUnknownAt = monotonicMs();
        await fetchKeys();
      } else if (fetching) await fetching;
      const newest = await currentKeys();
      if (newest === keys) throw error;
      return newest(header, token);
    }
  };
}
