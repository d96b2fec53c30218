// A server that receives webhooks and answers as a story wants: at once, slowly, with an error, half, or never.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export type Behaviour = (response: ServerResponse, request: IncomingMessage, received: Received) => void;

export const answers =
  (status: number, body = ''): Behaviour =>
  (response) =>
    response.writeHead(status).end(body);
export const hangs: Behaviour = () => undefined;
/** The head promises more than comes. */
export const closesHalfWay: Behaviour = (response, { socket }) => {
  response.writeHead(200, { 'content-length': 1000 }).write('half', () => socket.destroy());
};
export const closesAtOnce: Behaviour = (_, { socket }) => socket.destroy();

export interface Receiver {
  port: number;
  /** The address of a path. */
  at(path: string): string;
  /** Sets the answer of a path from now on; 200 by default. */
  behave(path: string, behaviour: Behaviour): void;
  /** The most requests that a path had to answer at a time. */
  mostOpen(path: string): number;
  /** Requests at a path, oldest first. */
  received(path: string): Received[];
  /** The parsed bodies of the same. */
  told(path: string): { id: string; type: string; timestamp: string; data: { id: string } }[];
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const behaviours = new Map<string, Behaviour>();
  const all: Received[] = [];
  const open = new Map<string, { now: number; most: number }>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = { path: request.url!, headers: request.headers, body: Buffer.concat(chunks).toString() };
      all.push(one);
      const counts = open.get(one.path) ?? { now: 0, most: 0 };
      counts.now += 1;
      open.set(one.path, { now: counts.now, most: Math.max(counts.most, counts.now) });
      response.once('close', () => (open.get(one.path)!.now -= 1));
      (behaviours.get(one.path) ?? answers(200))(response, request, one);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const received = (path: string) => all.filter((one) => one.path === path);
  return {
    port,
    at: (path) => `http://127.0.0.1:${port}${path}`,
    behave: (path, behaviour) => void behaviours.set(path, behaviour),
    mostOpen: (path) => open.get(path)?.most ?? 0,
    received,
    told: (path) => received(path).map(({ body }) => JSON.parse(body)),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** By the library that receivers use; throws unless the secret has signed it. */
export function verified(secret: string, { body, headers }: Received): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}
