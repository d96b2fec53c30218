// The door from outside, as drivers see it: one session, many connections.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { Client, type Pool } from 'pg';
import { embeddedClient, isConnectionError, openPool } from '../postgres.ts';
import { message, readFrames } from './frames.ts';
import { startEmbedded, type EmbeddedInMemory } from './start-embedded.ts';

const PATIENCE_MS = 300;

describe('the door', () => {
  let database: EmbeddedInMemory;
  let pool: Pool;
  const told: Error[] = [];

  before(async () => {
    database = await startEmbedded({ memory: true }, { patienceMs: PATIENCE_MS });
    pool = openPool({ embedded: database.connection }, { max: 20, onBrokenConnection: (error) => told.push(error) });
    await pool.query('create table notes (id int primary key, text text)');
  });

  after(async () => {
    await pool.end();
    await database.close();
  });

  async function client(): Promise<Client> {
    const one = new Client(embeddedClient(database.connection));
    await one.connect();
    return one;
  }

  /** With a hand on its wire. */
  async function clientWithSocket(): Promise<{ one: Client; socket: Socket }> {
    const { stream, ...config } = embeddedClient(database.connection);
    const socket = stream();
    const one = new Client({ ...config, stream: () => socket });
    await one.connect();
    return { one, socket };
  }

  async function count(where = 'true'): Promise<number> {
    const { rows } = await pool.query<{ count: string }>(`select count(*) from notes where ${where}`);
    return Number(rows[0]?.count);
  }

  test('only who holds the key gets in', async () => {
    const { connection } = database;
    const refused: [object, string][] = [
      [{ password: 'wrong' }, '28P01'],
      [{ user: 'somebody' }, '28000'],
      [{ database: 'another' }, '3D000'],
    ];
    for (const [config, code] of refused) {
      const one = new Client({ ...embeddedClient(connection), ...config });
      await assert.rejects(one.connect(), { code, severity: 'FATAL' });
    }
  });

  test('a client that does not speak the protocol is shown out', async () => {
    const { address } = database.connection;
    const garbage = ['GET / HTTP/1.1\r\n\r\n', '\0\0\0\u0004', `\0\0\0\u0008\0\u0002\0\0`];
    for (const text of garbage) {
      const socket = createConnection({ path: address });
      socket.end(text);
      socket.resume();
      await once(socket, 'close');
    }
    assert.equal(await count('false'), 0);
  });

  test('encryption is declined and a cancel request ignored', async () => {
    const socket = createConnection({ path: database.connection.address });
    socket.write(Buffer.from([0, 0, 0, 8, 4, 0xd2, 0x16, 0x2f]));
    const [answer]: Buffer[] = await once(socket, 'data');
    assert.equal(answer?.toString(), 'N');
    socket.write(Buffer.from([0, 0, 0, 16, 4, 0xd2, 0x16, 0x2e, 0, 0, 0, 1, 0, 0, 0, 1]));
    await once(socket, 'close');
  });

  test('what is not committed is seen by nobody else, who waits for the turn', async () => {
    const [writer, reader] = [await client(), await client()];
    await writer.query('begin');
    await writer.query("insert into notes values (1, 'draft')");
    let answered = false;
    const read = reader.query('select * from notes where id = 1').then(({ rows }) => {
      answered = true;
      return rows;
    });
    await writer.query("update notes set text = 'clean' where id = 1");
    assert.equal(answered, false);
    await writer.query('rollback');
    assert.deepEqual(await read, []);
    await Promise.all([writer.end(), reader.end()]);
  });

  test('a client that vanishes inside a transaction takes its work with it', async () => {
    const { socket, one: gone } = await clientWithSocket();
    gone.on('error', () => undefined);
    await gone.query('begin');
    await gone.query("insert into notes values (2, 'lost')");
    socket.destroy();
    assert.equal(await count('id = 2'), 0);
  });

  test('a half-said request keeps the turn until it is said in full', async () => {
    const { socket, one } = await clientWithSocket();
    one.on('error', () => undefined);
    // From here on we speak ourselves; pg would not say half a sentence.
    socket.removeAllListeners('data');
    const answers = readFrames();
    socket.on('data', (chunk) => answers.push(chunk));
    const kinds = async (most: number): Promise<string> => {
      let read = '';
      while (read.length < most) {
        const frame = answers.next('message', 10_000);
        if (frame) read += String.fromCharCode(frame[0]!);
        else await once(socket, 'data');
      }
      return read;
    };
    const sixZeros = Buffer.alloc(6);
    socket.write(Buffer.concat([message('P', '', 'select 42', Buffer.alloc(2)), message('H')]));
    assert.equal(await kinds(1), '1');
    let answered = false;
    const other = pool.query("select 'other'").then(() => (answered = true));
    socket.write(Buffer.concat([message('B', '', '', sixZeros), message('H')]));
    assert.equal(await kinds(1), '2');
    assert.equal(answered, false);
    socket.write(Buffer.concat([message('E', '', 0), message('S')]));
    assert.equal(await kinds(3), 'DCZ');
    await other;

    socket.write(Buffer.concat([message('P', '', 'select 1', Buffer.alloc(2)), message('H')]));
    assert.equal(await kinds(1), '1');
    socket.write(message('?'));
    assert.equal(await kinds(1), 'E');
    assert.equal(await count('false'), 0);
  });

  test('twenty connections with fifty transactions each lose nothing', async () => {
    await pool.query("insert into notes values (3, '0')");
    const work = Array.from({ length: 20 }, async () => {
      const one = await pool.connect();
      for (let i = 0; i < 50; i++) {
        await one.query('begin');
        const { rows } = await one.query<{ text: string }>('select text from notes where id = 3');
        await one.query('update notes set text = $1 where id = 3', [String(Number(rows[0]?.text) + 1)]);
        await one.query(i % 5 === 0 ? 'rollback' : 'commit');
      }
      one.release();
    });
    await Promise.all(work);
    assert.equal(await count("id = 3 and text = '800'"), 1);
  });

  test('two connections use one name for two statements', async () => {
    const [first, second] = [await client(), await client()];
    for (let round = 0; round < 2; round++) {
      const one = await first.query({ name: 'ask', text: 'select $1::int + 1 as answer', values: [1] });
      const two = await second.query({ name: 'ask', text: 'select upper($1) as answer', values: ['x'] });
      assert.deepEqual([one.rows, two.rows], [[{ answer: 2 }], [{ answer: 'X' }]]);
    }
    await first.end();
    const { rows } = await second.query({ name: 'ask', text: 'select upper($1) as answer', values: ['y'] });
    assert.deepEqual(rows, [{ answer: 'Y' }]);
    await second.end();
    await untilTrue(async () => {
      const { rows } = await pool.query("select 1 from pg_prepared_statements where name like 'c%'");
      return rows.length === 0;
    });
  });

  test('an error leaves the connection usable, inside a transaction and outside', async () => {
    const one = await client();
    await assert.rejects(one.query('select 1 / 0'), { code: '22012' });
    await assert.rejects(one.query('select $1::int', ['abc']), { code: '22P02' });
    await assert.rejects(one.query({ name: 'bad', text: 'select nothing' }), { code: '42703' });
    await one.query('begin');
    await assert.rejects(one.query('select * from nowhere'), { code: '42P01' });
    await assert.rejects(one.query('select 1'), { code: '25P02' });
    await one.query('rollback');
    assert.equal((await one.query('select 1')).rowCount, 1);
    await one.end();
  });

  test('five million bytes go in and twenty come out', async () => {
    const text = 'ñ'.repeat(2_500_000);
    const { rows } = await pool.query<{ text: string }>('select repeat($1, 4) as text', [text]);
    assert.equal(rows[0]?.text, text.repeat(4));
    const many = await pool.query('select g, md5(g::text) from generate_series(1, 100000) g');
    assert.equal(many.rows.length, 100_000);
  });

  test('queries that are sent without waiting are answered in order', async () => {
    const one = new Client({ ...embeddedClient(database.connection), pipeline: true });
    await one.connect();
    const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => one.query('select $1::int as i', [i])));
    assert.deepEqual(
      answers.map(({ rows }) => rows[0].i),
      answers.map((_, i) => i),
    );
    await one.end();
  });

  test('COPY into a table and LISTEN are refused with a reason, COPY out of one works', async () => {
    for (const statement of [
      'copy notes from stdin',
      'select 1; copy notes from stdin',
      { name: 'c', text: 'copy notes from stdin' },
    ]) {
      await assert.rejects(pool.query(statement as string), { code: '57014', message: /takes no COPY FROM STDIN/ });
    }
    assert.equal((await pool.query('copy (select 1) to stdout')).command, 'COPY');
    await assert.rejects(pool.query('listen news'), { code: '0A000', message: /no notifications/ });
    await assert.rejects(pool.query(' LISTEN news', []), { code: '0A000' });
    assert.equal(await count('false'), 0);
  });

  test('a nesting too deep is an error, not the end', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    await assert.rejects(pool.query('select $1::jsonb', [deep]), { code: '54001' });
    const long = `select ${Array.from({ length: 20_000 }, () => "'a'").join('||')}`;
    await assert.rejects(pool.query(long), { code: '54001' });
  });

  test('who keeps the session in a transaction and waits for another connection is put out', async () => {
    const one = await pool.connect();
    await one.query('begin');
    await one.query("insert into notes values (4, 'deadlock')");
    // The classic: a query that bypasses the open transaction and is waited for inside it.
    assert.equal(await count('id = 4'), 0);
    await assert.rejects(one.query('commit'), isConnectionError);
    one.release();
    assert.match(told.at(-1)?.message ?? '', /kept the one session/);
  });

  test('nobody waiting, a transaction may be silent for as long as it likes', async () => {
    const one = await client();
    await one.query('begin');
    await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS * 2));
    await one.query('commit');
    await one.end();
  });

  test('a connection leaves nothing behind for the next one', async () => {
    const one = await client();
    await one.query("set search_path = 'elsewhere'");
    await one.query('create temp table scratch (a int)');
    await one.query('create role visitor');
    await one.query('set role visitor');
    await one.end();
    await untilTrue(async () => {
      const { rows } = await pool.query(
        "select current_user = 'postgres' and current_setting('search_path') = 'public' and to_regclass('scratch') is null as clean",
      );
      return rows[0].clean === true;
    });
  });
});

