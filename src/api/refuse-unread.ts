// Requests that Node itself refuses, in the service and in a router: they reach no route, and get the common shape of errors.
import type { Socket } from 'node:net';
import { badInput, type DomainError } from '../platform/errors.ts';
import { setSecurityHeaders } from '../platform/security-headers.ts';
import { formatRefusal } from './errors.ts';
import type { HttpRefusal } from './http-refusal.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

const UNREAD: Record<string, [status: string, refusal: DomainError]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', badInput('The headers of the request are too large')],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', badInput('The request took too long to arrive')],
};

/** No header of it has been read, so the answer is in English. */
export function refuseUnread(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, refusal] = UNREAD[error.code ?? ''] ?? ['400 Bad Request', badInput('The request cannot be read')];
  const body = JSON.stringify(withFirst({ errors: [formatRefusal(refusal, 'en')] }));
  const headers: Record<string, string> = {};
  setSecurityHeaders({ headers: (some) => Object.assign(headers, some) });
  const lines = Object.entries({
    ...headers,
    'content-type': JSON_TYPE,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`);
}

/** Beside the list stands what routes answered before they had one. */
export function withFirst(body: HttpRefusal['body']): object {
  const { message, extensions } = body.errors[0];
  return { ...body, error: message, code: extensions?.['code'] };
}
