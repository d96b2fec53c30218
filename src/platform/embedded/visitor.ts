// One connection from its first byte to its last: it signs in, takes turns on the one session, and leaves nothing behind.
import type { Socket } from 'node:net';
import { query, type Engine } from './engine.ts';
import { Farewell, shuttingDown } from './farewell.ts';
import { fatalError, message, MESSAGE, ProtocolError, statusOf } from './frames.ts';
import { readInbox } from './inbox.ts';
import { introduce, type Server } from './introduce.ts';
import { readBatch, type Batch } from './read-batch.ts';
import { nameStatements } from './statement-names.ts';
import type { Turns } from './turns.ts';

/** What all connections share. */
export interface House extends Server {
  readonly engine: Engine;
  readonly turns: Turns;
  /** How long a connection may keep the session waiting for its next word while others wait for the session. */
  readonly patienceMs: number;
}

export interface Visitor {
  /** Sends it away unless it has the turn. */
  dismiss(): void;
  /** Done when the connection has ended and nothing of it is left. */
  readonly left: Promise<void>;
}

// What a connection can leave in a session that others go on using. Like a pool in front of PostgreSQL that hands out sessions by
// transaction, the door does not keep these things apart while connections live side by side.
const TIDY =
  'reset session authorization; reset role; reset all; close all; discard temp; select pg_advisory_unlock_all()';

export function receive(socket: Socket, number: number, opened: Promise<House>): Visitor {
  const inbox = readInbox(socket, opened);
  const names = nameStatements(number);
  let endTurn: (() => void) | undefined;
  let silence: NodeJS.Timeout | undefined;
  let visited = false;

  async function live(): Promise<void> {
    const house = await opened;
    try {
      if (await introduce(socket, inbox, number, house)) await visit(house);
    } catch (error) {
      if (error instanceof Farewell) say(error);
      else if (error instanceof ProtocolError) say(new Farewell('08P01', error.message));
      else throw error;
    } finally {
      socket.end();
    }
    await leave(house);
  }

  async function visit(house: House): Promise<void> {
    for (;;) {
      const batch = await readBatch(inbox, names);
      if (!batch) return;
      await run(house, batch);
    }
  }

  async function run(house: House, { messages, endsInReady }: Batch): Promise<void> {
    endTurn ??= await house.turns.take();
    visited = true;
    clearTimeout(silence);
    const answer = await house.engine.run(messages);
    send(answer);
    if (endsInReady && statusOf(answer) === 'I') {
      endTurn();
      endTurn = undefined;
    } else {
      // It has a transaction open, or has not yet said Sync.
      silence = setTimeout(() => lose(house), house.patienceMs);
    }
  }

  function send(answer: readonly Buffer[]): void {
    if (socket.destroyed) return;
    socket.cork();
    for (const piece of answer) socket.write(piece);
    socket.uncork();
  }

  /** It has said nothing for a long time: no matter, unless others wait for the session. */
  function lose({ turns, patienceMs }: House): void {
    if (!turns.waited()) {
      silence?.refresh();
      return;
    }
    say(
      new Farewell(
        '25P03',
        `the transaction was rolled back: for ${patienceMs / 1000} s it kept the one session of the embedded database and did ` +
          'nothing, while others waited for it; does it wait for a query on another connection?',
      ),
    );
  }

  /** The last word. */
  function say({ code, message: text }: Farewell): void {
    inbox.close();
    if (!socket.destroyed) socket.end(fatalError(code, text), () => socket.destroy());
  }

  async function leave(house: House): Promise<void> {
    clearTimeout(silence);
    if (!visited) return;
    const inTransaction = endTurn !== undefined;
    try {
      endTurn ??= await house.turns.take();
      const goodbye = [
        // The Sync ends what a Flush left open.
        ...(inTransaction ? [message(MESSAGE.sync), query('rollback')] : []),
        ...Array.from(names.open(), (name) => message(MESSAGE.close, Buffer.from('S'), name)),
        message(MESSAGE.sync),
        query(TIDY),
      ];
      await house.engine.run(Buffer.concat(goodbye));
    } catch (error) {
      // The door closes: then the session ends too, and everything in it.
      if (!(error instanceof Farewell)) throw error;
    }
    endTurn?.();
  }

  return {
    dismiss() {
      if (!endTurn) say(shuttingDown());
    },
    left: live(),
  };
}
