// Whoever comes with much takes a share of what all want, and waits behind himself for more.

export type Shares = <T>(key: string, work: () => Promise<T>) => Promise<T>;

interface Queue {
  active: number;
  waiting: (() => void)[];
}

/** At most so many works of one key at a time; more wait for an earlier one of the same key, in the order in which they came. */
export function createShares(most: number): Shares {
  const queues = new Map<string, Queue>();
  return async (key, work) => {
    const queue = queues.get(key) ?? { active: 0, waiting: [] };
    queues.set(key, queue);
    // Who ends hands his place to the next, so nobody comes in between.
    if (queue.active >= most) await new Promise<void>((resolve) => queue.waiting.push(resolve));
    else queue.active += 1;
    try {
      return await work();
    } finally {
      const next = queue.waiting.shift();
      if (next) next();
      else queue.active -= 1;
      if (queue.active === 0) queues.delete(key);
    }
  };
}
