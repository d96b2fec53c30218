// Batches items that come at once: while one batch of a group is under way, the next one gathers.
import { setImmediate, setTimeout as delay } from 'node:timers/promises';

export interface BatchOptions<Item> {
  /** In one batch; what is more goes into the next. */
  most: number;
  /** Items of different groups never share a batch, and never wait for each other. */
  groupOf(item: Item): string;
  /** Gathers for so long between two batches of a group. */
  pauseMs?: number;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * No call waits for others: the first is worked on at once, alone. A batch begins after everything in it has come, so no answer
 * is older than its question. `work` answers each item in its place, with an Error where it cannot; what it throws is the
 * answer to all.
 */
export function inBatches<Item, Result>(
  { most, groupOf, pauseMs }: BatchOptions<Item>,
  work: (items: readonly Item[]) => Promise<readonly (Result | Error)[]>,
): (item: Item) => Promise<Result> {
  /** Items that wait for the batch after the one under way; a group without an entry is at rest. */
  const lines = new Map<string, Waiting<Item, Result>[]>();

  async function serve(group: string, line: Waiting<Item, Result>[]): Promise<void> {
    lines.set(group, line);
    while (line.length > 0) {
      const batch = line.splice(0, most);
      try {
        const results = await work(batch.map(({ item }) => item));
        for (const [index, { resolve, reject }] of batch.entries()) {
          const result = results[index]!;
          if (result instanceof Error) reject(result);
          else resolve(result);
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      // Callers that have just been answered may ask again, and what has come meanwhile is read: they go along, and batches stay large.
      await (pauseMs === undefined ? setImmediate() : delay(pauseMs));
    }
    lines.delete(group);
  }

  return async (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const group = groupOf(item);
    const line = lines.get(group);
    if (line) line.push({ item, resolve, reject });
    else void serve(group, [{ item, resolve, reject }]);
    return promise;
  };
}
