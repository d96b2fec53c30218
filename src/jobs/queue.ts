// The durable queue, on pg-boss: a job is written in the transaction of the fact that demands it, and tried until it is done.
import { setTimeout as delay } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import { sqlRows } from '../platform/sql.ts';
import { PgBoss } from 'pg-boss';
import type pg from 'pg';
import { NIL } from 'uuid';
import type { Logger } from '../platform/log.ts';
import { LAST } from '../platform/eager-client.ts';
import type { SampledGauges } from '../platform/metrics.ts';
import { inTime } from '../platform/time-limited.ts';
import { INSUFFICIENT_PRIVILEGE, isConnectionError } from '../platform/postgres.ts';
import {
  asSpan,
  concerning,
  inTrace,
  spanFrom,
  traceFrom,
  traceparent,
  type About,
  type Step,
} from '../platform/trace.ts';
import { asRole, pipeline, type TenantDb } from '../tenancy/index.ts';
import type { Job, JobHandler } from './define-job.ts';
import { QUEUE_ROLE } from './install-queue.ts';
import { queueGauges } from './queue-gauges.ts';
import { takeJobs, type JobTaker } from './take-jobs.ts';
import { listenForWakeUps, WAKE_UP } from './wake-ups.ts';

export interface JobQueue {
  /** Joins the caller's transaction: the job exists exactly if the transaction commits. */
  enqueue<P extends object>(db: TenantDb, job: Job<P>, payload: P, options?: { afterMs?: number }): Promise<void>;
  /** The same for several at once. */
  enqueueAll<P extends object>(
    db: TenantDb,
    job: Job<P>,
    payloads: readonly P[],
    options?: { afterMs?: number },
  ): Promise<void>;
  /** Ids among these, named by a field of the payload, without a job that waits or is under way. */
  withoutJob(db: TenantDb, job: Job<never>, field: string, ids: readonly string[]): Promise<string[]>;
  /**
   * Makes jobs of a queue due that wait for a later time: those that failed, and those that say since when they have been waiting
   * (`waitsForPac`); where they were tried last longer ago than `triedMsAgo`, or than a tenth of the time that they have been waiting.
   * At most `most` are due then, taken from the tenants in turn. Answers how many were pulled.
   */
  pullForward(job: Job<object>, options: { triedMsAgo: number | null; most: number }): Promise<number>;
  /** Whether there may be jobs of the queue that wait for a later time, by what this process saw a moment ago. */
  mayWait(job: Job<object>): boolean;
  /** Starts to take jobs; without it this process only writes them. */
  work(handlers: readonly JobHandler[]): Promise<void>;
  stop(): Promise<void>;
  /** Under which role its statements run, `none` for the login's own, and why they may not any more. */
  rights(): Promise<{ role: string; problem: string | null }>;
  /** Gauges of waiting jobs. */
  gauges(): SampledGauges[];
}

export interface QueueOptions {
  pool: pg.Pool;
  /** PostgreSQL itself, where `pool` may lead to a pooler. */
  listenUrl?: string | undefined;
  log: Logger;
  jobs: readonly Job<object>[];
  /** False in a process that serves requests only. */
  works: boolean;
}

// A worker looks this often, and learns when the next job is due; what is due sooner wakes the workers.
const LOOK_EVERY_MS = 3_000;
// Poll interval where no worker can be woken.
const LOOK_OFTEN_MS = 500;
const ENDED_WITHIN_MS = 10_000;
const ERRORS_SAID_EVERY_MS = 10_000;
const RETRY_MS = 500;

