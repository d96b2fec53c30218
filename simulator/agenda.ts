/** Scheduled tasks, verdicts and webhooks, and a way to await or cancel them all. */
import { setTimeout as sleep } from 'node:timers/promises';

export type Work = (signal: AbortSignal) => Promise<void> | void;

export interface Agenda {
  /**
   * Does `work` after `delayMs`; a second task of the same key replaces the first, unless that has begun. What is
   * returned resolves when the work is over, however it ended.
   */
  plan(key: string, delayMs: number, work: Work): Promise<void>;
  cancel(key: string): void;
  cancelAll(): void;
  /** Resolves once nothing is planned or under way. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

// Beyond this a timer of Node's fires at once.
const LONGEST_DELAY_MS = 2 ** 31 - 1;

export function openAgenda(onProblem: (error: unknown) => void): Agenda {
  const planned = new Map<string, AbortController>();
  const underWay = new Set<Promise<void>>();
  const closing = new AbortController();

  async function run(delayMs: number, canceled: AbortSignal, begin: () => void, work: Work) {
    try {
      await sleep(Math.min(delayMs, LONGEST_DELAY_MS), undefined, {
        signal: AbortSignal.any([canceled, closing.signal]),
      });
      begin();
      await work(closing.signal);
    } catch (error) {
      const isDropped = canceled.aborted || closing.signal.aborted;
      if (!isDropped) onProblem(error);
    }
  }

  return {
    plan(key, delayMs, work): Promise<void> {
      if (closing.signal.aborted) return Promise.resolve();
      planned.get(key)?.abort();
      const controller = new AbortController();
      planned.set(key, controller);
      const forget = () => {
        if (planned.get(key) === controller) planned.delete(key);
      };
      const task = run(delayMs, controller.signal, forget, work).finally(() => {
        forget();
        underWay.delete(task);
      });
      underWay.add(task);
      return task;
    },
    cancel(key) {
      planned.get(key)?.abort();
    },
    cancelAll() {
      for (const controller of planned.values()) controller.abort();
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    async close() {
      closing.abort();
      await Promise.all(underWay);
    },
  };
}
