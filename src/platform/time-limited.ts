// A question that is given up when no answer comes, and not asked again while the last one hangs.
import { setTimeout as delay } from 'node:timers/promises';

export class NotInTime extends Error {}

/**
 * Rejects with NotInTime after so many milliseconds. Who asks while an earlier question still waits, waits for the answer to that one:
 * what hangs must not take one connection after the other.
 */
export function onceWithin<Value>(withinMs: number, ask: () => Promise<Value>): () => Promise<Value> {
  let waiting: Promise<Value> | undefined;
  return async () => {
    if (!waiting) {
      const asked = ask();
      waiting = asked;
      const end = (): void => void (waiting = undefined);
      asked.then(end, end);
    }
    const over = new AbortController();
    try {
      return await Promise.race([
        waiting,
        delay(withinMs, undefined, { signal: over.signal, ref: false }).then((): never => {
          throw new NotInTime(`no answer within ${withinMs} ms`);
        }),
      ]);
    } finally {
      over.abort();
    }
  };
}
