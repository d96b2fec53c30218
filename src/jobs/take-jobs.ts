// Takes jobs when their time comes: one look over all queues says which have a job that is due, and when the next one will be.
import { setTimeout as delay } from 'node:timers/promises';
import type { Job as TakenJob, PgBoss } from 'pg-boss';

export interface TakeOptions {
  boss: PgBoss;
  executeSql: (text: string) => Promise<{ rows: unknown[] }>;
  tell: (error: Error) => void;
  /** How often is looked without a call of `look`. */
  lookEveryMs: () => number;
}

export type TakenHandler = (job: TakenJob) => Promise<void>;

export interface JobTaker {
  /** From now on the jobs of this queue are taken. */
  take(queue: string, handler: TakenHandler): void;
  /** There may be something that is due. */
  look(): void;
  /** Whether the last look saw jobs of the queue that wait for their time. */
  hasWaiting(queue: string): boolean;
  stop(withinMs: number): Promise<void>;
}

const JOBS_AT_ONCE = 4;
// A tenant whose PAC does not answer holds its jobs for as long as a call may take; the others find a place free.
const JOBS_OF_ONE_TENANT = 2;
/** A look reads all that waits, which may be thousands of jobs; so it takes no more than a tenth of the time. */
const REST_PER_LOOK = 9;

/** State of one queue. */
interface Line {
  queue: string;
  handler: TakenHandler;
  running: Map<TakenJob, Promise<void>>;
  filling: Promise<void> | undefined;
  /** A look has seen something that is due, perhaps after the last fetch. */
  isCalled: boolean;
  /** Whether there may be more that is due than was taken. */
  mayHaveMore: boolean;
}

interface Seen {
  queue: string;
  isDue: boolean;
  nextMs: number | null;
  isOverdue: boolean;
}

// A job under way for longer than its limit was taken by a process that is gone.
const LOOK = `
  select name as queue, min(start_after) <= now() as "isDue", false as "isOverdue",
    (extract(epoch from min(start_after) filter (where start_after > now()) - now()) * 1000)::float8 as "nextMs"
  from pgboss.job where state < 'active' and not blocked group by name
  union all
  select name, false, true, null
  from pgboss.job
  where state = 'active' and group_id is not null and started_on + expire_seconds * interval '1 second' < now()
  group by name`;

/** pg-boss's own queue: jobs that its schedules have made due wait here until its own worker looks. */
const SCHEDULED = '__pgboss__send-it';

export function takeJobs({ boss, executeSql, tell, lookEveryMs }: TakeOptions): JobTaker {
  let waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let timerAt = Number.POSITIVE_INFINITY;
  let restsUntil = 0;
  let looking: Promise<void> | undefined;
  let isStopped = false;

  function lookAt(at: number): void {
    if (isStopped || at >= timerAt) return;
    clearTimeout(timer);
    timerAt = Math.max(at, restsUntil);
    timer = setTimeout(begin, Math.max(0, timerAt - performance.now()));
  }

  const look = (): void => lookAt(performance.now());
  const lines = linesOf({ boss, tell }, look);

  function begin(): void {
    timerAt = Number.POSITIVE_INFINITY;
    // A job that became due while a look was under way may have been missed by it.
    if (looking) void looking.then(look);
    else looking = lookOnce().finally(() => (looking = undefined));
  }

  async function lookOnce(): Promise<void> {
    const begun = performance.now();
    try {
      const seen = (await executeSql(LOOK)).rows as Seen[];
      const ended = performance.now();
      restsUntil = ended + (ended - begun) * REST_PER_LOOK;
      waiting = new Set(seen.filter(({ nextMs }) => nextMs !== null).map(({ queue }) => queue));
      for (const { queue, isDue } of seen) if (isDue) lines.wake(queue);
      if (seen.some(({ isOverdue }) => isOverdue)) boss.supervise().then(look, tell);
      // A millisecond later, since PostgreSQL and we round differently.
      lookAt(ended + Math.min(lookEveryMs(), ...seen.map(({ nextMs }) => (nextMs ?? Number.POSITIVE_INFINITY) + 1)));
    } catch (error) {
      tell(error as Error);
      lookAt(begun + lookEveryMs());
    }
  }

  return {
    take(queue, handler) {
      lines.add(queue, handler);
      look();
    },
    look,
    hasWaiting: (queue) => waiting.has(queue),
    async stop(withinMs) {
      isStopped = true;
      clearTimeout(timer);
      await lines.stop(withinMs, looking);
    },
  };
}

