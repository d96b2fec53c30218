// The same methods on an S3-compatible store; the bytes are signed as AWS wants them, by a small library instead of its SDK.
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { sha256, type FileStore } from './file-store.ts';

const RETRIES = 3;
const FIRST_PAUSE_MS = 100;

export interface S3Options {
  /** s3://bucket/prefix */
  address: string;
  /** Endpoint of a store other than AWS: http://127.0.0.1:9000. */
  endpoint?: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  timeoutMs?: number;
}

export function s3Store(options: S3Options): FileStore {
  const { hostname: bucket, pathname } = new URL(options.address);
  const { timeoutMs = 30_000 } = options;
  const prefix = pathname.replaceAll(/^\/+|\/+$/g, '');
  const client = new AwsClient({
    accessKeyId: options.accessKeyId,
    secretAccessKey: options.secretAccessKey,
    region: options.region,
    service: 's3',
  });
  // Addressed by path where the store is our own: its buckets have no host names.
  const base = options.endpoint?.replace(/\/+$/, '') ?? `https://s3.${options.region}.amazonaws.com`;

  function addressOf(key: string): string {
    const path = [bucket, ...prefix.split('/'), ...key.split('/')].filter((part) => part !== '');
    return `${base}/${path.map(encoded).join('/')}`;
  }

  /** Until it begins to answer; how long the bytes then take is up to the reader. */
  async function call(key: string, request: RequestInit): Promise<Response> {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(new Error('the file store does not answer')), timeoutMs);
    try {
      for (let retry = 0; ; retry += 1) {
        // Signed by the library and asked by us: its own request would forget our signal at the next garbage collection.
        const signed = await client.sign(addressOf(key), { ...request, redirect: 'error' });
        const answer = await fetch(signed, { signal: patience.signal });
        if (retry === RETRIES || !(answer.status >= 500 || answer.status === 429)) return answer;
        await answer.body?.cancel();
        await delay(FIRST_PAUSE_MS * 2 ** retry * (0.5 + Math.random()), undefined, { signal: patience.signal });
      }
    } finally {
      clearTimeout(timer);
    }
  }

  async function refusal(answer: Response, when: string): Promise<Error> {
    await answer.body?.cancel();
    return new Error(`the file store answered ${answer.status} when ${when}`);
  }

  return {
    async put(key, bytes) {
      // The signature covers the bytes too, so that the store itself refuses damaged uploads.
      const headers = { 'x-amz-content-sha256': sha256(bytes) };
      const answer = await call(key, { method: 'PUT', body: new Uint8Array(bytes), headers });
      if (!answer.ok) throw await refusal(answer, `it was given ${key}`);
      await answer.body?.cancel();
    },
    async read(key) {
      // Packed bytes would not be as long as announced.
      const answer = await call(key, { method: 'GET', headers: { 'accept-encoding': 'identity' } });
      if (answer.status === 404) {
        await answer.body?.cancel();
        return undefined;
      }
      const length = answer.headers.get('content-length');
      if (!answer.ok || !answer.body || length === null) throw await refusal(answer, `it was asked for ${key}`);
      return { byteSize: Number(length), bytes: Readable.fromWeb(answer.body as ReadableStream<Uint8Array>) };
    },
    async remove(key) {
      const answer = await call(key, { method: 'DELETE' });
      if (!answer.ok && answer.status !== 404) throw await refusal(answer, `${key} was removed`);
      await answer.body?.cancel();
    },
  };
}

/** As the signature wants it, so that what is signed is to the letter what is sent: nothing but letters, digits and -._~ as it is. */
function encoded(part: string): string {
  return encodeURIComponent(part).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