type Execute = (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;

/** With a queue for each kind of job, of its patience. */
async function startBoss(options: QueueOptions, executeSql: Execute, tell: (error: Error) => void): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql },
    supervise: options.works,
    schedule: options.works,
    // Besides, a worker that sees a job of a process that is no more asks for it at once.
    superviseIntervalSeconds: 60,
    monitorIntervalSeconds: 5,
    // Woken by a look; no job waits for another.
    cronWorkerIntervalSeconds: 45,
    flowIntervalSeconds: 3600,
    monitorVacuum: false,
  });
  boss.on('error', tell);
  await boss.start();
  const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const { name, patience } of options.jobs) {
    const settings = {
      retryLimit: patience.retries,
      retryDelay: patience.firstDelaySeconds,
      retryBackoff: true,
      retryDelayMax: patience.longestDelaySeconds,
      expireInSeconds: patience.timeLimitSeconds,
      retentionSeconds: 60 * 86_400,
      deleteAfterSeconds: 86_400,
    };
    const queue = queues.get(name);
    if (queue !== undefined && isMadeWith(queue, settings)) continue;
    if (queue === undefined) await boss.createQueue(name, settings);
    else await boss.updateQueue(name, settings);
    // The first use of a queue reads its settings over a connection of its own, which must not happen inside a transaction that
    // may hold the pool's last one. Any question fills the cache; the start has filled it with those that were there.
    await boss.getJobById(name, NIL);
  }
  return boss;
}

const isMadeWith = <Queue extends object>(queue: Queue, settings: Partial<Queue>): boolean =>
  Object.entries(settings).every(([name, value]) => queue[name as keyof Queue] === value);

export async function openQueue(options: QueueOptions): Promise<JobQueue> {
  const { pool, log } = options;
  const role = await queueRole(pool);
  const executeSql: Execute = (text, values) => execute(pool, role, text, values);
  const tell = errorTeller(log);
  const boss = await startBoss(options, executeSql, tell);

  let taker: JobTaker | undefined;
  const intervals: { stop(): Promise<void> }[] = [];
  const stopping = new AbortController();

  let beginning: Promise<void> | undefined;
  let ending: Promise<void> | undefined;
  async function end(): Promise<void> {
    stopping.abort();
    // Its caller has its error.
    await beginning?.catch(() => undefined);
    await Promise.all(intervals.map((one) => one.stop()));
    await taker?.stop(ENDED_WITHIN_MS);
    await boss.stop({ graceful: true, timeout: ENDED_WITHIN_MS });
  }

  async function begin(handlers: readonly JobHandler[]): Promise<void> {
    const wakeUps = await listenForWakeUps(options.listenUrl ?? pool.options.connectionString!, () => taker?.look());
    intervals.push(wakeUps);
    taker = takeJobs({
      boss,
      executeSql,
      tell,
      lookEveryMs: () => (wakeUps.areHeard() ? LOOK_EVERY_MS : LOOK_OFTEN_MS),
    });
    for (const { job, run, cron, everyMs, end } of handlers) {
      if (stopping.signal.aborted) return;
      if (everyMs !== undefined) {
        intervals.push(again(everyMs, log, job.name, () => run({} as never)));
        if (end) intervals.push({ stop: end });
        continue;
      }
      taker.take(job.name, traced({ job, run }, log));
      if (cron !== undefined) await whenReachable(() => boss.schedule(job.name, cron), tell, stopping.signal);
    }
  }

  const enqueueAll = enqueuerOf(boss, role);
  return {
    enqueue: (db, job, payload, options) => enqueueAll(db, job, [payload], options),
    enqueueAll,

    withoutJob: (db, { name }, field, ids) => asRole(db, role, () => idsWithoutJob(db, name, field, ids)),

    async pullForward({ name }, { triedMsAgo, most }) {
      const { rows } = await executeSql(PULL_FORWARD, [name, triedMsAgo, most]);
      if (rows.length > 0) taker?.look();
      return rows.length;
    },

    mayWait: ({ name }) => taker?.hasWaiting(name) ?? true,

    work: (handlers) => (beginning = begin(handlers)),

    rights: () => rightsOf(executeSql, role),

    gauges: () => [queueGauges(executeSql)],

    stop: () => (ending ??= end()),
  };
}

