// PostgreSQL on this machine without an application, measured by its own pgbench.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installedPostgres } from '../test/faults/kill-loop/postgres-server.ts';

export interface PgbenchRate {
  perSecond: number;
  /** Average time of one transaction. */
  milliseconds: number;
}

const SECONDS = 5;

/** The script's transactions; undefined where pgbench is not installed. */
export function pgbenchRate(url: string, script: string, clients: number): PgbenchRate | undefined {
  const programs = installedPostgres();
  if (!programs) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'folio-pgbench-'));
  try {
    const file = join(folder, 'script.sql');
    writeFileSync(file, script);
    // Another user may have to read it.
    chmodSync(folder, 0o755);
    const asked = ['-n', '-M', 'prepared', '-c', String(clients), '-T', String(SECONDS), '-f', file, url];
    const said = programs.run('pgbench', asked);
    return {
      perSecond: numberIn(said, /^tps = ([\d.]+)/m),
      milliseconds: numberIn(said, /^latency average = ([\d.]+) ms/m),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function numberIn(text: string, pattern: RegExp): number {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`pgbench said nothing of the kind of ${pattern}:\n${text}`);
  return Number(found);
}
