// The stories again, through a pgbouncer in transaction mode with two connections for everybody.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { bringUpToDate, onPool, type OpenDatabase } from '../../src/open-database.ts';
import { openPool } from '../../src/platform/postgres.ts';
import { installedPostgres, startPostgres, type PostgresServer } from '../faults/kill-loop/postgres-server.ts';
import { hasPgbouncer, startPgbouncer, type Pooler } from '../faults/kill-loop/pgbouncer.ts';

const ROOT = join(import.meta.dirname, '../..');
const STORIES = ['invoice', 'stock', 'submission', 'tenancy', 'void', 'webhook'];

const skip = installedPostgres() && hasPgbouncer() ? false : 'no PostgreSQL with a pgbouncer is installed here';

describe('through pgbouncer', { skip }, () => {
  let server: PostgresServer;
  let pooler: Pooler;

  before(async () => {
    server = (await startPostgres())!;
    pooler = (await startPgbouncer(server, 2))!;
  });
  after(async () => {
    await pooler?.stop();
    await server?.stop();
  });

  function through(url: string): OpenDatabase {
    return { ...onPool(openPool({ url }, { max: 4 })), kind: 'postgres' };
  }

  test('migrations do not go through the pooler: they say which address they need, or take it', async () => {
    const database = through(pooler.url);
    try {
      await assert.rejects(bringUpToDate({}, database), /leads through a pooler[^]*DATABASE_DIRECT_URL/);
      await bringUpToDate({ DATABASE_DIRECT_URL: server.url }, database);
      // Nothing pending, so nothing is in the pooler's way.
      await bringUpToDate({}, database);
      const { rows } = await database.pool.query("select from pg_locks where locktype = 'advisory'");
      assert.equal(rows.length, 0);
    } finally {
      await database.close();
    }
  });

  test('the stories pass', async () => {
    const files = STORIES.map((name) => `test/stories/${name}.test.ts`);
    const env = {
      ...process.env,
      TEST_DATABASE_URL: pooler.url,
      TEST_DATABASE_DIRECT_URL: server.url,
      // Else the inner run takes itself for a part of this one, and keeps what it finds to itself.
      NODE_TEST_CONTEXT: undefined,
    };
    const runner = spawn(process.execPath, ['--test', '--test-isolation=none', '--test-reporter=dot', ...files], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [runner.stdout, runner.stderr])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [code] = await once(runner, 'close');
    assert.equal(code, 0, said);
  });
});
