// Starts the process that keeps up the load, and hands it one job after the other.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LoadJob, LoadResult } from './load.ts';

export interface Loader {
  /** Refuses a result in which anything failed: what is not answered is not measured. */
  load(job: LoadJob): Promise<LoadResult>;
  stop(): Promise<void>;
}

export function startLoader(): Loader {
  const child = fork(fileURLToPath(new URL('load.ts', import.meta.url)), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const ended = once(child, 'exit');
  return {
    async load(job) {
      child.send(job);
      const [result] = (await Promise.race([
        once(child, 'message'),
        ended.then(([code]) => {
          throw new Error(`the load generator ended with ${String(code)}`);
        }),
      ])) as [LoadResult];
      if (result.failed > 0) throw new Error(`${result.failed} of ${result.answered} failed: ${result.firstFailure}`);
      return result;
    },
    async stop() {
      child.disconnect();
      await ended;
    },
  };
}
