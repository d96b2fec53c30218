// A proxy before the service, which refuses, loses answers and cuts connections as a test tells it to.
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

/** An answer of the proxy's own; or the service does what it is asked, and of its answer only the test learns. */
export type Trouble = { status: number; retryAfter?: string; body?: string } | { lost: () => void };

export interface Proxy {
  url: string;
  /** The idempotency keys of the requests, in the order in which they came. */
  keys: (string | undefined)[];
  /** Ends every connection. */
  cut(): void;
}

export async function startProxy(
  t: TestContext,
  target: string,
  /** Asked for each request, counted from 0. */
  troubleOf: (at: number) => Trouble | undefined = () => undefined,
): Promise<Proxy> {
  const keys: Proxy['keys'] = [];
  function pass(request: IncomingMessage, response: ServerResponse): void {
    const { method, headers } = request;
    const key = headers['idempotency-key'];
    const trouble = troubleOf(keys.push(key === undefined ? key : String(key)) - 1);
    if (trouble && 'status' in trouble) {
      const { status, retryAfter, body = '' } = trouble;
      return void response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end(body);
    }
    const passed = send(new URL(request.url!, target), { method, headers, agent: false }, (answer) => {
      if (!trouble) {
        answer.pipe(response.writeHead(answer.statusCode!, answer.headers));
        return;
      }
      answer.resume();
      trouble.lost();
      request.socket.destroy();
    });
    passed.on('error', () => request.socket.destroy());
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  }
  const server = createServer(pass);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, keys, cut: () => server.closeAllConnections() };
}
