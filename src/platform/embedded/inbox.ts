// What a client sends, frame by frame, to be asked for instead of listened to.
import type { Socket } from 'node:net';
import { readFrames, type FrameKind } from './frames.ts';

export interface Inbox {
  /** The next frame. What came before the client left is still given out, as PostgreSQL does; then nothing any more. */
  next(kind: FrameKind, mostBytes: number): Promise<Buffer | undefined>;
  /** Nothing more is taken in. */
  close(): void;
}

/** Nothing is read before `opened`: what nobody can sign in to need not be kept in memory either. */
export function readInbox(socket: Socket, opened: Promise<unknown>): Inbox {
  const frames = readFrames();
  let closed = false;
  let wake: (() => void) | undefined;

  function notice(): void {
    wake?.();
    wake = undefined;
  }

  function close(): void {
    closed = true;
    notice();
  }

  socket.on('close', close);
  void opened.then(() =>
    socket.on('data', (chunk) => {
      if (closed) return;
      frames.push(chunk);
      notice();
    }),
  );

  return {
    close,
    async next(kind, mostBytes) {
      for (;;) {
        const frame = frames.next(kind, mostBytes);
        if (frame || closed) return frame;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}
