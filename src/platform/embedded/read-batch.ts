// What a client asks in one go: its messages up to the one that wants an answer, fit for a session that it shares with others.
import { message, MESSAGE, ProtocolError, readText, replaceIn } from './frames.ts';
import type { Inbox } from './inbox.ts';
import type { StatementNames } from './statement-names.ts';

export interface Batch {
  readonly messages: Buffer;
  /** Whether the answer ends in ReadyForQuery; after a Flush it does not. */
  readonly endsInReady: boolean;
}

const MOST_BYTES = 256 * 1024 * 1024;

// Follows every message that may turn out to be a COPY FROM STDIN: it refuses the data, which PGlite would otherwise wait for and
// die of; where there is no COPY, PostgreSQL passes over it.
const NO_COPY = message(MESSAGE.copyFail, 'the embedded database takes no COPY FROM STDIN; insert the rows instead');

const NO_LISTEN = `do $$ begin raise exception using errcode = 'feature_not_supported',
  message = 'the embedded database has one session for all and delivers no notifications; ask again instead of LISTEN'; end $$`;

/** Nothing when the client has ended the connection. */
export async function readBatch(inbox: Inbox, names: StatementNames): Promise<Batch | undefined> {
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
      // What comes after a COPY that was refused before its data were sent.
      case MESSAGE.copyData:
      case MESSAGE.copyDone:
      case MESSAGE.copyFail:
        break;
      default:
        throw new ProtocolError(`a message of type ${frame?.[0]} is not understood`);
    }
  }
}

function withoutListen(frame: Buffer, at: number): Buffer {
  if (!/^[\s;]*listen\s/i.test(frame.toString('latin1', at, at + 32))) return frame;
  return replaceIn(frame, at, readText(frame, at).end, NO_LISTEN);
}
