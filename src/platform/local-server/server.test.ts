// The embedded server of a folder: who uses it, who stops it, and that what was committed is found again.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, symlink, unlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openPool } from '../postgres.ts';
import { openLocalServer, type LocalServer } from './server.ts';
import { assertNone } from '../../../test/support/assert-each.ts';

describe('the embedded server of a folder', () => {
  let scratch: string;
  let folder: string;
  let data: string;

  before(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'folio-server-'));
    // Longer than a socket's address may be, and with what a shell would trip over.
    folder = join(scratch, 'a folder with spaces, ñ, $HOME and "quotes"', 'x'.repeat(100));
    data = join(folder, 'postgresql');
  });
  after(() => rm(scratch, { recursive: true }));

  async function ask<Row extends object>({ url }: LocalServer, sql: string): Promise<Row[]> {
    const pool = openPool({ url });
    try {
      return (await pool.query<Row>(sql)).rows;
    } finally {
      await pool.end();
    }
  }
  const isRunning = (): boolean => existsSync(join(data, 'postmaster.pid'));
  const pidOf = (): number => Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10);
  async function ended(): Promise<void> {
    while (isRunning()) await delay(20);
  }

  test('a first start that was killed half-way is begun anew', async () => {
    await mkdir(join(folder, 'postgresql.new', 'base'), { recursive: true });
    await writeFile(join(folder, 'postgresql.new', 'PG_VERSION'), '18\n');
    const server = await openLocalServer(folder);
    await ask(server, 'create table notes (n int primary key)');
    await server.close();
    assert.deepEqual((await readdir(folder)).toSorted(), ['postgresql', 'postgresql.log']);
    assert.equal((await stat(data)).mode & 0o777, 0o700);
  });

  test('it listens on its socket alone, writes to the disk, and orders texts the same everywhere', async () => {
    const server = await openLocalServer(folder);
    const [row] = await ask(
      server,
      `select current_setting('listen_addresses') as port, current_setting('fsync') as fsync,
         current_setting('synchronous_commit') as commits, current_setting('full_page_writes') as pages,
         lower('Ñ') as lower, array(select x from unnest('{b,ñ,B,a}'::text[]) x order by x) as ordered`,
    );
    await server.close();
    assert.deepEqual(row, {
      ...{ port: '', fsync: 'on', commits: 'on', pages: 'on' },
      ...{ lower: 'ñ', ordered: ['B', 'a', 'b', 'ñ'] },
    });
  });

  test('the last process that uses it stops it, whichever has started it', async () => {
    const child = await runChild(folder, `await ask('insert into notes values (1)'); console.log('in');`);
    assert.equal(await child.line(), 'in');
    const server = await openLocalServer(folder);
    await ask(server, 'insert into notes values (2)');
    child.process.stdin?.end();
    assert.deepEqual(await once(child.process, 'exit'), [0, null]);
    assert.deepEqual(await ask(server, 'select n from notes order by n'), [{ n: 1 }, { n: 2 }]);
    await server.close();
    assert.ok(!isRunning());
  });

  test('of several that start and end at once all are served, and none leaves a server behind', async () => {
    for (let round = 0; round < 3; round += 1) {
      const all = await Promise.all([1, 2, 3].map(() => openLocalServer(folder)));
      for (const server of all) assert.equal((await ask(server, 'select n from notes')).length, 2);
      await Promise.all(all.map((server) => server.close()));
      assert.ok(!isRunning());
    }
  });

  test('a second service waits for the first one to end', async () => {
    const first = await openLocalServer(folder, { isService: true });
    const command = await openLocalServer(folder);
    let isIn = false;
    const second = openLocalServer(folder, { isService: true }).then((server) => {
      isIn = true;
      return server;
    });
    await delay(300);
    assert.equal(isIn, false);
    await first.close();
    await (await second).close();
    await command.close();
  });

  test('every commit that was answered outlives kill -9 of the process, and the server ends with it', async () => {
    const answered = await writeUntilKilled(folder, (child) => child.process.kill('SIGKILL'));
    await ended();
    await assertKept(answered);
  });

  test('every commit that was answered outlives kill -9 of the server and all that belongs to it', async () => {
    const answered = await writeUntilKilled(folder, (child) => {
      // The server's session, which is a group of processes of its own.
      process.kill(-pidOf(), 'SIGKILL');
      child.process.kill('SIGKILL');
    });
    assert.ok(isRunning(), 'its lock file is left');
    await assertKept(answered);
  });

  async function assertKept(answered: ReadonlySet<number>): Promise<void> {
    const server = await openLocalServer(folder);
    const found = new Set((await ask<{ n: number }>(server, 'select n from notes')).map(({ n }) => n));
    await server.close();
    assertNone([...answered], (n) => !found.has(n));
    assert.ok(found.size <= answered.size + 4, 'more rows than could have been on their way');
  }

  test('a server whose watcher was killed as well is found by the next start', async () => {
    const child = await runChild(folder, `console.log('in');`);
    await child.line();
    const pid = pidOf();
    // The shell that watches is the one process of the group that is no server.
    const watcher = (await readdir('/proc').catch(() => [])).find((name) => isWatcherOf(name, pid));
    if (watcher !== undefined) process.kill(Number(watcher), 'SIGKILL');
    child.process.kill('SIGKILL');
    await once(child.process, 'exit');
    const server = await openLocalServer(folder);
    if (watcher !== undefined) assert.equal(pidOf(), pid);
    await server.close();
    assert.ok(!isRunning());
  });

  test('a server that is killed while it is used is started again', async () => {
    const server = await openLocalServer(folder);
    const pid = pidOf();
    process.kill(pid, 'SIGKILL');
    for (;;) {
      const rows = await ask(server, 'select 1 as one').catch(() => []);
      if (rows.length === 1 && pidOf() !== pid) break;
      await delay(20);
    }
    await server.close();
    assert.ok(!isRunning());
  });

  test('a lock file that names the number of another program is no server', async () => {
    await writeFile(join(data, 'postmaster.pid'), `${process.pid}\n${data}\n0\n5432\n.\n\n\n`);
    await (await openLocalServer(folder)).close();
  });

  test('starts wait for one that is under way, also in another container', async () => {
    const server = createServer().listen({ path: join(scratch, 's') });
    await once(server, 'listening');
    await symlink(join(scratch, 's'), join(folder, 'start.sock'));
    const opening = openLocalServer(folder);
    await delay(300);
    assert.ok(!isRunning());
    server.close();
    await unlink(join(folder, 'start.sock'));
    await (await opening).close();
  });

  test('a database that does not open says why, and the next start is not in its way', async () => {
    const control = join(data, 'global', 'pg_control');
    await rename(control, `${control}.away`);
    await assert.rejects(openLocalServer(folder), /does not open[^]*pg_control/);
    await rename(`${control}.away`, control);
    await (await openLocalServer(folder)).close();
  });

  for (const [what, files, said] of [
    ['something else', { 'postgresql/letter.txt': 'precious' }, /holds no database/],
    ['another major version', { 'postgresql/PG_VERSION': '17\n' }, /made by PostgreSQL 17[^]*pg_dumpall/],
    ['the database of an older release', { 'pgdata/PG_VERSION': '18\n' }, /npm run folio -- upgrade-folder/],
  ] as const) {
    test(`a folder that holds ${what} is left alone`, async () => {
      const other = await mkdtemp(join(scratch, 'other-'));
      for (const [path, text] of Object.entries(files)) {
        await mkdir(join(other, path, '..'), { recursive: true });
        await writeFile(join(other, path), text);
      }
      await assert.rejects(openLocalServer(other), said);
      for (const [path, text] of Object.entries(files)) assert.equal(readFileSync(join(other, path), 'utf8'), text);
    });
  }
});

