// Finished runs of a campaign with their findings: kept in a file, so that it can be stopped at any moment and continued.
import { openKept } from '../kept-state.ts';
import { addTally, emptyTally, type Tally } from './tally.ts';
import type { Batch } from './worker.ts';

export const RUNS_PER_BATCH = 50;

interface Asked {
  seed: string;
  runs: number;
  isTold: boolean;
  commit: string;
}

interface State {
  /** How many runs are done of those from each number on. */
  done: Record<number, number>;
  sum: Tally;
}

export interface Progress {
  sum: Tally;
  /** The next that is not done; undefined when all are. */
  take(): Batch | undefined;
  ran(batch: Batch, tally: Tally): void;
}

export function openProgress({ runs, ...asked }: Asked, file?: string): Progress {
  const { state, keep } = openKept<State>(file, asked, { done: {}, sum: emptyTally() });
  let next = 0;
  const take = (): Batch | undefined => {
    for (; next < runs; next += RUNS_PER_BATCH) {
      const done = state.done[next] ?? 0;
      const left = Math.min(RUNS_PER_BATCH, runs - next) - done;
      if (left <= 0) continue;
      const batch = { seed: asked.seed, first: next + done, runs: left, isTold: asked.isTold };
      next += RUNS_PER_BATCH;
      return batch;
    }
    return undefined;
  };
  return {
    sum: state.sum,
    take,
    ran(batch, tally) {
      addTally(state.sum, tally);
      const from = batch.first - (batch.first % RUNS_PER_BATCH);
      state.done[from] = batch.first - from + batch.runs;
      keep();
    },
  };
}
