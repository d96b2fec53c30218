// The signature that AWS demands of a request to S3, computed from AWS's own description and from nothing that we send with.
import { createHash, createHmac } from 'node:crypto';

export interface SignedRequest {
  method: string;
  /** As it stands on the wire. */
  path: string;
  query: string;
  /** In small letters. */
  headers: Record<string, string | undefined>;
  signedHeaders: readonly string[];
  /** The request's statement about its body: its digest, or that it is not signed. */
  payloadHash: string;
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html, step by step. */
export function signatureOf(request: SignedRequest, key: { secret: string; region: string; at: string }): string {
  const { method, path, query, headers, signedHeaders, payloadHash } = request;
  const canonical = [
    method,
    path,
    query.split('&').toSorted().join('&'),
    ...signedHeaders.map((name) => `${name}:${(headers[name] ?? '').trim().replaceAll(/ +/g, ' ')}`),
    '',
    signedHeaders.join(';'),
    payloadHash,
  ].join('\n');
  const day = key.at.slice(0, 8);
  const scope = `${day}/${key.region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', key.at, scope, hash(canonical)].join('\n');
  const signingKey = [day, key.region, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${key.secret}`);
  return hmac(signingKey, toSign).toString('hex');
}

export function hash(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

function hmac(key: Buffer | string, data: string): Buffer {
  return createHmac('sha256', key).update(data).digest();
}
