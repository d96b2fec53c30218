// `npm run pack`: each package with all that its manifest promises and a page that says what it is, or none and a reason.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { installPacked, ROOT } from './packed.ts';

const run = promisify(execFile);

const MANIFEST = {
  name: '@folio/tried',
  version: '1.0.0',
  files: ['dist'],
  exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  bin: { tried: 'dist/main.js' },
};

async function packageOf(t: TestContext, files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'folio-pack-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'dist'));
  const all = { 'package.json': JSON.stringify(MANIFEST), ...files };
  for (const [name, text] of Object.entries(all)) await writeFile(join(folder, name), text);
  return folder;
}

const pack = (folder: string) =>
  run('npm', ['run', '--silent', 'pack', '--', '--to', folder, folder], {
    cwd: ROOT,
    shell: process.platform === 'win32',
  });

const WHOLE = { 'README.md': '# tried', 'dist/index.js': '', 'dist/index.d.ts': '', 'dist/main.js': '' };

test('a package that has all that it promises is packed', async (t) => {
  const folder = await packageOf(t, WHOLE);
  const { stdout } = await pack(folder);
  assert.equal(stdout.trim(), join(folder, 'folio-tried-1.0.0.tgz'));
  assert.ok((await readdir(folder)).includes('folio-tried-1.0.0.tgz'));
});

for (const lacking of Object.keys(WHOLE)) {
  test(`a package without ${lacking} is not packed`, async (t) => {
    const { [lacking as 'README.md']: _, ...others } = WHOLE;
    const folder = await packageOf(t, others);
    await assert.rejects(pack(folder), (error: Error & { code: number; stderr: string }) => {
      assert.equal(error.code, 1);
      assert.equal(error.stderr.trim(), `@folio/tried is not packed: it has no ${lacking}`);
      return true;
    });
    assert.ok(!(await readdir(folder)).some((name) => name.endsWith('.tgz')));
  });
}

test('a package that does not compile is not packed, although an older dist/ lies there', async (t) => {
  const broken = { ...MANIFEST, scripts: { prepack: 'exit 3' } };
  const folder = await packageOf(t, { ...WHOLE, 'package.json': JSON.stringify(broken) });
  await assert.rejects(pack(folder));
  assert.ok(!(await readdir(folder)).some((name) => name.endsWith('.tgz')));
});

for (const name of ['client', 'simulator'] as const) {
  test(`@folio/${name} says in its README how it is used`, async () => {
    const folder = join(await installPacked(name), 'node_modules/@folio', name);
    const text = await readFile(join(folder, 'README.md'), 'utf8');
    assert.ok(text.startsWith(`# @folio/${name}\n`));
    assert.match(text, /```/);
    // Each link leads to the web or to a file of the package.
    for (const [, target] of text.matchAll(/\]\(([^)#]+)/g)) assert.match(target!, /^https?:/);
  });
}
