import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Pool } from 'pg';
import { startTestServer } from '../../test/support/start-test-server.ts';
import type { LocalServer } from './local-server/server.ts';
import { isConnectionError, isSerializationFailure, mayBeCommitted, openPool } from './postgres.ts';

describe('a pool', () => {
  let database: LocalServer;
  let pool: Pool;

  before(async () => {
    database = await startTestServer();
    pool = openPool({ url: database.url });
  });

  after(async () => {
    await pool.end();
    await database.close();
  });

  const values: [string, unknown][] = [
    ['9007199254740991::int8', 9_007_199_254_740_991],
    ['null::int8', null],
    ["'{1,null,-3}'::int8[]", [1, null, -3]],
    ["'2024-02-29'::date", '2024-02-29'],
    ["'{2024-02-29,null}'::date[]", ['2024-02-29', null]],
    ['1.10::numeric', '1.10'],
    ["'{1.10,null}'::numeric[]", ['1.10', null]],
    ["'2024-02-29T12:00:00.123Z'::timestamptz", new Date('2024-02-29T12:00:00.123Z')],
    ['1::int4', 1],
    ['\'{"a":[1]}\'::jsonb', { a: [1] }],
    ['count(*)', 1],
  ];
  for (const [sql, value] of values) {
    test(`gives ${sql} as ${JSON.stringify(value)}`, async () => {
      const { rows } = await pool.query<{ value: unknown }>(`select ${sql} as value`);
      assert.deepEqual(rows, [{ value }]);
    });
  }

  test('refuses a whole number that would not be exact', async () => {
    await assert.rejects(pool.query('select 9007199254740993::int8'), RangeError);
    assert.equal((await pool.query('select 1')).rowCount, 1);
  });

  test('leaves the types of other pools alone', async () => {
    const { types } = await import('pg');
    assert.equal(types.getTypeParser(20)('5'), '5');
  });
});

test('a database that cannot be reached or goes away is a connection error', async () => {
  const server = createServer((socket) => socket.on('data', () => socket.destroy()));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  const pool = openPool({ url: `postgres://user@127.0.0.1:${address.port}/folio` });
  await assert.rejects(pool.query('select 1'), isConnectionError);
  server.close();
  await once(server, 'close');
  await assert.rejects(pool.query('select 1'), (error) => isConnectionError(error));
  await pool.end();

  const embedded = openPool({ url: 'postgres://user@%2Fnowhere/folio' });
  await assert.rejects(embedded.query('select 1'), isConnectionError);
  await embedded.end();
});

test('what others report is no connection error of the database', async () => {
  await assert.rejects(readFile('/nowhere'), (error) => !isConnectionError(error));
  const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:443'), { code: 'ECONNREFUSED' });
  assert.equal(isConnectionError(refused), false);
  assert.equal(isConnectionError('ECONNREFUSED'), false);
});

const codes: [string, boolean, boolean, boolean][] = [
  ['08006', true, false, true],
  ['25P03', true, false, false],
  ['53100', true, false, false],
  ['53300', true, false, false],
  ['57P01', true, false, true],
  ['57014', true, false, false],
  ['23505', false, false, false],
  ['40001', false, true, false],
  ['40P01', false, true, false],
];
for (const [code, connection, serialization, unconfirmed] of codes) {
  test(`SQLSTATE ${code} is judged by its class`, () => {
    const error = Object.assign(new Error('said PostgreSQL'), { code });
    const judged = [isConnectionError(error), isSerializationFailure(error), mayBeCommitted(error)];
    assert.deepEqual(judged, [connection, serialization, unconfirmed]);
  });
}

test('a connection that breaks, idle or between two queries, is told and replaced', async () => {
  const told: Error[] = [];
  const first = await startTestServer();
  const pool = openPool({ url: first.url }, { onBrokenConnection: (error) => told.push(error) });
  const held = await pool.connect();
  await Promise.all([held.query('select 1'), pool.query('select 1')]);
  await first.close();
  await assert.rejects(held.query('select 1'), isConnectionError);
  held.release();
  assert.equal(pool.totalCount, 0);
  assert.equal(told.length, 2);
  assert.ok(told.every(isConnectionError));
  await pool.end();
});
