// A process of the service that can be killed, cut off from its database, or frozen at every named step.
// The code under test is unchanged: the steps are in its dependencies (database, PAC, queue, files).
import { Readable } from 'node:stream';
import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import type { Database } from '../../../src/platform/database.ts';
import type { FileStore } from '../../../src/files/index.ts';
import type { Breaker } from '../../../src/pac/index.ts';
import type { Job, JobQueue } from '../../../src/jobs/index.ts';
import { settingsAt } from './virtual-time.ts';
import type { VirtualQueue } from './virtual-queue.ts';

export type StepFault = 'kill' | 'databaseLost' | 'freeze';

/** The process is gone: nothing that it was doing goes on. */
export class Killed extends Error {}
/** The connection to the database broke; the process cannot know whether a commit arrived. */
export class DatabaseLost extends Error {}

export interface Process {
  name: string;
  isDead: boolean;
  /** How far its clock is from the true time, which is the database's. */
  skewMs: number;
  /** Knowledge about the PAC, lost when the process dies. */
  breakers: Map<string, Breaker>;
}

/** One thing that a process does: a request, a notice, a duty. */
export interface Flow {
  name: string;
  process: Process;
  /** Reaches a step: returns, throws, or waits while the process is frozen. */
  reach(step: string, possible: readonly StepFault[]): Promise<void>;
}

/** One step at a time within a run, in the order of asking: so a run is the same however fast its database is. */
export interface Turns {
  take(): Promise<() => void>;
  isIdle(): boolean;
  /** Resolves when no flow has a turn or waits for one. */
  idle(): Promise<void>;
}

export function createTurns(): Turns {
  let tail = Promise.resolve();
  let waiting = 0;
  const isIdle = (): boolean => waiting === 0;
  return {
    async take() {
      waiting += 1;
      const before = tail;
      const { promise, resolve } = Promise.withResolvers<void>();
      tail = promise;
      await before;
      return () => {
        waiting -= 1;
        resolve();
      };
    },
    isIdle,
    async idle() {
      while (!isIdle()) await tail;
    },
  };
}

export interface Surroundings {
  pool: pg.Pool;
  turns: Turns;
  queue: VirtualQueue;
  now(): Date;
}

interface Enqueued {
  job: Job<object>;
  payload: object;
  afterMs: number;
}

// Never reaches the database: the connection in whose transaction it is asked keeps the duty until the commit.
const ENQUEUE = 'enqueue in this transaction';

export function databaseOf(flow: Flow, surroundings: Surroundings): Kysely<Database> {
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createDriver: () => breakableDriver(flow, surroundings),
    },
  });
}

export function queueOf(queue: VirtualQueue): JobQueue {
  const enqueue: JobQueue['enqueue'] = async (db, job, payload, { afterMs = 0 } = {}) => {
    const enqueued: Enqueued = { job, payload: job.payload.parse(payload), afterMs };
    await db.executeQuery(CompiledQuery.raw(ENQUEUE, [enqueued]));
  };
  return {
    enqueue,
    async enqueueAll(db, job, payloads, options) {
      for (const payload of payloads) await enqueue(db, job, payload, options);
    },
    async withoutJob(_, { name }, field, ids) {
      const found = queue.duties().filter(({ job }) => job.name === name);
      const named = new Set(found.map(({ payload }) => (payload as Record<string, unknown>)[field]));
      return ids.filter((id) => !named.has(id));
    },
    pullForward: async () => 0,
    mayWait: () => true,
    work: () => Promise.reject(new Error('the campaign steps the duties itself')),
    stop: async () => undefined,
    rights: async () => ({ role: 'none', problem: null }),
    gauges: () => [],
  };
}

export function filesOf(flow: Flow, turns: Turns, stored: Map<string, Buffer>): FileStore {
  return {
    async put(key, bytes) {
      await flow.reach('file: before', ['kill', 'freeze']);
      const release = await turns.take();
      stored.set(key, bytes);
      release();
      await flow.reach('file: after', ['kill', 'freeze']);
    },
    async remove(key) {
      stored.delete(key);
    },
    async read(key) {
      const bytes = stored.get(key);
      return bytes && { byteSize: bytes.length, bytes: Readable.from([bytes]) };
    },
  };
}

function breakableDriver(flow: Flow, surroundings: Surroundings): Driver {
  const inner: Driver = new PostgresDriver({ pool: surroundings.pool });
  const opened = new WeakMap<DatabaseConnection, { connection: DatabaseConnection; release: () => void }>();
  return {
    init: () => inner.init(),
    async acquireConnection() {
      await flow.reach('transaction: before', ['kill', 'databaseLost', 'freeze']);
      const release = await surroundings.turns.take();
      const connection = await inner.acquireConnection();
      const breakable = breakableConnection(flow, connection, surroundings);
      opened.set(breakable, { connection, release });
      return breakable;
    },
    async releaseConnection(breakable) {
      const { connection, release } = opened.get(breakable)!;
      await inner.releaseConnection(connection);
      release();
    },
    beginTransaction: () => Promise.reject(new Error('transactions are opened by inTenant')),
    commitTransaction: () => Promise.reject(new Error('transactions are opened by inTenant')),
    rollbackTransaction: () => Promise.reject(new Error('transactions are opened by inTenant')),
    destroy: async () => undefined,
  };
}

function breakableConnection(flow: Flow, inner: DatabaseConnection, { queue, now }: Surroundings): DatabaseConnection {
  let enqueued: Enqueued[] = [];

  async function commit<R>(): Promise<QueryResult<R>> {
    try {
      await flow.reach('commit: before', ['kill', 'databaseLost']);
    } catch (error) {
      // As a database does when a client disconnects in a transaction.
      await inner.executeQuery(CompiledQuery.raw('rollback'));
      throw error;
    }
    const result = await inner.executeQuery<R>(CompiledQuery.raw('commit'));
    for (const { job, payload, afterMs } of enqueued) queue.add({ job, payload, dueAt: now().getTime() + afterMs });
    enqueued = [];
    await flow.reach('commit: after', ['kill', 'databaseLost']);
    return result;
  }

  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      if (query.sql === ENQUEUE) {
        enqueued.push(query.parameters[0] as Enqueued);
        return { rows: [] };
      }
      if (query.sql === 'rollback') return inner.executeQuery<R>(query);
      if (query.sql === 'commit') return commit<R>();
      if (flow.process.isDead) throw new Killed();
      if (!query.sql.startsWith('begin')) return inner.executeQuery<R>(query);
      return inner.executeQuery<R>(CompiledQuery.raw(`${query.sql}; ${settingsAt(now())}`));
    },
    streamQuery: () => {
      throw new Error('nothing is streamed here');
    },
  };
}

/** A question of the campaign's own, outside of every fault. */
export async function look<T extends object>(pool: pg.Pool, text: string, values: unknown[] = []): Promise<T[]> {
  return (await pool.query<T>(text, values)).rows;
}
