// PGlite behind the door: takes wire messages, gives back the wire's answer, and says so when it has crashed.
import type { PGlite } from '@electric-sql/pglite';
import { shuttingDown } from './farewell.ts';
import { message } from './frames.ts';

export interface Engine {
  /** Runs the messages at once, without a pause; the answer is whole messages, in pieces of any size. */
  run(messages: Uint8Array): Promise<Buffer[]>;
  /** For the door's own housework, in a turn like everybody's. */
  ask<Row>(sql: string): Promise<Row[]>;
  close(): Promise<void>;
}

// How PGlite says that PostgreSQL has thrown an ordinary error and goes on; whatever else comes out of it is a crash.
const ORDINARY_ERROR = 100;

// The function of PostgreSQL that PGlite calls for each message. PGlite itself catches all that comes out of it.
const STEP = '_PostgresMainLoopOnce';

/** `crashed` must not return: PGlite would go on with a broken memory, in the worst case for ever. */
export function engineOf(pglite: PGlite, crashed: (reason: unknown) => never): Engine {
  const module = pglite.Module;
  const step = module[STEP].bind(module);
  module[STEP] = () => {
    try {
      step();
    } catch (error) {
      if (isOrdinary(error)) throw error;
      crashed(error);
    }
  };

  let closed = false;

  async function run(messages: Uint8Array): Promise<Buffer[]> {
    if (closed) throw shuttingDown();
    const answer: Buffer[] = [];
    try {
      // The streaming form: the plain one also parses every answer and keeps the parsed messages for ever. Nothing is to be synced:
      // PostgreSQL's own writes and fsyncs have reached the folder when it answers.
      await pglite.execProtocolRawStream(messages, {
        syncToFs: false,
        // The bytes are a view on PGlite's memory, which the next of them overwrites.
        onRawData: (bytes) => void answer.push(Buffer.from(bytes)),
      });
    } catch (error) {
      crashed(error);
    }
    return answer;
  }

  return {
    run,
    async ask<Row>(sql: string) {
      return (await pglite.query<Row>(sql)).rows;
    },
    async close() {
      closed = true;
      await pglite.close();
    },
  };
}

/** A simple query as a message. */
export function query(sql: string): Buffer {
  return message('Q', sql);
}

function isOrdinary(thrown: unknown): boolean {
  return typeof thrown === 'object' && thrown !== null && 'status' in thrown && thrown.status === ORDINARY_ERROR;
}
