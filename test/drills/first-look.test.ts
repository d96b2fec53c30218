// deploy/first-look.yaml: its commands, followed in an empty folder, since no container engine is at hand in a test.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../src/wiring/config.ts';
import { eventually } from '../support/world.ts';
import { freePort } from '../support/free-port.ts';

const ROOT = join(import.meta.dirname, '../..');
const FILE = join(ROOT, 'deploy/first-look.yaml');
const TEXT = readFileSync(FILE, 'utf8');

/** The lines of a block that stand deeper than its name. */
function below(name: string): string[] {
  const [, indent, block] = new RegExp(`^( *)(?:- )?${name}\\n((?:\\1 +.*\\n)+)`, 'm').exec(TEXT)!;
  return block!
    .split('\n')
    .filter(Boolean)
    .map((line) => line.slice(indent!.length).trim());
}

test('it names settings that exist, and is reached from its own machine alone', () => {
  const environment = Object.fromEntries(below('environment:').map((line) => line.split(': ') as [string, string]));
  assert.deepEqual(readConfig(environment).unknownNames, []);
  const known = readFileSync(join(ROOT, 'src/wiring/config.ts'), 'utf8');
  for (const name of Object.keys(environment)) assert.match(known, new RegExp(`\\b${name}:`));
  for (const port of below('ports:')) assert.match(port, /^- 127\.0\.0\.1:/);
});

test('its commands end in a service with a demo, and nothing is written into the project', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'folio-first-look-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const home = join(folder, 'home');
  mkdirSync(home);
  const commands = below('- \\|').join('\n').replaceAll('/home/node', home).replaceAll('/project', ROOT);
  const port = await freePort();
  const env = {
    ...process.env,
    // npm as this machine has it set up; all else is new.
    npm_config_userconfig: process.env['npm_config_userconfig'] ?? join(homedir(), '.npmrc'),
    npm_config_cache: process.env['npm_config_cache'] ?? join(homedir(), '.npm'),
    PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
    ...{ HOME: home, HOST: '0.0.0.0', PORT: String(port), NODE_TEST_CONTEXT: undefined, DATABASE_URL: undefined },
  };
  const shell = spawn('sh', ['-euc', commands], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => shell.kill('SIGKILL'));
  const ended = once(shell, 'exit');
  let said = '';
  shell.stdout.on('data', (text) => (said += String(text)));
  const isSilent = once(shell.stdout, 'end').then(() => true);
  while (!said.includes('Variables')) if ((await Promise.race([isSilent, once(shell.stdout, 'data')])) === true) break;
  assert.match(said, /Dashboard +\S+\/#code=\S+/, said);
  const token = /Token +(\S+)/.exec(said)![1]!;
  const answer = await fetch(`http://127.0.0.1:${port}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: '{"query":"{ items(limit: 1) { totalCount } }"}',
  });
  assert.match(await answer.text(), /"totalCount":[1-9]/);
  // A busy machine builds the pages late. They never come where the service has said so, or answers no more.
  const docs = async (): Promise<number> => {
    assert.doesNotMatch(said, /could not be built/);
    return (await fetch(`http://127.0.0.1:${port}/docs/`)).status;
  };
  await eventually(docs, (status) => status === 200, Infinity);
  assert.ok(existsSync(join(home, 'folio', '.folio')));
  shell.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
});

test(
  'Compose reads it',
  { skip: spawnSync('docker-compose', ['version']).status === 0 ? false : 'no Compose is installed here' },
  () => {
    const { status, stderr } = spawnSync('docker-compose', ['-f', FILE, 'config', '--quiet'], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  },
);
