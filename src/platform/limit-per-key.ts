// A concurrency limit per key: a key with much work queues behind itself, and leaves the rest to other keys.

export interface LimitPerKey {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Works of the key that run or wait. */
  length(key: string): number;
}

/** Runs at most `most` works of one key at a time; the others wait in the order of their calls. */
export function limitPerKey(most: number): LimitPerKey {
  const queues = new Map<string, { active: number; waiting: (() => void)[] }>();
  return {
    length(key) {
      const queue = queues.get(key);
      return queue ? queue.active + queue.waiting.length : 0;
    },
    async run(key, work) {
      const queue = queues.getOrInsertComputed(key, () => ({ active: 0, waiting: [] }));
      // A work that ends hands its place to the next in the queue, so no later call overtakes it.
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
    },
  };
}
