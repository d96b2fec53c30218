// PostgreSQL servers of a test's own, which may be restarted, copied and broken; undefined where none is installed.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { findPrograms, userFor } from '../../../src/platform/local-server/programs.ts';
import { freePort } from '../../support/free-port.ts';

export interface PostgresServer {
  url: string;
  port: number;
  version: string;
  /** Folder of its cluster. */
  data: string;
  /** `immediate` is what a power cut looks like to its clients; `fast` breaks connections in good order. */
  restart(how: 'immediate' | 'fast'): Promise<void>;
  /** As a power cut does; its data stay, and `restart` brings it back. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export interface ServerOptions {
  port?: number;
  /** An empty one, that PostgreSQL's user may write to; it stays. */
  folder?: string;
  /** As in postgresql.conf. */
  settings?: Record<string, string>;
  /** Programs of another PostgreSQL than the installed one. */
  programs?: PostgresPrograms | undefined;
  /** Fills the empty folder with a cluster, instead of making a new one. */
  fill?: (data: string) => void;
}

/** The programs of the PostgreSQL that is installed, run as a user that PostgreSQL accepts. */
export interface PostgresPrograms {
  bin: string;
  /** A folder of its own, which that user may write to. */
  folder(): string;
  run(program: string, args: string[]): string;
  /** Without waiting for its end, nor for its output. */
  start(program: string, args: string[], cwd: string): ReturnType<typeof spawn>;
}

export function installedPostgres(): PostgresPrograms | undefined {
  const bin = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1) ?? folderOnPath('initdb');
  return bin === undefined ? undefined : programsIn(bin);
}

/** Programs of the registry's package: they make and run a server, and neither query nor copy it. */
export function embeddedPostgres(): PostgresPrograms | undefined {
  return programsIn(join(findPrograms(tmpdir(), userFor('')), 'bin'));
}

function programsIn(bin: string): PostgresPrograms | undefined {
  // PostgreSQL refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const owner = isRoot ? idsOf('postgres') : undefined;
  if (isRoot && !owner) return undefined;
  const identity = owner ?? {};
  const pathOf = (program: string): string => (program.includes('/') ? program : join(bin, program));
  return {
    bin,
    folder() {
      const folder = mkdtempSync(join(tmpdir(), 'folio-postgres-'));
      if (owner) chownSync(folder, owner.uid, owner.gid);
      return folder;
    },
    run: (program, args) =>
      execFileSync(pathOf(program), args, {
        ...identity,
        cwd: tmpdir(),
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    // Its programs must not get our pipes, which a server would keep open.
    start: (program, args, cwd) => spawn(pathOf(program), args, { ...identity, cwd, stdio: 'ignore' }),
  };
}

export async function startPostgres(options: ServerOptions = {}): Promise<PostgresServer | undefined> {
  const programs = options.programs ?? installedPostgres();
  if (!programs) return undefined;
  const folder = options.folder ?? programs.folder();
  const data = join(folder, 'data');
  if (options.fill) options.fill(data);
  else {
    programs.run('initdb', ['--pgdata', data, '--username', 'postgres', '--auth', 'trust', '--no-sync']);
  }
  const port = options.port ?? (await freePort());
  const settings = Object.entries({
    port: String(port),
    unix_socket_directories: folder,
    listen_addresses: '127.0.0.1',
    shared_buffers: '64MB',
    ...options.settings,
  });
  const words = settings.map(([name, value]) => `-c ${name}='${value}'`).join(' ');
  const control = async (...args: string[]): Promise<void> => {
    const log = join(folder, 'log');
    const given = ['--pgdata', data, '--wait', '-o', words, '--log', log, ...args];
    const [code] = await once(programs.start('pg_ctl', given, folder), 'exit');
    if (code !== 0)
      throw new Error(`pg_ctl ${args.join(' ')} failed; the end of its log:\n${programs.run('/usr/bin/tail', [log])}`);
  };
  await control('start');
  let isRunning = true;
  const kill = async (): Promise<void> => {
    if (isRunning) await control('stop', '--mode', 'immediate');
    isRunning = false;
  };
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    version: programs.run('postgres', ['--version']).trim(),
    data,
    async restart(how) {
      await control('restart', '--mode', how);
      isRunning = true;
    },
    kill,
    async stop() {
      await kill();
      if (options.folder === undefined) rmSync(folder, { recursive: true });
    },
  };
}

function folderOnPath(program: string): string | undefined {
  return (process.env['PATH'] ?? '').split(delimiter).find((folder) => existsSync(join(folder, program)));
}

function idsOf(name: string): { uid: number; gid: number } | undefined {
  const ids = (['-u', '-g'] as const).map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }));
  if (ids.some(({ status }) => status !== 0)) return undefined;
  return { uid: Number(ids[0]!.stdout), gid: Number(ids[1]!.stdout) };
}