const enqueuerOf =
  (boss: PgBoss, role: string): JobQueue['enqueueAll'] =>
  async (db, job, payloads, { afterMs = 0 } = {}) => {
    const trace = traceparent();
    const written = payloads.map((payload) => ({
      data: { ...job.payload.parse(payload), ...(trace === undefined ? {} : { traceparent: trace }) },
      group: { id: db.tenant.id },
      ...(afterMs > 0 ? { startAfter: afterMs / 1000 } : {}),
    }));
    await asRole(db, role, async () => {
      // Not for all: PostgreSQL lets transactions that wake others commit one after the other, disk included.
      const taking = unawaited(db, written.length, afterMs < LOOK_EVERY_MS);
      await boss.insert(job.name, written, { db: taking, returnId: true });
    });
  };

/** A database that crashes while a worker starts comes back; the process that went with it would not. */
async function whenReachable(
  work: () => Promise<unknown>,
  tell: (error: Error) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isConnectionError(error)) throw error;
      tell(error as Error);
      await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function idsWithoutJob(db: TenantDb, name: string, field: string, ids: readonly string[]): Promise<string[]> {
  const rows = await sqlRows<{ id: string }>(db)`
    select data->>${field} as id from pgboss.job
    where name = ${name} and group_id = ${db.tenant.id} and state < 'completed' and data->>${field} = any(${ids})`;
  const found = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !found.has(id));
}

/** In the trace of whatever demanded the job, be that days ago. */
function traced({ job, run }: Pick<JobHandler, 'job' | 'run'>, log: Logger): Parameters<JobTaker['take']>[1] {
  return async ({ data: written, expireInSeconds }) => {
    // A job of the calendar has no data.
    const data = (written ?? {}) as Taken;
    const { tenantId, documentId, traceparent: parent } = data;
    const { trace, span } = spanFrom(parent, stepOf(job.name));
    await inTrace({ ...trace, job: job.name, ...defined({ tenantId, documentId }) }, async () => {
      try {
        await asSpan(span, () => inTime(expireInSeconds * 1000, run(job.payload.parse(data) as never)));
      } catch (error) {
        log.warn({ err: error }, 'a job failed and will be tried again');
        throw error;
      }
    });
  };
}

async function rightsOf(executeSql: Execute, role: string): ReturnType<JobQueue['rights']> {
  try {
    const { rows } = await executeSql(MAY_WORK);
    if (rows[0]!['may'] === true) return { role, problem: null };
  } catch (error) {
    if (![INSUFFICIENT_PRIVILEGE, NO_SUCH_ROLE].includes((error as pg.DatabaseError).code ?? '')) throw error;
  }
  return {
    role,
    problem: `the login may not become ${QUEUE_ROLE}, or that not change pgboss.job: docs/operations.md, "First installation"; then start anew`,
  };
}

const MAY_WORK = `select bool_and(has_table_privilege('pgboss.job', wanted)) as may
  from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) wanted`;
/** SQLSTATE, where a role is to be taken on. */
const NO_SUCH_ROLE = '22023';

// The job that has waited longest without a try comes first, one of each tenant before the second of any.
const PULL_FORWARD = `
  with waiting as (
    select id, start_after, group_id, coalesce(started_on, created_on) as tried_at,
      case when state = 'retry' then created_on else (data->>'waitsForPac')::timestamptz end as waits_since
    from pgboss.job where name = $1 and state < 'active' and not blocked
  ), put_off as (
    select id, tried_at, row_number() over (partition by group_id order by tried_at, id) as nth
    from waiting
    where waits_since is not null and start_after > now() + interval '1 second'
      and (tried_at < now() - $2 * interval '1 millisecond'
        or tried_at < now() - greatest(interval '5 seconds', (now() - waits_since) / 10))
  ), taken as (
    select id from put_off order by nth, tried_at
    limit greatest(0, $3 - (select count(*) from waiting where start_after <= now()))
  )
  update pgboss.job j set start_after = now() from taken
  where j.name = $1 and j.id = taken.id and j.state < 'active'
  returning j.id`;

