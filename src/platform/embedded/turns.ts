// Who may use the one session: one at a time, in the order in which they asked.

export const SHUTTING_DOWN = 'the embedded database is shutting down';

export class DoorClosed extends Error {
  constructor() {
    super(SHUTTING_DOWN);
  }
}

export interface Turns {
  /** Waits for the turn and answers with how to give it back. Rejects with DoorClosed once the door closes. */
  take(): Promise<() => void>;
  /** Whether somebody waits. */
  waited(): boolean;
  /** Whether somebody has the turn. */
  taken(): boolean;
  /** Sends those who wait away, and is done when the running turn has ended. */
  close(): Promise<void>;
}

export function takeTurns(): Turns {
  const waiting: { enter: (leave: () => void) => void; refuse: (error: Error) => void }[] = [];
  let busy = false;
  let closed = false;
  let ended: (() => void) | undefined;

  function enter(): () => void {
    busy = true;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      busy = false;
      waiting.shift()?.enter(enter());
      if (!busy) ended?.();
    };
  }

  return {
    async take() {
      if (closed) throw new DoorClosed();
      if (!busy) return enter();
      return new Promise((resolve, reject) => waiting.push({ enter: resolve, refuse: reject }));
    },
    waited: () => waiting.length > 0,
    taken: () => busy,
    async close() {
      closed = true;
      for (const { refuse } of waiting.splice(0)) refuse(new DoorClosed());
      if (busy) await new Promise<void>((resolve) => (ended = resolve));
    },
  };
}
