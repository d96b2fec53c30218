// The client's side of the sign-in: goes on only with a server that proves that it holds the key.
import type { Socket } from 'node:net';
import { readFrames } from './frames.ts';

/** Somebody else sits at the address: the process that has the folder knows its key. */
export class UnprovenServer extends Error {
  constructor() {
    super("whoever listens at the embedded database's address does not prove to hold its key");
    this.name = 'UnprovenServer';
  }
}

// SASL offered, continued, concluded, then welcome. pg itself checks the proof in the third, but it would also do without the
// first three, and would tell the key in clear to a server that asks for it.
const SIGN_IN = [10, 11, 12, 0];
const AUTHENTICATION = 'R'.charCodeAt(0);
const ERROR = 'E'.charCodeAt(0);
const MOST_BYTES = 10_000;

/** To be called before anybody else listens to the socket. */
export function insistOnProof(socket: Socket): void {
  const frames = readFrames();
  const expected = [...SIGN_IN];

  function hear(chunk: Buffer): void {
    frames.push(chunk);
    while (expected.length > 0) {
      const frame = next();
      if (!frame) return;
      const right = frame[0] === AUTHENTICATION && frame.length >= 9 && frame.readInt32BE(5) === expected.shift();
      // A refusal in words ends the sign-in too, and tells more than we could.
      if (!right && frame[0] !== ERROR) return void socket.destroy(new UnprovenServer());
    }
    socket.off('data', hear);
  }

  function next(): Buffer | undefined {
    try {
      return frames.next('message', MOST_BYTES);
    } catch {
      // What is no message is no proof either.
      return Buffer.alloc(0);
    }
  }

  socket.on('data', hear);
}
