// npm run pack [-- [--to FOLDER] [PACKAGE …]]: compiles what is packed for others and makes a tarball of each, with all that its manifest promises.
//
// `npm pack` alone makes an empty one here, and says nothing: .npmrc lets no script run by itself, so nothing is compiled.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = join(import.meta.dirname, '..');
const PACKAGES = ['packages/client', 'packages/simulator'];

interface Manifest {
  name: string;
  exports?: Record<string, Record<string, string>>;
  bin?: Record<string, string>;
}

class Refused extends Error {}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { to: { type: 'string', default: '.' } },
});

try {
  for (const folder of positionals.length > 0 ? positionals : PACKAGES.map((one) => join(ROOT, one))) {
    process.stdout.write(`${pack(resolve(folder), resolve(values.to))}\n`);
  }
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

function pack(folder: string, to: string): string {
  const { name, exports = {}, bin = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  npm(folder, 'run', '--if-present', 'prepack');
  const [packed] = JSON.parse(npm(folder, 'pack', '--ignore-scripts', '--json', '--pack-destination', to)) as {
    filename: string;
    files: { path: string }[];
  }[];
  const { filename, files } = packed!;
  const tarball = join(to, filename);
  const promised = ['README.md', ...Object.values(exports).flatMap((one) => Object.values(one)), ...Object.values(bin)];
  const missing = promised
    .map((path) => posix.normalize(path))
    .filter((path) => !files.some((file) => file.path === path));
  if (missing.length === 0) return tarball;
  rmSync(tarball);
  throw new Refused(`${name} is not packed: it has no ${missing.join(', ')}`);
}

function npm(cwd: string, ...args: string[]): string {
  try {
    const stdio = ['ignore', 'pipe', 'inherit'] as const;
    return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: [...stdio], shell: process.platform === 'win32' });
  } catch (error) {
    throw new Refused(`npm ${args.join(' ')} in ${cwd}: ${(error as { stdout?: string }).stdout ?? String(error)}`);
  }
}
