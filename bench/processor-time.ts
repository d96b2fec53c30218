// Processor time: what a server costs for each answer, which the machine's other work changes less than rates.
import { readFileSync } from 'node:fs';
import type { BenchDatabase } from './database.ts';

const MICROS_PER_TICK = 10_000;

/** Microseconds that a process and its children have used so far; undefined where the system does not tell. */
export function cpuMicrosOf(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  // After the program's name in brackets: its user and system time are the twelfth and thirteenth.
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ');
  const own = (Number(fields[11]) + Number(fields[12])) * MICROS_PER_TICK;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + cpuMicrosOf(Number(child))!, own);
}

/** Processor time of each database connection, by process id; empty where PostgreSQL runs elsewhere. */
async function backendMicros({ pool }: BenchDatabase): Promise<Map<number, number>> {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`,
  );
  const used = new Map<number, number>();
  for (const { pid } of rows) {
    try {
      if (!readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')) continue;
      // Nanoseconds on a processor come first.
      used.set(pid, Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1000);
    } catch {
      // It has ended, or is not on this machine.
    }
  }
  return used;
}

export interface CpuUsed {
  /** Microseconds of the process that was asked about, and of PostgreSQL's for it. */
  node: number | undefined;
  postgres: number | undefined;
}

/** Processor time that `work` used; `node` returns the time that the measured process has used so far. */
export async function cpuOf<T>(
  database: BenchDatabase,
  node: () => number | undefined,
  work: () => Promise<T>,
): Promise<{ result: T; cpu: CpuUsed }> {
  const [nodeBefore, before] = [node(), await backendMicros(database)];
  const result = await work();
  const [nodeAfter, after] = [node(), await backendMicros(database)];
  const postgres = [...after].reduce((sum, [pid, micros]) => sum + micros - (before.get(pid) ?? 0), 0);
  return {
    result,
    cpu: {
      node: nodeBefore === undefined || nodeAfter === undefined ? undefined : nodeAfter - nodeBefore,
      postgres: after.size === 0 ? undefined : postgres,
    },
  };
}
