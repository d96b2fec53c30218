// AGENTS.md: its commands and options exist, its paths are there, and what it says to run for one file and for the checks works.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '..');
const TEXT = readFileSync(join(ROOT, 'AGENTS.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

/** Each line of its shell blocks, and what stands as code among its words. */
const WORDS = [...TEXT.replaceAll(/^```[^]*?^```$/gm, '').matchAll(/`([^`]+)`/g)].map(([, code]) => code!);
const COMMANDS = [...TEXT.matchAll(/^```sh\n([^]*?)^```$/gm)]
  .flatMap(([, block]) => block!.split('\n'))
  .concat(WORDS.filter((code) => /(^| )npm /.test(code)))
  .map((line) => line.replace(/ +#.*$/, ''))
  .filter((line) => line !== '');

/** Files that are built, with who calls their printer. Types alone are in them but for the client's, so that nothing that runs reads them. */
const BUILT = [
  ['web/src/api/answers.ts', 'test/check.ts', 'writeAnswers()'],
  ['packages/client/src/api.ts', 'test/check.ts', 'packages/client/print-types.ts'],
  ['packages/client/src/api.ts', 'packages/client/package.json', 'packages/client/print-types.ts'],
] as const;

test('its commands are scripts of package.json, with options that they know and patterns that find a file', () => {
  assert.ok(COMMANDS.length >= 9);
  const usage = readFileSync(join(ROOT, 'test/run.ts'), 'utf8').split('`;')[0]!;
  for (const command of COMMANDS) {
    const [, script, rest = ''] = /^(?:[A-Z]+=write )?npm (?:run )?([a-z]+)(?: -- (.*))?$/.exec(command) ?? [];
    assert.ok(script !== undefined && script in scripts, command);
    if (script !== 'test') continue;
    for (const option of rest.match(/--[a-z]+/g) ?? []) assert.ok(usage.includes(`[${option}`), command);
    const [, only] = /--only (\S+)/.exec(rest) ?? [];
    const files = globSync('{src,test,packages,web}/**/*.test.ts', { cwd: ROOT });
    assert.ok(only === undefined || files.some((file) => file.replaceAll('\\', '/').includes(only)), command);
  }
});

test('what it names is there', () => {
  const paths = WORDS.filter((code) => /^[\w.-]+\/[\w./-]*$/.test(code));
  assert.ok(paths.length >= 8);
  for (const path of paths) assert.ok(existsSync(join(ROOT, path)), path);
});

test('what it calls built is in no commit, and is written before anything reads it', () => {
  const ignored = readFileSync(join(ROOT, '.gitignore'), 'utf8').split('\n');
  for (const [built, by, printer] of BUILT) {
    assert.ok(ignored.includes(built), built);
    const { status, stdout } = spawnSync('git', ['ls-files', built], { cwd: ROOT, encoding: 'utf8' });
    assert.ok(status !== 0 || stdout === '', `${built} is in the repository`);
    assert.ok(readFileSync(join(ROOT, by), 'utf8').includes(printer), by);
  }
});

test('a test of one file runs by its first command', async () => {
  const [one] = COMMANDS.filter((command) => command.startsWith('npm test -- --only src/'));
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const { stdout } = await promisify(execFile)('sh', ['-c', one!], { cwd: ROOT, env });
  assert.match(stdout, /^\S+ pass [1-9]/m);
  assert.match(stdout, /^\S+ fail 0$/m);
});
