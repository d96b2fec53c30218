// What comes at once is done together: while one batch of a group is under way, the next one gathers.
import DataLoader from 'dataloader';

export interface BatchOptions<Item> {
  /** In one batch; what is more goes into the next. */
  most: number;
  /** Of different groups nothing is done together, and none waits for another. */
  groupOf(item: Item): string;
}

/**
 * Nobody waits for company: the first is worked on at once, alone. A batch begins after everything in it has come, so no answer
 * is older than its question. `work` answers each item in its place, with an Error where it cannot; what it throws is the
 * answer to all.
 */
export function inBatches<Item, Result>(
  { most, groupOf }: BatchOptions<Item>,
  work: (items: readonly Item[]) => Promise<readonly (Result | Error)[]>,
): (item: Item) => Promise<Result> {
  const groups = new Map<string, Group<Item, Result>>();
  return async (item) => {
    const name = groupOf(item);
    const group = groups.get(name) ?? openGroup(most, work);
    groups.set(name, group);
    group.waiting += 1;
    try {
      return await group.load(item);
    } finally {
      group.waiting -= 1;
      if (group.waiting === 0) groups.delete(name);
    }
  };
}

interface Group<Item, Result> {
  waiting: number;
  load(item: Item): Promise<Result>;
}

function openGroup<Item, Result>(
  most: number,
  work: (items: readonly Item[]) => Promise<readonly (Result | Error)[]>,
): Group<Item, Result> {
  let lastTurn: Promise<unknown> = Promise.resolve();
  let underWay: Promise<unknown> = Promise.resolve();
  async function takeTurn(before: Promise<unknown>, begin: () => void): Promise<void> {
    await before;
    begin();
    await underWay;
  }
  const loader = new DataLoader<Item, Result>(
    (items) => {
      const batch = work(items);
      underWay = batch.catch(() => undefined);
      return batch;
    },
    {
      cache: false,
      maxBatchSize: most,
      batchScheduleFn: (begin) => {
        lastTurn = takeTurn(lastTurn, begin);
      },
    },
  );
  return { waiting: 0, load: (item) => loader.load(item) };
}
