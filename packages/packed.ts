// A package of this repository as a stranger has it: packed by npm, and installed from its tarball into an empty folder.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { promisify } from 'node:util';

export const ROOT = join(import.meta.dirname, '..');
const run = promisify(execFile);

/** Node without what it can do for TypeScript, as Node 20 is. */
export const PLAIN_NODE = process.allowedNodeEnvironmentFlags.has('--no-strip-types') ? ['--no-strip-types'] : [];

const installed = new Map<string, Promise<string>>();

after(async () => {
  for (const folder of installed.values()) await rm(await folder, { recursive: true, force: true });
});

/** The folder, which has the package in its `node_modules`; installed once for all tests of a process. */
export function installPacked(name: 'client' | 'simulator'): Promise<string> {
  const folder = installed.get(name) ?? install(name);
  installed.set(name, folder);
  return folder;
}

async function install(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'folio-packed-'));
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const source = join(ROOT, 'packages', name);
  const { stdout } = await run(process.execPath, [join(ROOT, 'bin/pack.ts'), '--to', folder, source]);
  const { dependencies, version } = await readManifest(join('packages', name));
  assert.equal(version, (await readManifest('.')).version, 'the packages have the version of the project');
  // Its dependencies are linked from this folder, so no registry is asked.
  for (const path of await closure(Object.keys(dependencies)))
    await cp(join(ROOT, path), join(folder, path), { recursive: true });
  await npm(folder, 'install', '--offline', '--no-save', '--no-audit', '--no-fund', stdout.trim());
  return folder;
}

function npm(cwd: string, ...args: string[]): Promise<{ stdout: string }> {
  return run('npm', args, { cwd, shell: process.platform === 'win32' });
}

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;
}

interface Manifest {
  version: string;
  dependencies: Record<string, string>;
}

async function closure(names: readonly string[]): Promise<Set<string>> {
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Partial<Manifest>>;
  };
  const found = new Set<string>();
  for (const wanted = [...names]; wanted.length > 0;) {
    const path = `node_modules/${wanted.pop()!}`;
    if (found.has(path)) continue;
    found.add(path);
    wanted.push(...Object.keys(lock.packages[path]?.dependencies ?? {}));
  }
  return found;
}