/** Until it is stopped: the next time begins so long after the end of the last. */
function again(everyMs: number, log: Logger, name: string, work: () => Promise<unknown>): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  async function goOn(): Promise<void> {
    while (!signal.aborted) {
      await inTrace({ ...traceFrom(undefined), job: name }, () => tryNow(log, name, work));
      await delay(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
  const running = goOn();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

function stepOf(queue: string): Step {
  return {
    name: `process ${queue}`,
    kind: 'CONSUMER',
    attributes: {
      'messaging.system': 'pg_boss',
      'messaging.operation.name': 'process',
      'messaging.operation.type': 'process',
      'messaging.destination.name': queue,
    },
  };
}

/** Fields of a job's data beside its payload, and the part of the payload that a log may contain. */
interface Taken {
  traceparent?: unknown;
  tenantId?: string;
  documentId?: string;
}

function defined(ids: { [name in 'tenantId' | 'documentId']: string | undefined }): About {
  return Object.fromEntries(Object.entries(ids).filter(([, id]) => id !== undefined));
}

/** The queue's insert is sent without a wait; it fails by a division where it does not take the jobs. */
function unawaited(db: TenantDb, jobs: number, wakes: boolean) {
  const waking = wakes ? `, pg_notify('${WAKE_UP}', '')` : '';
  return {
    async executeSql(text: string, values: unknown[] = []) {
      const counted = `with taken as (${text}) select 1 / (count(*) = ${jobs})::int${waking} from taken`;
      await pipeline(db, { compile: () => CompiledQuery.raw(counted, values) });
      return { rows: [] };
    },
  };
}

/** A database that is away fails each of many questions in the same way: that is said now and then, with how often. */
function errorTeller(log: Logger): (error: Error) => void {
  let saidAt = Number.NEGATIVE_INFINITY;
  let unsaid = 0;
  return (error) => {
    unsaid += 1;
    if (performance.now() - saidAt < ERRORS_SAID_EVERY_MS) return;
    // The queue hands on a copy, which is no Error any more.
    const { message, stack } = error;
    log.error({ err: Object.assign(new Error(message), { stack }), times: unsaid }, 'the queue reports an error');
    saidAt = performance.now();
    unsaid = 0;
  };
}

/** The queue's own; `none`, which is the login, where that owns the queue and an administrator has made no role for it yet. */
async function queueRole(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ is_ready: boolean }>(
    `select exists (
       select from pg_roles r join pg_namespace n on n.nspname = 'pgboss'
       where r.rolname = $1 and has_schema_privilege(r.oid, n.oid, 'USAGE')
         and pg_has_role(session_user, r.oid, case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end)
     ) as is_ready`,
    [QUEUE_ROLE],
  );
  return rows[0]!.is_ready ? QUEUE_ROLE : 'none';
}

/** In a transaction of its own, since behind a pooler a role can be taken on for no longer. */
async function execute(pool: pg.Pool, role: string, ...[text, values]: Parameters<Execute>): ReturnType<Execute> {
  const client = await pool.connect();
  try {
    await client.query(`begin; set local role ${role}`);
    // A script of several statements has no values and answers a list of results.
    const result = (await client.query(LAST + text, values)) as pg.QueryResult | pg.QueryResult[];
    return { rows: Array.isArray(result) ? result.flatMap((one) => one.rows) : result.rows };
  } finally {
    // Takes back what has failed.
    await client.query('commit').finally(() => client.release());
  }
}

/** A duty that the queue keeps is also tried at once; a failure is no loss, it is only later. */
export function tryNow<T>(
  log: Logger,
  what: string,
  work: () => Promise<T>,
  about: About = {},
): Promise<T | undefined> {
  return concerning(about, async () => {
    try {
      return await work();
    } catch (error) {
      log.warn({ err: error, what }, 'not done at the first try; the queue goes on with it');
      return undefined;
    }
  });
}