test('a crash of the database is told, and its connections end', async () => {
  const { promise: fatal, resolve: onFatal } = Promise.withResolvers<Error>();
  const database = await startEmbedded({ memory: true }, { onFatal });
  const one = new Client(embeddedClient(database.connection));
  one.on('error', () => undefined);
  await one.connect();
  // PGlite has no processes to start, and does not survive being asked to.
  await assert.rejects(one.query("copy (select 1) to program 'true'"), /Connection terminated/);
  assert.match((await fatal).message, /the embedded database has crashed/);
  await database.close();
});

test('a database that closes lets the running transaction end and tells the others', async () => {
  const database = await startEmbedded({ memory: true });
  const [busy, idle] = [1, 2].map(() => new Client(embeddedClient(database.connection)));
  assert.ok(busy && idle);
  const told = new Promise<Error>((resolve) => idle.on('error', resolve));
  busy.on('error', () => undefined);
  await Promise.all([busy.connect(), idle.connect()]);
  await busy.query('create table notes (id int)');
  await busy.query('begin');
  await busy.query('insert into notes values (1)');
  const closing = database.close();
  assert.match((await told).message, /shutting down/);
  assert.equal((await busy.query('commit')).command, 'COMMIT');
  await closing;
});

test('a database in memory starts from a snapshot of another', async () => {
  const first = await startEmbedded({ memory: true });
  const before = openPool({ embedded: first.connection });
  await before.query('create table notes as select 42 as id');
  const snapshot = await first.snapshot();
  const second = await startEmbedded({ memory: true, snapshot });
  const pool = openPool({ embedded: second.connection });
  assert.deepEqual((await pool.query('select * from notes')).rows, [{ id: 42 }]);
  await pool.query('delete from notes');
  assert.equal((await before.query('select * from notes')).rowCount, 1);
  await Promise.all([before.end(), pool.end()]);
  await Promise.all([first.close(), second.close()]);
});

async function untilTrue(condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 5000;
  while (!(await condition())) assert.ok(performance.now() < deadline, 'not within five seconds');
}
