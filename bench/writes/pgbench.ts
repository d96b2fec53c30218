// What PostgreSQL itself does on this machine, measured by its own pgbench: a read by primary key and a bare INSERT.
import { mkdtempSync, rmSync, writeFileSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installedPostgres } from '../../test/faults/kill-loop/postgres-server.ts';
import { bareScript, type BareRow } from './bare-insert.ts';

export interface PgbenchRates {
  readsPerSecond: number;
  /** Average milliseconds of one. */
  readMs: number;
  insertsPerSecond: number;
}

const CLIENTS = 2;
const SECONDS = 5;

/** Undefined where it is not installed. */
export function pgbenchRates(url: string, row: BareRow): PgbenchRates | undefined {
  const programs = installedPostgres();
  if (!programs) return undefined;
  const read = `select * from items where tenant_id = '${row.tenantId}' and id = '${row.itemId}';`;
  const reads = ratesOf(programs.run, url, read);
  return {
    readsPerSecond: reads.perSecond,
    readMs: reads.latencyMs,
    insertsPerSecond: ratesOf(programs.run, url, bareScript(row)).perSecond,
  };
}

function ratesOf(
  run: (program: string, args: string[]) => string,
  url: string,
  script: string,
): { perSecond: number; latencyMs: number } {
  const folder = mkdtempSync(join(tmpdir(), 'folio-pgbench-'));
  try {
    const file = join(folder, 'script.sql');
    writeFileSync(file, script);
    // Another user may have to read it.
    chmodSync(folder, 0o755);
    const said = run('pgbench', ['-n', '-M', 'prepared', '-c', `${CLIENTS}`, '-T', `${SECONDS}`, '-f', file, url]);
    return {
      perSecond: numberIn(said, /^tps = ([\d.]+)/m),
      latencyMs: numberIn(said, /^latency average = ([\d.]+) ms/m),
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
