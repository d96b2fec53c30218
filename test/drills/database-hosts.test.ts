// Several hosts in the address of the database: connections go to the one that takes writes, and leave it when another one does.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Pool } from 'pg';
import { isConnectionError, openPool } from '../../src/platform/postgres.ts';
import { installedPostgres, startPostgres, type PostgresServer } from '../faults/kill-loop/postgres-server.ts';
import { eventually } from '../support/world.ts';

describe('several hosts', { skip: installedPostgres() ? false : 'no PostgreSQL is installed here' }, () => {
  let first: PostgresServer;
  let second: PostgresServer;
  const pools: Pool[] = [];

  before(async () => {
    first = (await startPostgres({ settings: { wal_level: 'replica', max_wal_senders: '4' } }))!;
    second = await standbyOf(first);
  });
  after(async () => {
    for (const pool of pools) await pool.end();
    await second?.stop();
    await first?.stop();
  });

  function poolOf(...servers: PostgresServer[]): Pool {
    const hosts = servers.map(({ port }) => `127.0.0.1:${port}`).join(',');
    const url = `postgres://postgres@${hosts}/postgres?target_session_attrs=read-write`;
    const pool = openPool({ url }, { max: 3, onBrokenConnection: () => undefined });
    pools.push(pool);
    return pool;
  }

  async function portOf(pool: Pool): Promise<number> {
    const { rows } = await pool.query<{ port: number }>("select current_setting('port')::int as port");
    return rows[0]!.port;
  }

  test('a standby that is named first is passed over, for one connection as for many at once', async () => {
    const pool = poolOf(second, first);
    const ports = await Promise.all(Array.from({ length: 9 }, () => portOf(pool)));
    assert.deepEqual(new Set(ports), new Set([first.port]));
  });

  test('a machine that has gone silent holds no caller up once the standby is promoted', async () => {
    const pool = poolOf(first, second);
    const hanging = [1, 2, 3].map(() => pool.query('select pg_sleep(3600)'));
    await eventually(
      () =>
        poolOf(first).query<{ busy: number }>(
          "select count(*)::int as busy from pg_stat_activity where query = 'select pg_sleep(3600)'",
        ),
      ({ rows }) => rows[0]!.busy === 3,
    );
    signalAll(first, 'STOP');
    await promote(second);
    for (const one of hanging) await assert.rejects(one, isConnectionError);
    assert.equal(await portOf(pool), second.port);
    signalAll(first, 'CONT');
    await first.kill();
  });

  test('the old primary comes back as a standby, and is none of those that are written to', async () => {
    await first.stop();
    first = await standbyOf(second, first.port);
    assert.equal(await portOf(poolOf(first, second)), second.port);
  });

  test('that no host takes writes is told of each of them, and is a matter of waiting', async () => {
    await second.kill();
    await assert.rejects(poolOf(first, second).query('select 1'), (error: Error) => {
      assert.ok(isConnectionError(error));
      assert.match(error.message, new RegExp(`127.0.0.1:${first.port}: it is a standby`));
      assert.match(error.message, new RegExp(`127.0.0.1:${second.port}: connect ECONNREFUSED`));
      return true;
    });
  });

  test('a password that is wrong is told as it is', async () => {
    const pool = openPool({ url: `postgres://stranger@127.0.0.1:${first.port},127.0.0.1:${second.port}/postgres` });
    pools.push(pool);
    await assert.rejects(pool.query('select 1'), { code: '28000' });
  });
});

async function standbyOf(primary: PostgresServer, port?: number): Promise<PostgresServer> {
  const source = ['--dbname', primary.url, '--write-recovery-conf', '--no-sync', '--checkpoint=fast'];
  return (await startPostgres({
    ...(port === undefined ? {} : { port }),
    fill: (data) => void installedPostgres()!.run('pg_basebackup', [...source, '--pgdata', data]),
  }))!;
}

async function promote({ url }: PostgresServer): Promise<void> {
  const pool = openPool({ url }, { max: 1 });
  await pool.query('select pg_promote()');
  await pool.end();
}

/** The whole server, as when its machine stands still. */
function signalAll({ data }: PostgresServer, signal: 'STOP' | 'CONT'): void {
  const postmaster = readFileSync(`${data}/postmaster.pid`, 'utf8').split('\n')[0]!;
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', postmaster], { encoding: 'utf8' }).trim().split(/\s+/);
  execFileSync('kill', [`-${signal}`, postmaster, ...children]);
}
