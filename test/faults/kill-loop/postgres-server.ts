// A PostgreSQL of the loop's own, which may be restarted as rudely as one likes; undefined where none is installed.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface PostgresServer {
  url: string;
  version: string;
  /** `immediate` is what a power cut looks like to its clients; `fast` breaks connections in good order. */
  restart(how: 'immediate' | 'fast'): Promise<void>;
  stop(): Promise<void>;
}

export async function startPostgres(): Promise<PostgresServer | undefined> {
  const bin = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1);
  if (bin === undefined) return undefined;
  // PostgreSQL refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const owner = isRoot ? idsOf('postgres') : undefined;
  if (isRoot && !owner) return undefined;
  const identity = owner ?? {};
  const folder = mkdtempSync(join(tmpdir(), 'folio-postgres-'));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const run = (program: string, args: string[]): string =>
    execFileSync(join(bin, program), args, {
      ...identity,
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const data = join(folder, 'data');
  run('initdb', ['--pgdata', data, '--username', 'postgres', '--auth', 'trust', '--no-sync']);
  const port = await freePort();
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c shared_buffers=64MB`;
  const control = async (...args: string[]): Promise<void> => {
    const words = ['--pgdata', data, '--wait', '-o', options, '--log', join(folder, 'log'), ...args];
    // pg_ctl must not hand our pipes to the server, which would keep them open.
    const [code] = await once(spawn(join(bin, 'pg_ctl'), words, { ...identity, cwd: folder, stdio: 'ignore' }), 'exit');
    if (code !== 0) throw new Error(`pg_ctl ${args.join(' ')} failed`);
  };
  await control('start');
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    version: run('postgres', ['--version']).trim(),
    restart: (how) => control('restart', '--mode', how),
    async stop() {
      await control('stop', '--mode', 'immediate');
      rmSync(folder, { recursive: true });
    },
  };
}

function idsOf(name: string): { uid: number; gid: number } | undefined {
  const ids = (['-u', '-g'] as const).map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }));
  if (ids.some(({ status }) => status !== 0)) return undefined;
  return { uid: Number(ids[0]!.stdout), gid: Number(ids[1]!.stdout) };
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
