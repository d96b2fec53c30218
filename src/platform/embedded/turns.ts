// Who may use the one session: one at a time, in the order in which they asked.
import { shuttingDown } from './farewell.ts';

export interface Turns {
  /**
   * Waits for the turn and answers with how to give it back. Rejects with a Farewell once the door closes.
   * Who waits patiently has his place in the row like everybody, but is no reason to hurry anybody.
   */
  take(patiently?: 'patiently'): Promise<() => void>;
  /** Whether somebody waits, and not patiently. */
  waited(): boolean;
  /** Whether somebody has the turn. */
  taken(): boolean;
  /** Sends those who wait away, and is done when the running turn has ended. */
  close(): Promise<void>;
}

export function takeTurns(): Turns {
  const waiting: { patient: boolean; enter: (leave: () => void) => void; refuse: (reason: Error) => void }[] = [];
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
    async take(patiently) {
      if (closed) throw shuttingDown();
      if (!busy) return enter();
      return new Promise((resolve, reject) =>
        waiting.push({ patient: patiently !== undefined, enter: resolve, refuse: reject }),
      );
    },
    waited: () => waiting.some(({ patient }) => !patient),
    taken: () => busy,
    async close() {
      closed = true;
      for (const { refuse } of waiting.splice(0)) refuse(shuttingDown());
      if (busy) await new Promise<void>((resolve) => (ended = resolve));
    },
  };
}
