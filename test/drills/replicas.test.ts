// Questions go to a streaming replica, and never miss what was written before they were asked: also while it is behind, or gone.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { readConfig } from '../../src/wiring/config.ts';
import { openReplicas } from '../../src/wiring/open-database.ts';
import { createLogger } from '../../src/platform/log.ts';
import { metrics } from '../../src/platform/metrics.ts';
import { adjust, newItem } from '../support/business.ts';
import { createWorld, eventually, openTestDatabase } from '../support/world.ts';
import type { Answer, TestTenant, World } from '../support/world.ts';
import { installedPostgres, startPostgres, type PostgresServer } from '../faults/kill-loop/postgres-server.ts';

const HISTORY = `query ($id: UUID!) { itemMovements(itemId: $id, limit: 1) { totalCount records { balanceAfter } } }`;

describe('replicas', { skip: installedPostgres() ? false : 'no PostgreSQL is installed here' }, () => {
  let primary: PostgresServer;
  let replica: PostgresServer;
  let world: World;
  let shop: TestTenant;
  let itemId: string;
  let balance = 0;

  before(async () => {
    primary = (await startPostgres({ settings: { wal_level: 'replica', max_wal_senders: '4' } }))!;
    replica = await replicaOf(primary);
    world = await worldOn(primary, [replica]);
    shop = await world.tenant();
    itemId = await newItem(shop, { stock: '0.5' });
  });
  after(async () => {
    await world?.close();
    await replica?.stop();
    await primary?.stop();
  });

  /** Writes, and asks at once. */
  async function writeAndAsk(): Promise<Answer> {
    await adjust(shop, itemId, '1');
    balance += 1;
    const { itemMovements } = await shop.get(HISTORY, { id: itemId });
    return { balance: itemMovements.records[0].balanceAfter, expected: `${balance}.5` };
  }

  async function answers(): Promise<Record<string, number>> {
    const found = await metrics.getSingleMetric('folio_questions_total')!.get();
    return Object.fromEntries(found.values.map(({ labels, value }) => [String(labels['answered_by']), value]));
  }

  async function countedWhile(work: () => Promise<void>): Promise<{ replica: number; primary: number }> {
    const before = await answers();
    await work();
    const now = await answers();
    const more = (who: string): number => (now[who] ?? 0) - (before[who] ?? 0);
    return { replica: more('replica'), primary: more('primary') };
  }

  test('what one has just written is in the answer, and the replica gives it', async () => {
    const counted = await countedWhile(async () => {
      for (let nth = 0; nth < 20; nth += 1) {
        const { balance, expected } = await writeAndAsk();
        assert.equal(balance, expected);
      }
    });
    assert.ok(counted.replica >= 15, JSON.stringify(counted));
  });

  test('many at once share the question how far the primary has written', async () => {
    const asked = Array.from({ length: 50 }, () => shop.get(HISTORY, { id: itemId }));
    for (const { itemMovements } of await Promise.all(asked)) {
      assert.equal(itemMovements.records[0].balanceAfter, `${balance}.5`);
    }
  });

  test('an idle primary whose last segment was just closed does not look as if it were ahead', async () => {
    await backAtTheReplica();
    await world.query('select pg_switch_wal()');
    const counted = await countedWhile(async () => void (await shop.get(HISTORY, { id: itemId })));
    assert.deepEqual(counted, { replica: 1, primary: 0 });
  });

  test('while the replica stands still, the primary answers', async () => {
    await on(replica, 'select pg_wal_replay_pause()');
    const counted = await countedWhile(async () => {
      for (let nth = 0; nth < 5; nth += 1) {
        const { balance, expected } = await writeAndAsk();
        assert.equal(balance, expected);
      }
    });
    assert.deepEqual(counted, { replica: 0, primary: 5 });
    await on(replica, 'select pg_wal_replay_resume()');
    await backAtTheReplica();
  });

  test('a replica that was killed is not missed, and is used again once it is back', async () => {
    await replica.kill();
    const counted = await countedWhile(async () => {
      for (let nth = 0; nth < 5; nth += 1) {
        const { balance, expected } = await writeAndAsk();
        assert.equal(balance, expected);
      }
    });
    assert.deepEqual(counted, { replica: 0, primary: 5 });
    await replica.restart('fast');
    await backAtTheReplica();
    const { balance, expected } = await writeAndAsk();
    assert.equal(balance, expected);
  });

  test('a refusal is the same from a replica', async () => {
    const { code } = await shop.refusal(HISTORY, { id: '00000000-0000-4000-8000-000000000000' });
    assert.equal(code, 'NOT_FOUND');
  });

  test('one that does not let us in is not missed either', async () => {
    const config = readConfig({ DATABASE_URL: primary.url, DATABASE_REPLICA_URL: `${replica.url}_elsewhere` });
    const wrong = openReplicas(config, world.database, createLogger({ level: 'silent', readable: false }));
    const counted = await countedWhile(async () => {
      const { rows } = await wrong.read((db) => sql<{ one: number }>`select 1 as one`.execute(db));
      assert.deepEqual(rows, [{ one: 1 }]);
    });
    assert.deepEqual(counted, { replica: 0, primary: 1 });
    await wrong.close();
  });

  test('one that was promoted is no replica any more', async () => {
    await on(replica, 'select pg_promote()');
    const counted = await countedWhile(async () => {
      const { balance, expected } = await writeAndAsk();
      assert.equal(balance, expected);
    });
    assert.deepEqual(counted, { replica: 0, primary: 1 });
  });

  /** A replica that failed is left alone for a second. */
  async function backAtTheReplica(): Promise<void> {
    const asked = () => countedWhile(async () => void (await shop.get(HISTORY, { id: itemId })));
    await eventually(asked, { replica: 1 });
  }
});

async function replicaOf(primary: PostgresServer): Promise<PostgresServer> {
  const programs = installedPostgres()!;
  return (await startPostgres({
    fill: (data) =>
      programs.run('pg_basebackup', [
        '--dbname',
        primary.url,
        '--pgdata',
        data,
        '--write-recovery-conf',
        '--no-sync',
        '--checkpoint=fast',
      ]),
  }))!;
}

async function worldOn(primary: PostgresServer, replicas: readonly PostgresServer[]): Promise<World> {
  const database = await openTestDatabase(primary.url);
  const { rows } = await database.pool.query<{ name: string }>('select current_database() as name');
  const config = readConfig({
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URL: replicas.map(({ url }) => url.replace(/[^/]*$/, rows[0]!.name)).join(','),
    DATABASE_REPLICA_PATIENCE_MS: '3000',
  });
  const { read, close } = openReplicas(config, database, createLogger({ level: 'silent', readable: false }));
  return createWorld({
    works: false,
    read,
    database: {
      ...database,
      async close() {
        await close();
        await database.close();
      },
    },
  });
}

async function on(server: PostgresServer, statement: string): Promise<void> {
  const client = new pg.Client(server.url);
  await client.connect();
  await client.query(statement);
  await client.end();
}
