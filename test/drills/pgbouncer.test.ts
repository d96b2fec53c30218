// The stories again, through a pgbouncer in transaction mode with two connections for everybody.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { allMigrations, bringUpToDate, forMigrations, onPool, toMigrate } from '../../src/wiring/open-database.ts';
import type { OpenDatabase } from '../../src/wiring/open-database.ts';
import { migrateDown, migrationStatus, type MigrationStatus } from '../../src/platform/migrate.ts';
import { openPool } from '../../src/platform/postgres.ts';
import { installedPostgres, startPostgres, type PostgresServer } from '../faults/kill-loop/postgres-server.ts';
import { hasPgbouncer, startPgbouncer, type Pooler } from '../faults/kill-loop/pgbouncer.ts';
import { makeTemplate } from '../support/databases.ts';

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

  const named = (url: string, name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const past = (name: string): string => named(server.url, name);

  function through(name: string, max = 4): OpenDatabase {
    return { ...onPool(openPool({ url: named(pooler.url, name) }, { max })), kind: 'postgres' };
  }

  async function createDatabase(name: string): Promise<void> {
    const client = new pg.Client(server.url);
    await client.connect();
    await client.query(`create database ${name}`);
    await client.end();
  }

  test('migrations go through the pooler, up and down, one process after the other', async () => {
    await createDatabase('through');
    const databases = [through('through'), through('through'), through('through')];
    try {
      await Promise.all(databases.map((database) => bringUpToDate({}, database)));
      const database = databases[0]!;
      const { pool } = database;
      const nobodyLocks = async (): Promise<void> => {
        const { rows } = await pool.query("select from pg_locks where locktype = 'advisory'");
        assert.equal(rows.length, 0);
      };
      const all = await allMigrations();
      const status = (): Promise<MigrationStatus> => migrationStatus(forMigrations(database.db), all);
      assert.deepEqual((await status()).pending, []);
      await nobodyLocks();
      const back = '0008_';
      const to = [...all.keys()].find((name) => name.startsWith(back))!;
      await toMigrate({}, database, (db, holder) => migrateDown(db, all, to, holder));
      assert.equal((await status()).applied.at(-1), to);
      // Beside one that goes past the pooler: a session and a transaction meet at the same lock.
      await Promise.all([
        bringUpToDate({}, database),
        bringUpToDate({ DATABASE_DIRECT_URL: past('through') }, databases[1]!),
      ]);
      assert.deepEqual((await status()).pending, []);
      await nobodyLocks();
    } finally {
      for (const database of databases) await database.close();
    }
  });

  test('with a single connection they say what they need', async (t) => {
    await createDatabase('narrow');
    const database = through('narrow', 1);
    t.after(() => database.close());
    await assert.rejects(bringUpToDate({}, database), /DATABASE_POOL to 2 or more, or DATABASE_DIRECT_URL/);
    await bringUpToDate({ DATABASE_DIRECT_URL: past('narrow') }, database);
    // Nothing pending, so nothing is in the pooler's way.
    await bringUpToDate({}, database);
  });

  test('the stories pass', async () => {
    const files = STORIES.map((name) => `test/stories/${name}.test.ts`);
    const env = {
      ...process.env,
      TEST_DATABASE_URL: pooler.url,
      // Made past the pooler, which would keep a connection to what is copied.
      TEST_TEMPLATE: (await makeTemplate(server.url)).name,
      // Else the inner run takes itself for a part of this one, and keeps what it finds to itself.
      NODE_TEST_CONTEXT: undefined,
    };
    // The twins' own role is given as the connection starts, which a pooler refuses.
    const what = [
      '--test',
      '--test-isolation=none',
      '--test-reporter=dot',
      '--test-skip-pattern=a twin with the same ids',
    ];
    const runner = spawn(process.execPath, [...what, ...files], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [runner.stdout, runner.stderr])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [code] = await once(runner, 'close');
    assert.equal(code, 0, said);
  });
});
