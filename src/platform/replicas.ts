// Questions answered by streaming replicas: by one that has replayed everything that was written when the question was asked, else by
// the primary. Read-your-writes across processes: a query sees everything committed before it was issued.
import { setTimeout as delay } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { Counter } from 'prom-client';
import { inBatches } from './in-batches.ts';
import { metrics } from './metrics.ts';
import { isConnectionError, isSerializationFailure } from './postgres.ts';

export interface Replica<DB> {
  name: string;
  db: Kysely<DB>;
}

export interface ReplicaOptions {
  /** How long a question waits for a replica that is behind. */
  patienceMs: number;
  /** Why a replica is left alone for a while. */
  tell: (name: string, reason: string) => void;
}

/** `ask` only reads, and may be run a second time. */
export type Read<DB> = <T>(ask: (db: Kysely<DB>) => Promise<T>) => Promise<T>;

/** A replica that was behind for longer than it is waited for, or away, is left alone for as long as this. */
const REST_MS = 1000;
const LOOK_AGAIN_MS = 2;

const answered = new Counter({
  name: 'folio_questions_total',
  help: 'Analytics questions, by who answered them, where there are replicas.',
  labelNames: ['answered_by'],
  registers: [metrics],
});

export function readFrom<DB>(
  primary: Kysely<DB>,
  replicas: readonly Replica<DB>[],
  { patienceMs, tell }: ReplicaOptions,
): Read<DB> {
  const rested = new Map(replicas.map((replica) => [replica, 0]));
  // Calls during a query share the next one: an answer must not be older than its call.
  const writtenSoFar = inBatches<void, string>({ most: Number.POSITIVE_INFINITY, groupOf: () => '' }, async (calls) => {
    const written = await writtenBy(primary);
    return calls.map(() => written);
  });
  let turn = 0;

  function next(): Replica<DB> | undefined {
    const now = performance.now();
    const able = replicas.filter((replica) => rested.get(replica)! <= now);
    turn += 1;
    return able[turn % able.length];
  }

  return async function read<T>(ask: (db: Kysely<DB>) => Promise<T>): Promise<T> {
    const replica = next();
    if (replica) {
      const needed = await writtenSoFar();
      let isAsked = false;
      try {
        const answer = await replica.db.connection().execute(async (connection) => {
          // On the connection that the question goes over: a replica that is started again may know less than it did before.
          await waitUntilReplayed(connection, needed, patienceMs);
          isAsked = true;
          return ask(connection);
        });
        answered.inc({ answered_by: 'replica' });
        return answer;
      } catch (error) {
        // A replica also breaks a question off whose rows the primary has removed meanwhile; it says so as a serialization failure.
        if (isAsked && !isConnectionError(error) && !isSerializationFailure(error)) throw error;
        rested.set(replica, performance.now() + REST_MS);
        tell(replica.name, (error as Error).message);
      }
    }
    answered.inc({ answered_by: 'primary' });
    return ask(primary);
  };
}

/**
 * In bytes. The place where the next record will begin; right after a page or a segment is full that is behind a header which
 * is not written yet, and a replica that has replayed everything stands before it.
 */
async function writtenBy<DB>(primary: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ written: string }>`
    select (at - case when at % segment = 40 then 40 when at % page = 24 then 24 else 0 end)::text as written
    from (
      select pg_current_wal_insert_lsn() - '0/0' as at, pg_size_bytes(current_setting('wal_segment_size')) as segment,
        current_setting('wal_block_size')::int as page
    ) log`.execute(primary);
  return rows[0]!.written;
}

async function waitUntilReplayed<DB>(replica: Kysely<DB>, needed: string, patienceMs: number): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    const { rows } = await sql<{ is_replica: boolean; behind: string | null; is_current: boolean | null }>`
      select pg_is_in_recovery() as is_replica, behind <= 0 as is_current, pg_size_pretty(behind) as behind
      from (select ${needed}::numeric - (pg_last_wal_replay_lsn() - '0/0') as behind) log`.execute(replica);
    const { is_replica: isReplica, is_current: isCurrent, behind } = rows[0]!;
    // One that was promoted goes its own way.
    if (!isReplica) throw new Error('it is no replica');
    if (isCurrent) return;
    if (performance.now() >= giveUpAt) throw new Error(`it is ${behind ?? 'an unknown distance'} behind`);
    await delay(LOOK_AGAIN_MS);
  }
}
