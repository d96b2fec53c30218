// What a PostgreSQL server's background processes do and the embedded one lacks: checkpoints, and vacuum where rows have changed.
import type { Engine } from './engine.ts';
import { Farewell } from './farewell.ts';
import type { Turns } from './turns.ts';

export interface Pace {
  readonly lookEveryMs: number;
  /** As much of the log as a start after a crash has to read, at most; and about as much as it takes on the disk. */
  readonly checkpointBytes: number;
}

const PACE: Pace = { lookEveryMs: 2000, checkpointBytes: 64 * 1024 * 1024 };

// autovacuum's own rules, with its default numbers.
const DUE = `
  select format('%I.%I', c.relnamespace::regnamespace::text, c.relname) as name,
         s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0) or s.n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0) as vacuum
  from pg_stat_all_tables s
  join pg_class c on c.oid = s.relid
  where c.relpersistence = 'p'
    and (s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
      or s.n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0)
      or s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0))
  order by s.n_mod_since_analyze desc
  limit 1`;

export interface Housekeeping {
  stop(): void;
}

/** One small piece of work at a time, each in a turn of its own. `failed` hears what went wrong. */
export function keepHouse(
  engine: Engine,
  turns: Turns,
  failed: (error: unknown) => void,
  { lookEveryMs, checkpointBytes } = PACE,
): Housekeeping {
  let checkpointAt = 0;
  let timer: NodeJS.Timeout;
  let stopped = false;

  async function look(): Promise<void> {
    // When somebody is at work, the log is looked after in order, the rest waits for a quiet moment.
    const busy = turns.taken();
    const endTurn = await turns.take('patiently');
    try {
      await checkpoint();
      if (!busy && !turns.waited()) await vacuum();
    } finally {
      endTurn();
    }
  }

  async function checkpoint(): Promise<void> {
    const [log] = await engine.ask<{ bytes: number }>(
      `select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 as bytes`,
    );
    const written = log?.bytes ?? 0;
    if (checkpointAt === 0) checkpointAt = written;
    if (written - checkpointAt < checkpointBytes) return;
    await engine.ask('checkpoint');
    checkpointAt = written;
  }

  async function vacuum(): Promise<void> {
    const [due] = await engine.ask<{ name: string; vacuum: boolean }>(DUE);
    if (due) await engine.ask(due.vacuum ? `vacuum (analyze) ${due.name}` : `analyze ${due.name}`);
  }

  function schedule(): void {
    if (!stopped) timer = setTimeout(() => void look().catch(complain).finally(schedule), lookEveryMs);
  }

  function complain(error: unknown): void {
    // The door closes; whatever is due will be due again.
    if (!(error instanceof Farewell)) failed(error);
  }

  schedule();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