/** Takes what is due in each queue, as many jobs at once as there are places. `look`: something may be due before the next look. */
function linesOf({ boss, tell }: Pick<TakeOptions, 'boss' | 'tell'>, look: () => void) {
  const lines = new Map<string, Line>();
  let isStopped = false;

  function wake(queue: string): void {
    const line = lines.get(queue);
    if (line) fill(line);
    else if (queue === SCHEDULED) {
      const workers = boss.getWipData({ includeInternal: true });
      for (const { id, name } of workers) if (name === SCHEDULED) boss.notifyWorker(id);
    }
  }

  function fill(line: Line): void {
    line.isCalled = true;
    line.filling ??= takeWhatIsDue(line)
      .catch(tell)
      .finally(() => (line.filling = undefined));
  }

  /** One after the other, as long as there is a place free. */
  async function takeWhatIsDue(line: Line): Promise<void> {
    while (line.running.size < JOBS_AT_ONCE) {
      if (isStopped) return;
      line.isCalled = false;
      const ignoreGroups = fullTenants(line);
      const [job] = await boss.fetch<object>(line.queue, { ignoreGroups });
      if (job) start(line, job);
      // Jobs of a tenant that has its share come when one of its jobs has ended.
      line.mayHaveMore = job !== undefined || ignoreGroups.length > 0;
      if (!job && !line.isCalled) return;
    }
  }

  function start(line: Line, job: TakenJob): void {
    const running = runJob({ boss, tell, look }, line, job).finally(() => {
      line.running.delete(job);
      if (line.mayHaveMore) fill(line);
    });
    line.running.set(job, running);
  }

  return {
    add(queue: string, handler: TakenHandler): void {
      lines.set(queue, { queue, handler, running: new Map(), filling: undefined, isCalled: false, mayHaveMore: false });
    },
    wake,
    /** No job is taken from now on. A look that is under way may call for one until it has ended. */
    async stop(withinMs: number, looking: Promise<void> | undefined): Promise<void> {
      isStopped = true;
      await looking;
      for (const { filling } of lines.values()) await filling;
      await endAll(boss, [...lines.values()], withinMs, tell);
    },
  };
}

async function runJob(
  { boss, tell, look }: Pick<TakeOptions, 'boss' | 'tell'> & { look: () => void },
  { queue, handler }: Line,
  job: TakenJob,
): Promise<void> {
  try {
    try {
      await handler(job);
      // Only if it is still ours: of a try that took too long another process may have the next one.
      await boss.complete(queue, job);
    } catch (error) {
      await boss.fail(queue, job, error as Error);
      // Its next try may be sooner than the next look.
      look();
    }
  } catch (error) {
    tell(error as Error);
  }
}

/** A job that has not ended by then is left to another process. */
async function endAll(
  boss: TakeOptions['boss'],
  lines: readonly Line[],
  withinMs: number,
  tell: TakeOptions['tell'],
): Promise<void> {
  const running = () => lines.flatMap((line) => [...line.running].map(([job, ended]) => ({ line, job, ended })));
  const over = new AbortController();
  await Promise.race([
    Promise.all(running().map(({ ended }) => ended)),
    delay(withinMs, undefined, { signal: over.signal }).catch(() => undefined),
  ]);
  over.abort();
  for (const { line, job } of running()) {
    await boss.fail(line.queue, job, new Error('the process ended while it was under way')).catch(tell);
  }
}

function fullTenants({ running }: Line): string[] {
  const counts = new Map<string, number>();
  for (const { groupId } of running.keys()) if (groupId) counts.set(groupId, (counts.get(groupId) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= JOBS_OF_ONE_TENANT).map(([tenant]) => tenant);
}
