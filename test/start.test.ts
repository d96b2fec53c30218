// Runner of every script of this project: it passes on signals and exit codes, and no process outlives its parent.
import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, test } from 'node:test';

const START = join(import.meta.dirname, '../bin/start.mjs');
const folder = mkdtempSync(join(tmpdir(), 'folio start '));
after(() => rmSync(folder, { recursive: true }));

const script = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

const TELL = script(
  'tell.ts',
  `const version: string = process.version;
   console.log(JSON.stringify({ version, script: process.argv[1], args: process.argv.slice(2) }));`,
);
const END = script(
  'end.ts',
  `if (process.argv[2] === 'throw') throw new Error('as asked'); process.exitCode = Number(process.argv[2]);`,
);
// Says who it is, and goes on until it is told to end; what is stubborn does not listen.
const SERVE = script(
  'serve.ts',
  `import { createServer } from 'node:net';
   createServer().listen(0, '127.0.0.1', () => console.log(process.pid));
   for (const signal of ['SIGTERM', 'SIGINT'] as const) {
     process.on(signal, () => { if (process.argv[2] !== 'stubborn') process.exit(7); });
   }`,
);

/** The Nodes of this machine that cannot run TypeScript themselves and have to start ours. */
function olderNodes(): string[] {
  const folders = new Set((process.env['PATH'] ?? '').split(delimiter));
  return [...folders]
    .map((bin) => join(bin, 'node'))
    .filter((node) => Number(/^v(\d+)/.exec(String(spawnSync(node, ['--version']).stdout))?.[1] ?? 99) < 26)
    .slice(0, 1);
}

/** Started by npm, as far as the script can tell. */
const BY_NPM = { ...process.env, npm_lifecycle_event: 'start' };

async function firstLine(child: ChildProcess): Promise<string> {
  const lines = createInterface({ input: child.stdout! });
  const [line] = (await once(lines, 'line')) as [string];
  return line;
}

async function gone(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** A zombie is not alive. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

test('an installation that takes its time says that it lives', { skip: process.platform === 'win32' }, () => {
  const project = join(folder, 'fresh');
  mkdirSync(join(project, 'bin'), { recursive: true });
  copyFileSync(START, join(project, 'bin/start.mjs'));
  const lock = { packages: { '': {}, 'node_modules/absent': { version: '1.0.0' } } };
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify(lock));
  // In place of npm: it takes six seconds, and fails.
  const npm = join(project, 'npm');
  writeFileSync(npm, '#!/bin/sh\nsleep 6\nexit 1\n', { mode: 0o755 });
  const { npm_execpath: _, ...env } = process.env;
  const { stderr, status } = spawnSync(process.execPath, [join(project, 'bin/start.mjs'), TELL], {
    encoding: 'utf8',
    env: { ...env, PATH: [project, process.env['PATH']].join(delimiter) },
  });
  assert.match(stderr, /^Installing packages.*\nstill installing, \d+ s\n/);
  assert.equal(status, 1);
});

const NODES = [process.execPath, ...olderNodes()];

for (const node of NODES) {
  const version = String(spawnSync(node, ['--version']).stdout).trim();

  describe(`started by Node ${version}`, () => {
    test('a script runs under Node 26 or later, with its arguments, and nothing else is on standard output', () => {
      const { stdout } = spawnSync(node, [START, TELL, 'a b', '--json'], { encoding: 'utf8' });
      const told = JSON.parse(stdout) as { version: string; script: string; args: string[] };
      assert.deepEqual({ ...told, version: '' }, { version: '', script: TELL, args: ['a b', '--json'] });
      assert.ok(Number(/^v(\d+)/.exec(told.version)?.[1]) >= 24, told.version);
    });

    for (const [argument, code] of [
      ['0', 0],
      ['3', 3],
      ['throw', 1],
    ] as const) {
      test(`a script that ends with ${argument} ends with the exit code ${code}`, () => {
        assert.equal(spawnSync(node, [START, END, argument]).status, code);
      });
    }

    test('a script that does not exist is wrong usage', () => {
      assert.equal(spawnSync(node, [START, 'nothing.ts']).status, 2);
    });

    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      test(`${signal} reaches the script, whose exit code is passed on`, async () => {
        const child = spawn(node, [START, SERVE], { stdio: ['ignore', 'pipe', 'inherit'] });
        await firstLine(child);
        child.kill(signal);
        assert.deepEqual(await once(child, 'exit'), [7, null]);
      });
    }

    test('kill -9 of what was started ends the script as well', async () => {
      const child = spawn(node, [START, SERVE], { stdio: ['ignore', 'pipe', 'ignore'] });
      const pid = Number(await firstLine(child));
      child.kill('SIGKILL');
      await gone(pid);
    });

    // The trial takes seconds, so it runs once.
    const listens = node === NODES.at(-1) ? 'stubborn' : 'listening';
    test(`kill -9 of npm ends the script, here a ${listens} one`, async () => {
      // As npm does it: through a shell, which goes on when npm is gone.
      const npm = `const { spawn } = require('node:child_process');
        spawn('sh', ['-c', '"$0" "$@"; true', ...process.argv.slice(1)], { stdio: 'inherit' });`;
      const child = spawn(node, ['-e', npm, node, START, SERVE, listens], {
        env: BY_NPM,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const pid = Number(await firstLine(child));
      child.kill('SIGKILL');
      await gone(pid);
    });

    test('a process that was started from a shell of its own outlives the shell', async () => {
      const env = { ...process.env };
      delete env['npm_lifecycle_event'];
      const shell = spawn('sh', ['-c', '"$0" "$@" &', node, START, SERVE], {
        env,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const [line] = await Promise.all([firstLine(shell), once(shell, 'exit')]);
      const pid = Number(line);
      // Longer than it would take to notice.
      await new Promise((resolve) => setTimeout(resolve, 600));
      assert.ok(isAlive(pid));
      process.kill(pid, 'SIGKILL');
      await gone(pid);
    });
  });
}
