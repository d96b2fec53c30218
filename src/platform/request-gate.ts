// First stage of each request: connections and requests are bounded, health is answered first, and a caller that hung up costs nothing more.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { fairTurns } from './fair-turns.ts';
import { hasHungUp } from './hung-up.ts';

/** More than any load balancer keeps; beyond it the oldest on which nothing is being answered is ended. */
const MOST_CONNECTIONS = 4_000;

/** Requests of one connection that wait at the same time. Browsers and clients of HTTP/1.1 send one after the other. */
const MOST_AT_ONCE = 64;

/** So long requests are started before the sockets are looked at again, and with them /healthz. */
const BUDGET_MS = 5;

export function gateRequests(server: Server): void {
  const [handle] = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  const turns = fairTurns({ budgetMs: BUDGET_MS });
  const underWay = new Map<Socket, number>();

  server.on('connection', (socket: Socket) => {
    underWay.set(socket, 0);
    socket.once('close', () => underWay.delete(socket));
    if (underWay.size > MOST_CONNECTIONS) oldestIdle(underWay)?.destroy();
  });

  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse): void => {
    const { socket, url, headersDistinct } = request;
    // A proxy before it may have gone by the other one (RFC 9112, 3.2).
    if (headersDistinct['host']?.[1] !== undefined)
      return void server.emit('clientError', new Error('it has two Host headers'), socket);
    const atOnce = (underWay.get(socket) ?? 0) + 1;
    if (atOnce > MOST_AT_ONCE) return void socket.destroy();
    underWay.set(socket, atOnce);
    response.once('close', () => {
      if (underWay.has(socket)) underWay.set(socket, underWay.get(socket)! - 1);
    });
    const begin = () => handle!(request, response);
    if (url === '/healthz') begin();
    else turns.run(begin, () => !hasHungUp(request));
  });
}

function oldestIdle(underWay: ReadonlyMap<Socket, number>): Socket | undefined {
  for (const [socket, requests] of underWay) if (requests === 0) return socket;
  return underWay.keys().next().value;
}
