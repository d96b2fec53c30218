// The same two methods on an S3-compatible store; the bytes are signed as AWS wants them, by a small library instead of its SDK.
import { AwsClient } from 'aws4fetch';
import type { FileStore } from './file-store.ts';

export interface S3Options {
  /** s3://bucket/prefix */
  address: string;
  /** Where the store is, for one that is not AWS: http://127.0.0.1:9000. */
  endpoint?: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  timeoutMs?: number;
}

export function s3Store(options: S3Options): FileStore {
  const { hostname: bucket, pathname } = new URL(options.address);
  const prefix = pathname.replaceAll(/^\/+|\/+$/g, '');
  const client = new AwsClient({
    accessKeyId: options.accessKeyId,
    secretAccessKey: options.secretAccessKey,
    region: options.region,
    service: 's3',
    retries: 3,
  });
  // Addressed by path where the store is our own: its buckets have no host names.
  const base = options.endpoint?.replace(/\/+$/, '') ?? `https://s3.${options.region}.amazonaws.com`;

  function addressOf(key: string): string {
    const path = [bucket, ...prefix.split('/'), ...key.split('/')].filter((part) => part !== '');
    return `${base}/${path.map(encodeURIComponent).join('/')}`;
  }

  async function call(key: string, request: RequestInit): Promise<Response> {
    return client.fetch(addressOf(key), {
      ...request,
      redirect: 'error',
      signal: AbortSignal.timeout(options.timeoutMs ?? 30_000),
    });
  }

  return {
    async put(key, bytes) {
      const answer = await call(key, { method: 'PUT', body: new Uint8Array(bytes) });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`the file store answered ${answer.status} when it was given ${key}`);
    },
    async get(key) {
      const answer = await call(key, { method: 'GET' });
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (answer.status === 404) return undefined;
      if (!answer.ok) throw new Error(`the file store answered ${answer.status} when it was asked for ${key}`);
      return bytes;
    },
  };
}
