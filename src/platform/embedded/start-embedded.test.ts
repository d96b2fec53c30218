// The embedded database's folder: who has it, and that what was committed is found again.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { openPool } from '../postgres.ts';
import { addressOf } from './address.ts';
import { startEmbedded, type Embedded } from './start-embedded.ts';

describe('the embedded database of a folder', () => {
  let scratch: string;
  let folder: string;

  before(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'folio-embedded-'));
    // Longer than a socket's address may be, and with what a shell would trip over.
    folder = join(scratch, 'a folder with spaces, ñ and "quotes"', 'x'.repeat(200));
  });

  after(() => rm(scratch, { recursive: true }));

  async function ask<Row extends object>(database: Embedded, sql: string): Promise<Row[]> {
    const pool = openPool({ embedded: database.connection });
    try {
      return (await pool.query<Row>(sql)).rows;
    } finally {
      await pool.end();
    }
  }

  test('a first start that was killed half-way is begun anew', async () => {
    await mkdir(join(folder, 'pgdata.new', 'base'), { recursive: true });
    await writeFile(join(folder, 'pgdata.new', 'PG_VERSION'), '18\n');
    const database = await startEmbedded(folder);
    await ask(database, 'create table notes (n int primary key)');
    await database.close();
    assert.deepEqual((await readdir(folder)).toSorted(), ['door.key', 'pgdata']);
  });

  test('nobody but the user of the process may read the data', async () => {
    for (const [name, mode] of [
      ['door.key', 0o600],
      ['pgdata', 0o700],
    ] as const) {
      assert.equal((await stat(join(folder, name))).mode & 0o777, mode, name);
    }
  });

  test('a second process becomes a client of the first, and the owner when that has gone', async () => {
    const child = await runChild(
      `const database = await startEmbedded(${JSON.stringify(folder)});
       const pool = openPool({ embedded: database.connection });
       await pool.query('insert into notes values (1)');
       console.log(database.kind);
       process.stdin.on('end', () => pool.end().then(() => database.close())).resume();`,
    );
    assert.equal(await child.line(), 'owner');
    const database = await startEmbedded(folder);
    assert.equal(database.kind, 'client');
    await ask(database, 'insert into notes values (2)');
    assert.deepEqual(await ask(database, 'select n from notes order by n'), [{ n: 1 }, { n: 2 }]);
    await database.close();
    child.process.stdin?.end();
    const [code] = await once(child.process, 'exit');
    assert.equal(code, 0);

    const owner = await startEmbedded(folder);
    assert.equal(owner.kind, 'owner');
    assert.deepEqual(await ask(owner, 'select n from notes order by n'), [{ n: 1 }, { n: 2 }]);
    await owner.close();
  });

  test('a command that has ended stays for another that uses the database through it', async () => {
    const first = await startEmbedded(folder);
    const second = await startEmbedded(folder);
    assert.equal(second.kind, 'client');
    const pool = openPool({ embedded: second.connection });
    const client = await pool.connect();
    await client.query('begin');
    let isClosed = false;
    const closing = first.closeWhenAlone().then(() => (isClosed = true));
    for (let n = 100; n < 105; n += 1) await client.query('insert into notes values ($1)', [n]);
    await client.query('commit');
    assert.equal(isClosed, false);
    client.release();
    await pool.end();
    await closing;
    const third = await startEmbedded(folder);
    assert.equal(third.kind, 'owner');
    assert.equal((await ask(third, 'delete from notes where n >= 100 returning n')).length, 5);
    await third.closeWhenAlone();
  });

  test('of several that start at once one is the owner, and sees to it that only this user can read the key', async () => {
    await chmod(join(folder, 'door.key'), 0o644);
    const all = await Promise.all([1, 2, 3].map(() => startEmbedded(folder)));
    assert.deepEqual(all.map(({ kind }) => kind).toSorted(), ['client', 'client', 'owner']);
    for (const database of all) assert.equal((await ask(database, 'select n from notes')).length, 2);
    await Promise.all(all.map((database) => database.close()));
    assert.equal((await stat(join(folder, 'door.key'))).mode & 0o777, 0o600);
  });

  test('every commit that was answered outlives kill -9', async () => {
    const child = await runChild(
      `const database = await startEmbedded(${JSON.stringify(folder)});
       const pool = openPool({ embedded: database.connection });
       await pool.query('truncate notes');
       await Promise.all([0, 1, 2, 3].map(async (first) => {
         for (let n = first; ; n += 4) {
           await pool.query('insert into notes values ($1)', [n]);
           console.log(n);
         }
       }));`,
    );
    const answered = new Set<number>();
    while (answered.size < 300) answered.add(Number(await child.line()));
    child.process.kill('SIGKILL');
    await once(child.process, 'exit');
    for await (const line of child.rest()) answered.add(Number(line));

    assert.ok((await readdir(join(folder, 'pgdata'))).includes('postmaster.pid'), 'it was not killed in the middle');
    const database = await startEmbedded(folder);
    assert.equal(database.kind, 'owner');
    const found = new Set((await ask<{ n: number }>(database, 'select n from notes')).map(({ n }) => n));
    assert.deepEqual(
      [...answered].filter((n) => !found.has(n)),
      [],
    );
    assert.ok(found.size <= answered.size + 4, 'more rows than could have been on their way');
    await ask(database, 'insert into notes values (-1)');
    await database.close();
  });

  test('a transaction that does not end holds up the closing for a while only, and leaves no trace', async () => {
    const database = await startEmbedded(folder, { patienceMs: 100 });
    const pool = openPool({ embedded: database.connection }, { onBrokenConnection: () => undefined });
    const one = await pool.connect();
    await one.query('begin');
    await one.query('insert into notes values (-2)');
    const closing = database.close();
    // The folder is in use until the very end; this start waits for it.
    const next = await startEmbedded(folder);
    await closing;
    assert.equal(next.kind, 'owner');
    assert.deepEqual(await ask(next, 'select n from notes where n < 0'), [{ n: -1 }]);
    one.release();
    await pool.end();
    await next.close();
  });

  test('a database that does not open says why, and the next start is not in its way', async () => {
    const control = join(folder, 'pgdata', 'global', 'pg_control');
    await rename(control, `${control}.away`);
    await assert.rejects(startEmbedded(folder), /does not open[^]*pg_control/);
    await rename(`${control}.away`, control);
    const database = await startEmbedded(folder);
    assert.equal(database.kind, 'owner');
    await database.close();
  });

  test('a folder that holds something else is left alone', async () => {
    const other = join(scratch, 'other');
    await mkdir(join(other, 'pgdata'), { recursive: true });
    await writeFile(join(other, 'pgdata', 'letter.txt'), 'precious');
    await assert.rejects(startEmbedded(other), /holds no database/);
    assert.equal(await readFile(join(other, 'pgdata', 'letter.txt'), 'utf8'), 'precious');
  });

  test('an impostor at the address does not learn the key', async () => {
    const key = (await readFile(join(folder, 'door.key'), 'utf8')).trim();
    const heard: Buffer[] = [];
    const impostor = createServer((socket) => {
      socket.on('error', () => undefined);
      // Asks for the key in clear, as a server may.
      socket.on('data', (chunk) => {
        heard.push(chunk);
        socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]));
      });
    });
    impostor.listen({ path: await addressOf(folder) });
    await once(impostor, 'listening');
    await assert.rejects(startEmbedded(folder), /refuses this one/);
    assert.ok(heard.length > 0);
    assert.ok(!Buffer.concat(heard).includes(key), 'the key was told');
    impostor.close();
  });
});

interface Child {
  process: ChildProcess;
  line(): Promise<string>;
  rest(): AsyncIterable<string>;
}

async function runChild(code: string): Promise<Child> {
  const imports = `
    import { startEmbedded } from ${JSON.stringify(import.meta.resolve('./start-embedded.ts'))};
    import { openPool } from ${JSON.stringify(import.meta.resolve('../postgres.ts'))};`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', imports + code], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    process: child,
    async line() {
      const { value, done } = await lines.next();
      assert.ok(!done, 'the process ended before it said anything');
      return value;
    },
    rest: () => ({ [Symbol.asyncIterator]: () => lines }),
  };
}
