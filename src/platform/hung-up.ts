// Whether a client is left to read an answer.
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A caller that closes its side of the connection is answered no more either. */
export function hasHungUp({ socket }: Pick<IncomingMessage, 'socket'>): boolean {
  return socket.destroyed || socket.writableEnded;
}

/** Asked before anything is awaited: a connection that is closed already says so to no one. */
export function whenGone(request: Pick<IncomingMessage, 'socket'>, response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  if (hasHungUp(request)) gone.abort();
  return gone.signal;
}
