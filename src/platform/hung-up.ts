// Whether a client is left to read an answer.
import type { IncomingMessage } from 'node:http';

/** A caller that closes its side of the connection is answered no more either. */
export function hasHungUp({ socket }: Pick<IncomingMessage, 'socket'>): boolean {
  return socket.destroyed || socket.writableEnded;
}
