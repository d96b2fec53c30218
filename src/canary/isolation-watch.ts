// Checks tenant isolation every 30 s, at the same time in all processes; while there is a problem, requests are refused with 503.
import { Gauge } from 'prom-client';
import type { Clock } from '../platform/clock.ts';
import { DomainError } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';
import { metrics } from '../platform/metrics.ts';

export interface IsolationWatch {
  /** The problems of the last check. */
  problems(): readonly string[];
  /** Throws SERVICE_UNAVAILABLE while there is a problem. */
  assertIsolated(): void;
  /** Runs the checks; concurrent calls share one run. */
  look(): Promise<void>;
  /** Repeats the checks; `stop` waits for a run in progress. */
  start(): void;
  stop(): Promise<void>;
}

export interface IsolationWatchOptions {
  /** Problems as one process finds them for all. Where that fails, this one makes the checks itself. */
  shared?: () => Promise<string[]>;
  /** Each returns one sentence per problem. */
  checks: readonly (() => Promise<string[]>)[];
  clock: Clock;
  log: Logger;
  everyMs?: number;
}

const problemsFound = new Gauge({
  name: 'folio_isolation_problems',
  help: 'Ways from one tenant to another that the last check found. Above 0 this process refuses all requests with 503.',
  aggregator: 'max',
  registers: [metrics],
});
const checkedAt = new Gauge({
  name: 'folio_isolation_checked_timestamp_seconds',
  help: 'When the isolation of tenants was last checked to the end, in Unix time.',
  aggregator: 'min',
  registers: [metrics],
});

/** Half a minute, so that a problem is found within a minute even when the check waits for a connection. */
const EVERY_MS = 30_000;

export class NotIsolated extends Error {
  constructor(problems: readonly string[]) {
    super(
      'Tenants are not kept apart, so nothing is served. See docs/operations.md#isolation-problem\n' +
        problems.map((problem) => `  - ${problem}`).join('\n'),
    );
    this.name = 'NotIsolated';
  }
}

export function watchIsolation(options: IsolationWatchOptions): IsolationWatch {
  const { shared, checks, clock, log, everyMs = EVERY_MS } = options;
  let found: readonly string[] = [];
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function lookOnce(): Promise<void> {
    const problems = await shared?.().catch((error: unknown) => {
      log.warn({ err: error }, 'the check of isolation could not be shared; this process makes its own');
      return undefined;
    });
    take(problems ?? (await checkAll(checks, take)));
    checkedAt.set(clock.now().getTime() / 1000);
  }

  function take(problems: readonly string[]): void {
    const wasWell = found.length === 0;
    found = problems;
    problemsFound.set(problems.length);
    if (problems.length > 0) log.error({ problems }, 'tenants are not kept apart; nothing is served until they are');
    else if (!wasWell) log.info({}, 'tenants are kept apart again; everybody is served');
  }

  function look(): Promise<void> {
    looking ??= lookOnce().finally(() => (looking = undefined));
    return looking;
  }

  function lookLater(): void {
    timer = setTimeout(
      () => {
        look()
          // A failed check proves nothing; the time of the last complete one is a metric.
          .catch((error: unknown) => log.warn({ err: error }, 'the isolation of tenants could not be checked'))
          .finally(() => {
            if (!isStopped) lookLater();
          });
      },
      everyMs - (clock.now().getTime() % everyMs),
    ).unref();
  }

  return {
    problems: () => found,
    assertIsolated() {
      if (found.length > 0) {
        throw new DomainError(
          'SERVICE_UNAVAILABLE',
          'The service does not answer until a problem of this installation is solved',
        );
      }
    },
    look,
    start: lookLater,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking?.catch(() => undefined);
    },
  };
}

/** Problems that were found count even when another check fails, perhaps for the same reason: `take` is told of them. */
async function checkAll(
  checks: IsolationWatchOptions['checks'],
  take: (problems: readonly string[]) => void,
): Promise<string[]> {
  const problems: string[] = [];
  const failures: unknown[] = [];
  for (const check of checks) {
    try {
      problems.push(...(await check()));
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0 && problems.length > 0) take(problems);
  if (failures.length > 0) throw failures[0];
  return problems;
}
