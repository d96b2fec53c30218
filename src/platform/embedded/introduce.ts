// The beginning of a connection: what the client wants, whether it holds the key, and what it is told about the server.
import { randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import { Farewell } from './farewell.ts';
import { message, MESSAGE, ProtocolError, readText } from './frames.ts';
import type { Inbox } from './inbox.ts';
import { beginSignIn, MECHANISM, type Verifier } from './sign-in.ts';

export interface Server {
  readonly verifier: Verifier;
  /** What it tells about itself after the sign-in, by name. */
  readonly settings: Readonly<Record<string, string>>;
}

const TIME_LIMIT_MS = 10_000;
const MOST_BYTES = 10_000;

const SSL_REQUEST = 80_877_103;
const GSS_REQUEST = 80_877_104;
const CANCEL_REQUEST = 80_877_102;

/** Up to the first ReadyForQuery. False when the client did not want to stay. */
export async function introduce(socket: Socket, inbox: Inbox, number: number, server: Server): Promise<boolean> {
  const late = setTimeout(() => socket.destroy(), TIME_LIMIT_MS);
  try {
    const wishes = await startup(socket, inbox);
    if (!wishes || !(await signIn(socket, inbox, server.verifier))) return false;
    const [user, database] = [wishes.get('user'), wishes.get('database')];
    if (user !== 'postgres') {
      throw new Farewell('28000', `the embedded database has one user, postgres, not "${user}"`);
    }
    if (database !== 'postgres') throw new Farewell('3D000', `database "${database}" does not exist`);
  } finally {
    clearTimeout(late);
  }
  const welcome = message('R', 0);
  const settings = Object.entries(server.settings).map(([name, value]) => message('S', name, value));
  const cancelKey = message('K', number, randomInt(2 ** 31));
  socket.write(Buffer.concat([welcome, ...settings, cancelKey, message('Z', Buffer.from('I'))]));
  return true;
}

async function startup(socket: Socket, inbox: Inbox): Promise<Map<string, string> | undefined> {
  for (;;) {
    const packet = await inbox.next('startup', MOST_BYTES);
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

function readWishes(packet: Buffer): Map<string, string> {
  const wishes = new Map<string, string>();
  let at = 8;
  while (at < packet.length && packet[at] !== 0) {
    const name = readText(packet, at);
    const value = readText(packet, name.end);
    wishes.set(name.text, value.text);
    at = value.end;
  }
  // As in PostgreSQL, who names no database means the one that is called like the user.
  if (!wishes.has('database')) wishes.set('database', wishes.get('user') ?? '');
  return wishes;
}

async function signIn(socket: Socket, inbox: Inbox, verifier: Verifier): Promise<boolean> {
  socket.write(message('R', 10, MECHANISM, Buffer.alloc(1)));
  const first = await password(inbox);
  if (!first) return false;
  const { text: mechanism, end } = readText(first, 5);
  const attempt = mechanism === MECHANISM && beginSignIn(verifier, first.toString('utf8', end + 4));
  if (!attempt) throw new Farewell('28P01', 'the embedded database is opened with SCRAM-SHA-256');
  socket.write(message('R', 11, Buffer.from(attempt.challenge)));
  const second = await password(inbox);
  if (!second) return false;
  const proof = attempt.verify(second.toString('utf8', 5));
  if (proof === undefined) throw new Farewell('28P01', "this is not the key of the embedded database's door");
  socket.write(message('R', 12, Buffer.from(proof)));
  return true;
}

async function password(inbox: Inbox): Promise<Buffer | undefined> {
  const answer = await inbox.next('message', MOST_BYTES);
  if (answer && answer[0] !== MESSAGE.password) throw new ProtocolError('a password was expected');
  return answer;
}
