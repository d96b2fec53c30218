// A pgbouncer in transaction mode before a PostgreSQL, with fewer connections than its clients need; undefined where none is installed.
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { installedPostgres, type PostgresServer } from './postgres-server.ts';
import { freePort } from '../../support/free-port.ts';

export interface Pooler {
  url: string;
  stop(): Promise<void>;
}

const PROGRAM = '/usr/sbin/pgbouncer';

export function hasPgbouncer(): boolean {
  return existsSync(PROGRAM);
}

export async function startPgbouncer(server: PostgresServer, poolSize: number): Promise<Pooler | undefined> {
  const programs = installedPostgres();
  if (!programs || !hasPgbouncer()) return undefined;
  const folder = programs.folder();
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    [
      '[databases]',
      `* = host=127.0.0.1 port=${server.port} user=postgres`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      `default_pool_size = ${poolSize}`,
      'max_client_conn = 200',
      '',
    ].join('\n'),
  );
  const child = programs.start(PROGRAM, [file], folder);
  const exited = once(child, 'exit');
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await answers(url);
  return {
    url,
    async stop() {
      child.kill('SIGKILL');
      await exited;
      rmSync(folder, { recursive: true });
    },
  };
}

async function answers(url: string): Promise<void> {
  const giveUpAt = performance.now() + 15_000;
  for (;;) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      await client.query('select 1');
      return;
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    } finally {
      await client.end();
    }
  }
}
