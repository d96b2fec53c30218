// A simulated S3 store that checks every signature and digest as AWS does, with faults on demand.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { hash, signatureOf } from './sigv4.ts';

export const S3_KEY = { id: 'folio-test', secret: 'a secret of the store, for tests only', region: 'us-east-1' };

/** `once`: only the next request meets it. */
export type Trouble = 'down' | 'busy once' | 'hang up once' | 'half a download once' | 'silent';

export interface S3StandIn {
  url: string;
  /** Objects of the bucket, by key. */
  objects: Map<string, Buffer>;
  /** Method and key, in order, with what was answered. */
  requests: { method: string; key: string; status: number }[];
  trouble: Trouble | undefined;
  /** Only requests meet the trouble that have this in their key. */
  troubled: string;
  close(): Promise<void>;
}

export async function startS3StandIn(bucket = 'docs'): Promise<S3StandIn> {
  const objects = new Map<string, Buffer>();
  const requests: S3StandIn['requests'] = [];
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, 'http://s3');
    const key = decodeURIComponent(url.pathname.slice(bucket.length + 2));
    const { method = 'GET' } = request;
    const send = (status: number, body: Buffer | string = ''): void => {
      requests.push({ method, key, status });
      response.writeHead(status, { 'content-length': Buffer.byteLength(body) }).end(body);
    };
    const trouble = key.includes(standIn.troubled) ? standIn.trouble : undefined;
    if (trouble?.endsWith('once')) standIn.trouble = undefined;
    if (trouble === 'hang up once') {
      request.once('data', () => request.socket.destroy());
      return;
    }
    if (trouble === 'silent') return;
    const body = await buffer(request);
    if (trouble === 'down') return send(500, 'InternalError');
    if (trouble === 'busy once') return send(503, 'SlowDown');
    const refused = problemWith(request, url, body);
    if (refused) return send(403, refused);
    if (!url.pathname.startsWith(`/${bucket}/`)) return send(404, 'NoSuchBucket');
    if (method === 'PUT') {
      objects.set(key, body);
      return send(200);
    }
    if (method === 'DELETE') {
      objects.delete(key);
      return send(204);
    }
    const object = objects.get(key);
    if (!object) return send(404, 'NoSuchKey');
    if (trouble === 'half a download once') {
      response.writeHead(200, { 'content-length': object.length });
      response.write(object.subarray(0, object.length / 2), () => response.destroy());
      return;
    }
    send(200, object);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const standIn: S3StandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    requests,
    trouble: undefined,
    troubled: '',
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return standIn;
}

/** AWS's objection to the request. */
function problemWith(request: IncomingMessage, url: URL, body: Buffer): string | undefined {
  const headers = request.headers as Record<string, string | undefined>;
  const authorization =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headers['authorization'] ?? '',
    );
  if (!authorization) return 'AccessDenied';
  const [, id, , region, signed, signature] = authorization as unknown as string[];
  const at = headers['x-amz-date'] ?? '';
  const payloadHash = headers['x-amz-content-sha256'] ?? '';
  const signedHeaders = signed!.split(';');
  if (id !== S3_KEY.id || region !== S3_KEY.region) return 'InvalidAccessKeyId';
  for (const name of ['host', 'x-amz-date', 'x-amz-content-sha256']) {
    if (!signedHeaders.includes(name)) return `AccessDenied: ${name} is not signed`;
  }
  // A body that is not signed may have been changed on the way.
  if (request.method === 'PUT' && payloadHash !== hash(body)) return 'XAmzContentSHA256Mismatch';
  const [path, query] = [url.pathname, url.search.slice(1)];
  const expected = signatureOf(
    { method: request.method!, path, query, headers, signedHeaders, payloadHash },
    { secret: S3_KEY.secret, region, at },
  );
  return signature === expected ? undefined : 'SignatureDoesNotMatch';
}
