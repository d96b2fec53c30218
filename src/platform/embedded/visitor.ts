// One connection from its first byte to its last: it signs in, takes turns on the one session, and leaves nothing behind.
import { randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import { query, type Engine } from './engine.ts';
import { fatalError, message, MESSAGE, ProtocolError, readText, replaceIn, statusOf } from './frames.ts';
import { readInbox } from './inbox.ts';
import { beginSignIn, MECHANISM, type Verifier } from './sign-in.ts';
import { nameStatements } from './statement-names.ts';
import { DoorClosed, SHUTTING_DOWN, type Turns } from './turns.ts';

/** What all connections share. */
export interface House {
  readonly engine: Engine;
  readonly turns: Turns;
  readonly verifier: Verifier;
  /** What the server tells about itself after the sign-in, by name. */
  readonly settings: Readonly<Record<string, string>>;
  /** How long a connection may keep the session waiting for its next word while others wait for the session. */
  readonly patienceMs: number;
}

export interface Visitor {
  /** Sends it away unless it has the turn. */
  dismiss(): void;
  /** Done when the connection has ended and nothing of it is left. */
  readonly left: Promise<void>;
}

const SIGN_IN_MS = 10_000;
const MOST_BYTES_BEFORE_SIGN_IN = 10_000;
const MOST_BYTES = 256 * 1024 * 1024;

const SSL_REQUEST = 80_877_103;
const GSS_REQUEST = 80_877_104;
const CANCEL_REQUEST = 80_877_102;

// Follows every message that may turn out to be a COPY FROM STDIN: it refuses the data, which PGlite would otherwise wait for and
// die of; where there is no COPY, PostgreSQL passes over it.
const NO_COPY = message(MESSAGE.copyFail, 'the embedded database takes no COPY FROM STDIN; insert the rows instead');

const NO_LISTEN = `do $$ begin raise exception using errcode = 'feature_not_supported',
  message = 'the embedded database has one session for all and delivers no notifications; ask again instead of LISTEN'; end $$`;

// What a connection can leave in a session that others go on using. Like a pool in front of PostgreSQL that hands out sessions by
// transaction, the door does not keep these things apart while connections live side by side.
const TIDY = `reset session authorization; reset role; reset all; close all; discard temp; select pg_advisory_unlock_all()`;

/** Ends the connection with a last word to its client. */
class Farewell extends Error {
  readonly code: string;

  constructor(code: string, text: string) {
    super(text);
    this.code = code;
  }
}

export function receive(socket: Socket, number: number, opened: Promise<House>): Visitor {
  const inbox = readInbox(socket, opened);
  const names = nameStatements(number);
  let endTurn: (() => void) | undefined;
  let dismissed = false;
  let visited = false;

  async function visit(house: House): Promise<void> {
    if (!(await introduce(house))) return;
    for (;;) {
      const batch = await nextBatch();
      if (!batch) return;
      await run(house, batch.messages, batch.endsInReady);
    }
  }

  /** From the first packet to the first ReadyForQuery. False when the client did not want to stay. */
  async function introduce(house: House): Promise<boolean> {
    const late = setTimeout(() => socket.destroy(), SIGN_IN_MS);
    try {
      const wishes = await startup();
      if (!wishes || !(await signIn(house.verifier))) return false;
      const user = wishes.get('user');
      if (user !== 'postgres')
        throw new Farewell('28000', `the embedded database has one user, postgres, not "${user}"`);
      const database = wishes.get('database') ?? 'postgres';
      if (database !== 'postgres') throw new Farewell('3D000', `database "${database}" does not exist`);
    } finally {
      clearTimeout(late);
    }
    const settings = Object.entries(house.settings).map(([name, value]) => message('S', name, value));
    const key = message('K', number, randomInt(2 ** 31));
    socket.write(Buffer.concat([message('R', 0), ...settings, key, message('Z', Buffer.from('I'))]));
    return true;
  }

  async function startup(): Promise<Map<string, string> | undefined> {
    for (;;) {
      const packet = await inbox.next('startup', MOST_BYTES_BEFORE_SIGN_IN);
      if (!packet) return undefined;
      if (packet.length < 8) throw new ProtocolError('the startup packet is too short');
      const code = packet.readInt32BE(4);
      if (code === SSL_REQUEST || code === GSS_REQUEST) {
        socket.write('N');
        continue;
      }
      // A statement that runs cannot be interrupted: the thread that would have to notice is the one that runs it.
      if (code === CANCEL_REQUEST) return undefined;
      if (code >>> 16 !== 3) throw new Farewell('0A000', 'the embedded database speaks version 3 of the protocol');
      // A newer minor version is answered with ours, which the client may then use.
      if ((code & 0xffff) > 0) socket.write(message('v', 0, 0));
      return readWishes(packet);
    }
  }

  async function signIn(verifier: Verifier): Promise<boolean> {
    socket.write(message('R', 10, MECHANISM, Buffer.alloc(1)));
    const first = await password();
    if (!first) return false;
    const { text: mechanism, end } = readText(first, 5);
    const attempt = mechanism === MECHANISM && beginSignIn(verifier, first.toString('utf8', end + 4));
    if (!attempt) throw new Farewell('28P01', 'the embedded database is opened with SCRAM-SHA-256');
    socket.write(message('R', 11, Buffer.from(attempt.challenge)));
    const second = await password();
    if (!second) return false;
    const proof = attempt.verify(second.toString('utf8', 5));
    if (proof === undefined) throw new Farewell('28P01', "this is not the key of the embedded database's door");
    socket.write(message('R', 12, Buffer.from(proof)));
    return true;
  }

  async function password(): Promise<Buffer | undefined> {
    const answer = await inbox.next('message', MOST_BYTES_BEFORE_SIGN_IN);
    if (answer && answer[0] !== MESSAGE.password) throw new ProtocolError('a password was expected');
    return answer;
  }

  /** The messages up to the next one that wants an answer. */
  async function nextBatch(): Promise<{ messages: Buffer; endsInReady: boolean } | undefined> {
    const batch: Buffer[] = [];
    for (;;) {
      const frame = await inbox.next('message', MOST_BYTES);
      switch (frame?.[0]) {
        case undefined:
        case MESSAGE.terminate:
          return undefined;
        case MESSAGE.query:
          batch.push(withoutListen(frame, 5), NO_COPY);
          return { messages: Buffer.concat(batch), endsInReady: true };
        case MESSAGE.sync:
        case MESSAGE.functionCall:
          batch.push(frame);
          return { messages: Buffer.concat(batch), endsInReady: true };
        case MESSAGE.flush:
          batch.push(frame);
          return { messages: Buffer.concat(batch), endsInReady: false };
        case MESSAGE.execute:
          batch.push(frame, NO_COPY);
          break;
        case MESSAGE.parse:
          batch.push(names.rename(withoutListen(frame, readText(frame, 5).end)));
          break;
        case MESSAGE.bind:
        case MESSAGE.describe:
        case MESSAGE.close:
          batch.push(names.rename(frame));
          break;
        // What comes after a COPY that was refused before its data were asked for.
        case MESSAGE.copyData:
        case MESSAGE.copyDone:
        case MESSAGE.copyFail:
          break;
        default:
          throw new ProtocolError(`a message of type ${frame?.[0]} is not understood`);
      }
    }
  }

  const hurry = impatience();

  async function run(house: House, messages: Buffer, endsInReady: boolean): Promise<void> {
    endTurn ??= await house.turns.take();
    visited = true;
    hurry.stop();
    const answer = await house.engine.run(messages);
    send(answer);
    // From here on the connection has a transaction open, or has not yet said Sync.
    if (!endsInReady || statusOf(answer) !== 'I') return hurry.start(house);
    endTurn();
    endTurn = undefined;
  }

  function send(answer: readonly Buffer[]): void {
    if (socket.destroyed) return;
    socket.cork();
    for (const piece of answer) socket.write(piece);
    socket.uncork();
  }

  /** Ends a connection that keeps the session in its transaction, says nothing, and lets others wait. */
  function impatience() {
    let timer: NodeJS.Timeout | undefined;
    return {
      start({ turns, patienceMs }: House): void {
        timer = setTimeout(() => {
          if (!turns.waited()) timer?.refresh();
          else
            say(
              '25P03',
              `the transaction was rolled back: for ${patienceMs / 1000} s it kept the one session of the embedded database and did nothing, while others ` +
                'waited for it; does it wait for a query on another connection?',
            );
        }, patienceMs);
      },
      stop(): void {
        clearTimeout(timer);
      },
    };
  }

  function say(code: string, text: string): void {
    inbox.close();
    if (!socket.destroyed) socket.end(fatalError(code, text), () => socket.destroy());
  }

  async function leave(house: House): Promise<void> {
    hurry.stop();
    if (!visited) return;
    const inTransaction = endTurn !== undefined;
    endTurn ??= await house.turns.take();
    const goodbye = [
      // The Sync ends what a Flush left open.
      ...(inTransaction ? [message(MESSAGE.sync), query('rollback')] : []),
      ...Array.from(names.open(), (name) => message(MESSAGE.close, Buffer.from('S'), name)),
      message(MESSAGE.sync),
      query(TIDY),
    ];
    await house.engine.run(Buffer.concat(goodbye));
    endTurn();
  }

  async function live(): Promise<void> {
    const house = await opened;
    try {
      await visit(house);
    } catch (error) {
      if (error instanceof Farewell) say(error.code, error.message);
      else if (error instanceof ProtocolError) say('08P01', error.message);
      else if (error instanceof DoorClosed) say('57P01', error.message);
      else throw error;
    } finally {
      socket.end();
    }
    try {
      await leave(house);
    } catch (error) {
      // Then the session ends too, and everything in it.
      if (!(error instanceof DoorClosed)) throw error;
    }
  }

  return {
    dismiss() {
      if (endTurn || dismissed) return;
      dismissed = true;
      say('57P01', SHUTTING_DOWN);
    },
    left: live(),
  };
}

function readWishes(packet: Buffer): Map<string, string> {
  const wishes = new Map<string, string>();
  let at = 8;
  while (at < packet.length && packet[at] !== 0) {
    const name = readText(packet, at);
    const value = readText(packet, name.end);
    wishes.set(name.text, value.text);
    at = value.end;
  }
  return wishes;
}

function withoutListen(frame: Buffer, at: number): Buffer {
  if (!/^[\s;]*listen\s/i.test(frame.toString('latin1', at, at + 32))) return frame;
  return replaceIn(frame, at, readText(frame, at).end, NO_LISTEN);
}
