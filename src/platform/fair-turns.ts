// Work that takes turns with everything else this process does: of what waits, a few milliseconds' worth between two looks at the sockets.

export interface FairTurns {
  /** In the order in which it came; what is no longer wanted when its turn comes does not run. */
  run(work: () => void, isWanted: () => boolean): void;
}

export function fairTurns({ budgetMs }: { budgetMs: number }): FairTurns {
  const waiting: { work: () => void; isWanted: () => boolean }[] = [];
  let isScheduled = false;
  let endsAt = 0;

  // A microtask each: what the work before it continues with at once is counted to the budget too.
  function next(): void {
    const one = waiting.shift();
    if (!one) {
      isScheduled = false;
      return;
    }
    if (one.isWanted()) one.work();
    if (performance.now() < endsAt) queueMicrotask(next);
    else setImmediate(begin);
  }

  function begin(): void {
    endsAt = performance.now() + budgetMs;
    next();
  }

  return {
    run(work, isWanted) {
      waiting.push({ work, isWanted });
      if (isScheduled) return;
      isScheduled = true;
      setImmediate(begin);
    },
  };
}