function isWatcherOf(name: string, session: number): boolean {
  try {
    // "pid (name) state ppid group session"
    const [, program, group] = /\((.*)\) \w \d+ (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
    return program === 'sh' && Number(group) === session;
  } catch {
    return false;
  }
}

interface Child {
  process: ChildProcess;
  line(): Promise<string>;
  rest(): AsyncIterable<string>;
}

/** Writes numbers, and says each when its commit was answered. Answers the numbers that it said before it was killed. */
async function writeUntilKilled(folder: string, kill: (child: Child) => void): Promise<Set<number>> {
  const child = await runChild(
    folder,
    `await ask('truncate notes');
     for (const first of [0, 1, 2, 3]) void (async () => {
       for (let n = first; ; n += 4) {
         await ask('insert into notes values (' + n + ')');
         console.log(n);
       }
     })();`,
  );
  const answered = new Set<number>();
  while (answered.size < 300) answered.add(Number(await child.line()));
  const exited = once(child.process, 'exit');
  kill(child);
  await exited;
  for await (const line of child.rest()) answered.add(Number(line));
  return answered;
}

/** A process that uses the server until its standard input ends. */
async function runChild(folder: string, code: string): Promise<Child> {
  const program = `
    import { openLocalServer } from ${JSON.stringify(import.meta.resolve('./server.ts'))};
    import { openPool } from ${JSON.stringify(import.meta.resolve('../postgres.ts'))};
    const server = await openLocalServer(${JSON.stringify(folder)});
    const pool = openPool({ url: server.url });
    const ask = (sql) => pool.query(sql);
    process.stdin.on('end', () => pool.end().then(() => server.close())).resume();
    ${code}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
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
