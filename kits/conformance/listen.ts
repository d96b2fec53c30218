// Receives the notices of a trial: each is stored with the result of its signature check.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PacNotices } from '../../src/pac/face.ts';
import type { SignatureScheme } from '../../src/pac/signature.ts';
import type { Received } from './assumption.ts';

const MOST_BYTES = 100_000;

export interface ListenOptions {
  notices: PacNotices;
  scheme: SignatureScheme;
  secret: string;
  port: number;
}

/** On this machine alone: a proxy or a tunnel leads the PAC here. */
export async function listenForNotices({ notices, scheme, secret, port }: ListenOptions) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => {
      parts.push(part);
      if (parts.reduce((sum, { length }) => sum + length, 0) > MOST_BYTES) request.destroy();
    });
    request.on('end', () => {
      const body = Buffer.concat(parts);
      const header = request.headers[notices.signatureHeader];
      const isGenuine = notices.isGenuine(scheme, secret, body, Array.isArray(header) ? undefined : header);
      received.push({ isGenuine, notice: notices.read(jsonOf(body)) });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"received":true}');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: (): readonly Received[] => received,
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}
