// The door of the embedded database: lets connections in as soon as the database is open, and sends them home before it closes.
import type { Server, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { shuttingDown } from './farewell.ts';
import { fatalError } from './frames.ts';
import { receive, type House, type Visitor } from './visitor.ts';

export interface Door {
  /** Those who came early are let in now. */
  open(house: House): void;
  /** Resolves once nobody is inside any more. */
  empty(): Promise<void>;
  /** Lets the running transaction end, within its time, and shows everybody out. The address stays taken: the folder is still in use. */
  close(mostMs: number): Promise<void>;
}

/** Whoever comes before the door is opened waits. `failed` hears of a fault that is the door's, not a client's. */
export function guardDoor(server: Server, failed: (error: unknown) => void): Door {
  const visitors = new Map<Visitor, Socket>();
  const { promise: opened, resolve: open } = Promise.withResolvers<House>();
  let house: House | undefined;
  let closing = false;
  let count = 0;
  let emptied: (() => void) | undefined;

  server.on('connection', (socket) => {
    // A client that breaks off is no fault of ours; the close that follows tells all that matters.
    socket.on('error', () => socket.destroy());
    if (closing) {
      const { code, message } = shuttingDown();
      socket.end(fatalError(code, message));
      return;
    }
    const visitor = receive(socket, ++count, opened);
    visitors.set(visitor, socket);
    visitor.left.catch(failed).finally(() => {
      visitors.delete(visitor);
      if (visitors.size === 0) emptied?.();
    });
  });

  return {
    open(ready) {
      house = ready;
      open(ready);
    },
    empty: () =>
      new Promise((resolve) => {
        emptied = resolve;
        if (visitors.size === 0) resolve();
      }),
    async close(mostMs) {
      closing = true;
      for (const visitor of visitors.keys()) visitor.dismiss();
      if (house) await Promise.race([house.turns.close(), delay(mostMs, undefined, { ref: false })]);
      for (const socket of visitors.values()) socket.destroySoon();
    },
  };
}
