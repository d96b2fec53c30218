import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ConfigError } from './config.ts';
import { startProblem } from './start-problem.ts';

const system = (code: string, more: object = {}): Error =>
  Object.assign(new Error(`${code}: as the system says it`), { code, ...more });

/** Thrown values and the printed lines; never a trace, never an object. */
const SAID: readonly (readonly [thrown: unknown, said: RegExp])[] = [
  [new ConfigError('The environment is not usable'), /^The environment is not usable$/],
  [system('EADDRINUSE', { port: 4000 }), /^Port 4000 is taken by another program/],
  [system('EACCES', { port: 80 }), /^Port 80 may not be used/],
  [system('ENOSPC', { path: '/full/x' }), /^There is no space left on the disk of \/full\/x\./],
  [new Error('it does not open', { cause: system('ENOSPC') }), /^There is no space left on the disk of \/data\./],
  [system('EROFS', { path: '/data' }), /^\/data cannot be written \(EROFS\)\./],
  [system('EACCES', { path: '/data' }), /^\/data cannot be written \(EACCES\)\./],
  [
    system('42501'),
    /^The login of DATABASE_URL lacks a right: 42501: as the system says it\. docs\/operations\.md, "First inst/,
  ],
  [system('ENOTDIR', { path: '/file/x' }), /^\/file\/x is no folder\./],
  [new Error('outer', { cause: new Error('inner') }), /^Folio did not start: outer\n {2}inner\nLOG_LEVEL=debug/],
  [{ name: 'ErrnoError', errno: 29 }, /^Folio did not start: \{"name":"ErrnoError","errno":29\}/],
  ['a text', /^Folio did not start: a text/],
];

for (const [thrown, said] of SAID) {
  test(`${thrown instanceof Error ? thrown.message : JSON.stringify(thrown)} is told in sentences`, () => {
    const told = startProblem(thrown, { dataDir: '/data', isTraced: false });
    assert.match(told, said);
    assert.doesNotMatch(told, /\[object|^ +at /m);
  });
}

test('a port that is taken is told before a database is made', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'folio-start-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const taken = createServer().listen(0, '127.0.0.1');
  t.after(() => taken.close());
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env: { PATH: process.env['PATH'], DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent', PORT: String(port) },
    encoding: 'utf8',
  });
  assert.equal(status, 1);
  assert.equal(
    stderr,
    `Port ${port} is taken by another program; set PORT to a free one.
`,
  );
  assert.ok(!existsSync(join(folder, 'data', 'postgresql')), 'nothing was begun');
});

test('the stack of an unforeseen error is there at LOG_LEVEL=debug', () => {
  assert.match(startProblem(new Error('odd'), { dataDir: '/data', isTraced: true }), /odd\nError: odd\n +at /);
});

test('a start in a folder that is none, is damaged or takes nothing ends with a sentence', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'folio-start-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const damaged = join(folder, 'damaged');
  mkdirSync(join(damaged, 'postgresql'), { recursive: true });
  writeFileSync(join(damaged, 'postgresql', 'PG_VERSION'), '18\n');
  const cases: [string, RegExp][] = [
    [file, /is no folder/],
    [damaged, /the database in .* does not open/],
    ...(process.platform === 'linux' ? [['/proc/folio', /cannot be written/] satisfies [string, RegExp]] : []),
  ];
  for (const [dataDir, said] of cases) {
    const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' };
    const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, '../main.ts')], {
      env,
      encoding: 'utf8',
    });
    assert.equal(status, 1);
    assert.match(stderr, said);
    assert.doesNotMatch(stderr, /^ +at |\[object/m);
  }
});
