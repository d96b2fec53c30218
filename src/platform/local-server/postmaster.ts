// The server's process: how it is started, watched and stopped, and at which address it listens.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, closeSync, readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { childEnv, dataPath, isDiskFull, isPostgres, postmasterPid, type Cluster } from './cluster.ts';
import { program } from './programs.ts';

/** As this process started it. */
export interface Postmaster {
  readonly ended: Promise<unknown>;
  /** It goes on without this process. */
  leave(): void;
}

const SETTINGS = {
  // Its working directory, which is the data folder.
  unix_socket_directories: '.',
  listen_addresses: '',
  max_connections: '100',
  // An import with 32 MB costs a tenth more; memory that is not used is not taken.
  shared_buffers: '128MB',
  // Neither archive nor replica follows this log.
  wal_level: 'minimal',
  max_wal_senders: '0',
  min_wal_size: '32MB',
  // At 256 MB an import wrote half as much log again: after each checkpoint every page goes there whole. It shrinks afterwards.
  max_wal_size: '1GB',
  // When it starts and stops; what goes wrong with a statement is told to its sender.
  log_min_messages: 'log',
  log_checkpoints: 'off',
};
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
const SOCKET_PORT = 5432;
const RETRY_MS = 20;
/** Processes of a server that was killed end by themselves, but not at once. */
const LEFTOVERS_MS = 10_000;
const STOP_MS = 60_000;
const windows = process.platform === 'win32';

/**
 * Becomes the server, and leaves a shell beside it that stops the server when the process that started it is gone: then its standard
 * input ends without a word. In a session of its own, so that Ctrl-C reaches the service alone, which stops the server at its end.
 */
const WATCHED = 'exec 3<&0; ((read -r word <&3 || kill -INT $$ 2>/dev/null) &); exec "$0" "$@" 3<&- </dev/null';

export async function startPostmaster(
  cluster: Cluster,
  { durable, settings }: { durable: boolean; settings: Record<string, string> },
  isRunning: () => Promise<boolean>,
): Promise<Postmaster | undefined> {
  const all = { ...SETTINGS, ...(durable ? {} : NOT_DURABLE), ...settings };
  if (windows) return startOnWindows(cluster, all);
  const giveUpAt = performance.now() + LEFTOVERS_MS;
  for (;;) {
    const started = spawnPostmaster(cluster, all);
    const ended = started.ended.then(
      () => 'ended' as const,
      () => 'ended' as const,
    );
    for (let now: 'ended' | undefined; now !== 'ended'; now = await Promise.race([ended, delay(RETRY_MS, undefined)])) {
      if (await isRunning()) return started;
    }
    const output = readFileSync(cluster.log, 'utf8');
    if (!/still in use|lock file .* already exists/.test(output) || performance.now() > giveUpAt) {
      throw startFailure(cluster, output);
    }
  }
}

function spawnPostmaster({ data, programs, user, log }: Cluster, settings: Record<string, string>): Postmaster {
  const output = openSync(log, 'w', 0o600);
  const words = ['-D', dataPath(data, user), ...optionsOf({ ...settings, port: String(SOCKET_PORT) })];
  const child = spawn('/bin/sh', ['-c', WATCHED, program(programs, 'postgres'), ...words], {
    ...user,
    cwd: data,
    env: childEnv(),
    detached: true,
    stdio: ['pipe', output, output],
  });
  closeSync(output);
  const input = child.stdin as Socket;
  input.on('error', () => undefined);
  const leave = (): void => void input.end('leave\n');
  const ended = once(child, 'exit');
  // They keep no process that has nothing else to do.
  child.unref();
  input.unref();
  return { ended, leave };
}

/** Without a word of who watches over it: there are no signals, and PostgreSQL drops an administrator's rights only by pg_ctl. */
async function startOnWindows({ data, programs, log }: Cluster, settings: Record<string, string>): Promise<undefined> {
  const port = String(await freePort());
  const own = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '' };
  const args = ['start', '--wait', '--pgdata', data, '--log', log, '-o', optionsOf({ ...settings, ...own }).join(' ')];
  await promisify(execFile)(program(programs, 'pg_ctl'), args, { windowsHide: true }).catch(() => {
    throw startFailure({ data }, readFileSync(log, 'utf8'));
  });
}

function optionsOf(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function startFailure({ data }: Pick<Cluster, 'data'>, output: string): Error {
  const reasons = output.split('\n').filter((line) => !/ LOG: /.test(line));
  return Object.assign(new Error(`the database in ${data} does not open\n${reasons.join('\n')}`), isDiskFull(output));
}

export async function stopPostmaster({ data, programs }: Cluster, how: 'fast' | 'immediate'): Promise<void> {
  if (windows) {
    await promisify(execFile)(program(programs, 'pg_ctl'), ['stop', '--wait', '--mode', how, '--pgdata', data]);
    return;
  }
  const pid = postmasterPid(data);
  // One in another container has a number that says nothing here.
  if (pid === undefined || !isPostgres(pid)) return;
  process.kill(pid, how === 'fast' ? 'SIGINT' : 'SIGQUIT');
  const giveUpAt = performance.now() + STOP_MS;
  while (postmasterPid(data) === pid && isPostgres(pid) && performance.now() < giveUpAt) await delay(RETRY_MS);
}

/**
 * As `pg` takes it, said in full so that no PG… variable of the environment has a word in it; undefined where no server can be listening.
 * `folder` is that of the data, as a path short enough for the address of a socket.
 */
export function addressOf({ data }: Pick<Cluster, 'data'>, folder: string): string | undefined {
  if (!windows) {
    const host = encodeURIComponent(`${folder}/postgresql`);
    return `postgres://postgres@${host}:${SOCKET_PORT}/postgres?sslmode=disable`;
  }
  if (postmasterPid(data) === undefined) return undefined;
  const port = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[3];
  const password = readFileSync(join(dirname(data), 'postgresql.password'), 'utf8').trim();
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres?sslmode=disable`;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
