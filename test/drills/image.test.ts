// deploy/Containerfile, followed line by line in a folder, since no container engine is at hand in a test: what it makes is started.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, matchesGlob, relative } from 'node:path';
import { after, test } from 'node:test';
import { startPostgres } from '../faults/kill-loop/postgres-server.ts';
import { freePort } from '../support/free-port.ts';

const ROOT = join(import.meta.dirname, '../..');
const IGNORED = readFileSync(join(ROOT, '.dockerignore'), 'utf8').trim().split('\n');
const folder = mkdtempSync(join(tmpdir(), 'folio-image-'));
after(() => rmSync(folder, { recursive: true, force: true }));
// As in the image, node is the one that runs this test.
const PATH = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`;

interface Stage {
  at: string;
  env: Record<string, string>;
  command: string[];
}

/** Parts of the last stage that a container needs: the place of its files, its environment, its command. */
function build(): Stage {
  const text = readFileSync(join(ROOT, 'deploy/Containerfile'), 'utf8');
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n');
  let stage: Stage = { at: '', env: {}, command: [] };
  let entry: string[] = [];
  for (const line of lines) {
    const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? [];
    const words = rest.split(/\s+/);
    if (word === 'FROM') stage = { at: join(folder, words[2] ?? 'image'), env: {}, command: [] };
    if (word === 'FROM') mkdirSync(stage.at);
    if (word === 'COPY') copy(words, stage.at);
    // RUN lines of the last stage concern its own system.
    if (word === 'RUN' && stage.at.endsWith('build')) {
      execFileSync('/bin/sh', ['-c', rest], { cwd: stage.at, env: { ...process.env, PATH }, stdio: 'pipe' });
    }
    if (word === 'ENV') for (const one of words) stage.env[one.split('=')[0]!] = one.slice(one.indexOf('=') + 1);
    if (word === 'ENTRYPOINT') entry = JSON.parse(rest) as string[];
    if (word === 'CMD') stage.command = [...entry, ...(JSON.parse(rest) as string[])];
  }
  return stage;
}

function copy(words: string[], to: string): void {
  const target = join(to, words.at(-1)!);
  const from = words[0]!.startsWith('--from=') ? folder : ROOT;
  for (const one of words.filter((word) => !word.startsWith('--')).slice(0, -1)) {
    const source = join(from, one);
    const isFolder = !words.at(-1)!.startsWith('.') && existsSync(source) && words.length === (from === ROOT ? 2 : 3);
    cpSync(source, isFolder ? target : join(target, one), {
      recursive: true,
      filter: (path) => from !== ROOT || !IGNORED.some((glob) => matchesGlob(relative(ROOT, path), glob)),
    });
  }
}

test('what the container file makes has no tests and no tools in it, starts, and shows the dashboard', async (t) => {
  const server = await startPostgres();
  if (!server) return t.skip('no PostgreSQL is installed here');
  t.after(() => server.stop());
  const { at, env, command } = build();
  assert.deepEqual(globSync('{src,kits,migrations,web}/**/*.test.ts', { cwd: at }), []);
  for (const none of ['simulator', 'test', 'bench', '.git', 'node_modules/typescript', 'node_modules/vite']) {
    assert.ok(!existsSync(join(at, none)), none);
  }
  const port = await freePort();
  const settings = {
    ...env,
    PATH,
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    DRAIN_MS: '0',
    DATABASE_URL: server.url,
    PAC_BASE_URL: 'https://pac.example',
    PAC_API_KEY: 'key',
    PAC_WEBHOOK_SECRET: 'a secret of the image',
    AUTH_JWT_SECRET: 'a secret for the time of a test of the image',
  };
  const service = spawn(command[0]!, command.slice(1), {
    cwd: at,
    env: settings,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => service.kill('SIGKILL'));
  const ended = once(service, 'exit');
  for await (const text of service.stdout) if (String(text).includes('Folio is ready')) break;
  service.stdout.resume();
  assert.equal((await fetch(`http://127.0.0.1:${port}/readyz`)).status, 200);
  const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
  assert.match(page, /<script type="module"/, 'the page of the dashboard, not the one that stands in for it');
  assert.match(
    await (await fetch(`http://127.0.0.1:${port}/docs/`)).text(),
    /<main id="content">/,
    'the documentation is built',
  );
  service.kill('SIGTERM');
  assert.deepEqual((await ended)[0], 0);
});

test('without a PAC it says what is missing, since there is no simulator in it', () => {
  const at = join(folder, 'image');
  const env = { PATH, DATA_DIR: join(folder, 'no-pac'), DEMO: 'off', PORT: '0' };
  assert.throws(
    () => execFileSync(process.execPath, ['src/main.ts'], { cwd: at, env, stdio: 'pipe' }),
    /PAC_BASE_URL is required: there is no simulator here/,
  );
});
