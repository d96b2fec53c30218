// A query with a time limit, of which one at a time is under way, also when it hangs.
import { setTimeout as delay } from 'node:timers/promises';

export class NotInTime extends Error {}

/**
 * Rejects with NotInTime after so many milliseconds. A call while an earlier query is under way waits for that query's answer: a
 * database that hangs must not take one connection after the other.
 */
export function timeLimited<Value>(withinMs: number, ask: () => Promise<Value>): () => Promise<Value> {
  let waiting: Promise<Value> | undefined;
  return async () => {
    if (!waiting) {
      const pending = ask();
      waiting = pending;
      const end = (): void => void (waiting = undefined);
      pending.then(end, end);
    }
    return inTime(withinMs, waiting);
  };
}

/** Rejects with NotInTime where the work has not ended by then; it goes on. */
export async function inTime<Value>(withinMs: number, work: Promise<Value>): Promise<Value> {
  const over = new AbortController();
  try {
    return await Promise.race([
      work,
      delay(withinMs, undefined, { signal: over.signal, ref: false }).then((): never => {
        throw new NotInTime(`no answer within ${withinMs} ms`);
      }),
    ]);
  } finally {
    over.abort();
  }
}
