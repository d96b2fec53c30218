// Past sales imported by the command, twice on top of each other: how long, how much memory, disk and WAL a line takes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createDatabase, dropDatabase, openDatabase, ownName, type BenchDatabase, type Server } from '../database.ts';
import { atLeast, atMost } from '../goals.ts';
import { cpuMicrosOf } from '../processor-time.ts';
import type { Line } from '../report/lines.ts';
import { writeSalesFiles } from './sales-file.ts';
import { walByTable } from './wal.ts';

export interface ImportFigures {
  /** Path of the imported file. */
  file: string;
  lines: Line[];
}

const ROOT = join(import.meta.dirname, '../..');
const ROLLUPS = ['item_sales', 'client_sales'];
const LEDGER = ['inventory_logs', 'stock_levels'];
/** Half a million lines in 40 and 45 seconds; ahead of it, in 25. */
const ON_SERVER_GOAL = atLeast(13_100, 21_000);
const EMBEDDED_GOAL = atLeast(11_700, 21_000);
const SHOWN_TABLES = 6;
const SAMPLE_MS = 100;

interface Ran {
  seconds: number;
  cpuSeconds: number | undefined;
  peakMb: number | undefined;
  /** The command's JSON answer. */
  said: Record<string, unknown>;
}

export async function measureImport(
  server: Server,
  { file, seed, tell }: { file: string | undefined; seed: number; tell: (text: string) => void },
): Promise<ImportFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'folio-bench-import-'));
  const name = ownName('folio_bench_import');
  const [first, second] = [join(folder, 'first.csv'), join(folder, 'second.csv')];
  await createDatabase(server, name);
  const database = openDatabase(server, name);
  try {
    await writeSalesFiles({ first, second }, file, seed);
    tell('import on PostgreSQL');
    const onServer = commandWith({ DATABASE_URL: database.url, DATA_DIR: join(folder, 'data') });
    await onServer('migrate', 'up');
    const tenantId = await newTenant(onServer);
    const into = ['--tenant', tenantId, '--opening-stock', 'auto'];
    const before = await sizes(database);
    const once = await onServer('import', 'sales', first, ...into);
    const lines = Number(once.said['lines']);
    const wal = await walByTable(database);
    const after = await sizes(database);
    tell('import on top of it');
    const twice = await onServer('import', 'sales', second, ...into);
    const largest = await sizes(database);
    await onServer('verify', '--tenant', tenantId);
    tell('import into the embedded database');
    const embedded = commandWith({ DATA_DIR: join(folder, 'embedded') });
    const alone = await embedded(
      'import',
      'sales',
      first,
      '--tenant',
      await newTenant(embedded),
      '--opening-stock',
      'auto',
    );
    const perLine = (bytes: number | undefined) => (bytes === undefined ? undefined : bytes / lines);
    const grown = [...after].map(([table, bytes]) => ({ table, bytes: bytes - (before.get(table) ?? 0) }));
    const sum = (of: ReadonlyMap<string, number>, tables?: readonly string[]) =>
      [...of].reduce((total, [table, bytes]) => total + (!tables || tables.includes(table) ? bytes : 0), 0);
    return {
      file: `${file === undefined ? 'generated lines' : basename(file)}: ${lines.toLocaleString('en-US')} lines`,
      lines: [
        ...linesOf('import', once, lines, ON_SERVER_GOAL),
        ...linesOf('the same on top of it', twice, lines, undefined),
        ...linesOf('import, embedded', alone, lines, EMBEDDED_GOAL),
        { what: 'growth: processor time of Node, second import to first', value: ratioOf(twice, once), unit: '×' },
        { what: 'disk per line', value: perLine(sum(after) - sum(before)), unit: ' B', goal: atMost(1100, 800) },
        ...grown
          .toSorted((a, b) => b.bytes - a.bytes)
          .slice(0, SHOWN_TABLES)
          .map(({ table, bytes }) => ({ what: `… ${table}`, value: perLine(bytes), unit: ' B' })),
        { what: 'disk per line of the second import', value: perLine(sum(largest) - sum(after)), unit: ' B' },
        {
          what: 'WAL of the roll-ups to WAL of ledger and levels, at the end of the first import',
          value: wal && sum(wal, ROLLUPS) / sum(wal, LEDGER),
          goal: atMost(1, 0.5),
        },
      ],
    };
  } finally {
    await database.close();
    await dropDatabase(server, name);
    rmSync(folder, { recursive: true, force: true });
  }
}

function linesOf(what: string, { seconds, cpuSeconds, peakMb }: Ran, lines: number, goal: Line['goal']): Line[] {
  return [
    { what, value: seconds, unit: ' s' },
    { what: '… lines per second', value: lines / seconds, goal },
    { what: '… processor time of Node', value: cpuSeconds, unit: ' s' },
    { what: '… peak memory of Node', value: peakMb, unit: ' MB', goal: atMost(400) },
  ];
}

function ratioOf(one: Ran, other: Ran): number | undefined {
  return one.cpuSeconds === undefined || other.cpuSeconds === undefined ? undefined : one.cpuSeconds / other.cpuSeconds;
}

type Command = (...words: string[]) => Promise<Ran>;

/** The operator's command line as a process of its own. */
function commandWith(env: Record<string, string>): Command {
  return async (...words) => {
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'src/cli/folio.ts', ...words, '--json'],
      {
        cwd: ROOT,
        env: { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'error', ...env },
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    const started = performance.now();
    let said = '';
    child.stdout.on('data', (chunk) => (said += String(chunk)));
    const ended = once(child, 'close');
    let used: Pick<Ran, 'cpuSeconds' | 'peakMb'> = { cpuSeconds: undefined, peakMb: undefined };
    while (child.exitCode === null) {
      used = usedBy(child.pid!) ?? used;
      await Promise.race([ended, delay(SAMPLE_MS)]);
    }
    await ended;
    if (child.exitCode !== 0) throw new Error(`folio ${words.join(' ')} ended with ${child.exitCode}: ${said}`);
    return { seconds: (performance.now() - started) / 1000, ...used, said: JSON.parse(said) as Ran['said'] };
  };
}

function usedBy(pid: number): Pick<Ran, 'cpuSeconds' | 'peakMb'> | undefined {
  try {
    const micros = cpuMicrosOf(pid);
    const peak = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    if (micros === undefined || peak === undefined) return undefined;
    return { cpuSeconds: micros / 1_000_000, peakMb: Number(peak) / 1024 };
  } catch {
    // It has just ended, or this system does not tell.
    return undefined;
  }
}

async function newTenant(command: Command): Promise<string> {
  const { said } = await command('tenant', 'create', '--name', 'Bench');
  return String(said['id']);
}

/** Bytes of each table with its indexes, partitions with their table. */
async function sizes({ pool }: BenchDatabase): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ table: string; bytes: number }>(
    `select coalesce(pg_partition_root(oid), oid)::regclass::text as table, sum(pg_total_relation_size(oid))::bigint as bytes
     from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' group by 1`,
  );
  return new Map(rows.map(({ table, bytes }) => [table, bytes]));
}
