// A process of its own that keeps up a load: as many requests under way as there are connections, each sent when one was answered.
import { Pool } from 'undici';
import { quantile } from '../statistics.ts';

export interface LoadJob {
  origin: string;
  requests: LoadRequest[];
  connections: number;
  forMs: number;
  /** Each request is sent once, and the load ends when they are used up. */
  once: boolean;
}

export interface LoadRequest {
  /** POST where it is left out. */
  method?: 'GET';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface LoadResult {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  answered: number;
  /** Answers that were no answer: a status from 400 on, or errors in a body of GraphQL. */
  failed: number;
  firstFailure: string | undefined;
}

process.on('message', (job: LoadJob) => {
  void run(job).then(
    (result) => process.send!(result),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});

async function run({ origin, requests, connections, forMs, once }: LoadJob): Promise<LoadResult> {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const times: number[] = [];
  let failed = 0;
  let firstFailure: string | undefined;
  let next = 0;
  const started = performance.now();
  const isDone = (): boolean => performance.now() - started >= forMs || (once && next >= requests.length);
  const send = async (): Promise<void> => {
    while (!isDone()) {
      const request = requests[next % requests.length]!;
      next += 1;
      const sent = performance.now();
      const { statusCode, body } = await pool.request({ method: 'POST', ...request });
      const text = await body.text();
      times.push(performance.now() - sent);
      if (statusCode >= 400 || text.startsWith('{"errors"') || text.includes('"errors":[')) {
        failed += 1;
        firstFailure ??= `${statusCode} ${text.slice(0, 300)}`;
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, send));
  const seconds = (performance.now() - started) / 1000;
  await pool.close();
  return {
    perSecond: times.length / seconds,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    answered: times.length,
    failed,
    firstFailure,
  };
}
