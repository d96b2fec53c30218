// A folder that is built from sources: built again when they have changed, put in its place whole, compressed once.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const ROOT = join(import.meta.dirname, '..');
/** In the built folder: the digest of the sources that it was built from. */
const MARKER = 'sources.sha256';

export interface BuiltFolder {
  /** Name for a person. */
  name: string;
  /** The program that builds it; what is built lies in `dist` beside it. */
  program: string;
  /** Patterns from the program's folder. */
  sources: readonly string[];
  /** Builds it in this folder, which is new. */
  build(folder: string): Promise<void>;
}

/** For the program itself: builds in any case, or with --if-stale only when the sources have changed. */
export async function runBuilder(built: BuiltFolder): Promise<void> {
  if (process.argv[1] !== built.program) return;
  await (process.argv.includes('--if-stale') ? buildIfStale(built) : build(built));
}

/**
 * Does nothing when what is built is what the sources say, which takes a few milliseconds. The build runs as a process of its own,
 * so that the caller does not carry the bundler in its memory.
 */
export async function buildIfStale(built: BuiltFolder): Promise<void> {
  const marker = join(distOf(built), MARKER);
  if ((await readFile(marker, 'utf8').catch(() => undefined)) === (await digestOf(built))) return;
  await new Promise<void>((resolve, reject) => {
    const builder = spawn(process.execPath, [built.program], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    builder.stdout.on('data', (chunk) => (output += String(chunk)));
    builder.stderr.on('data', (chunk) => (output += String(chunk)));
    builder.once('error', reject);
    builder.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${built.name} could not be built:\n${output.trimEnd()}`));
    });
  });
}

function distOf({ program }: BuiltFolder): string {
  return join(dirname(program), 'dist');
}

async function digestOf({ program, sources }: BuiltFolder): Promise<string> {
  const cwd = dirname(program);
  const hash = createHash('sha256');
  const own = [program, import.meta.filename, join(ROOT, 'package-lock.json')].map((path) => relative(cwd, path));
  const files = sources.flatMap((pattern) => globSync(pattern, { cwd })).toSorted();
  for (const file of [...files, ...own])
    hash
      .update(file)
      .update('\0')
      .update(await readFile(join(cwd, file)));
  return hash.digest('hex');
}

/** Beside the folder that is served, and put in its place at the end: half a build is never served. */
async function build(built: BuiltFolder): Promise<void> {
  const digest = await digestOf(built);
  const dist = distOf(built);
  const scratch = join(ROOT, 'node_modules', '.cache', `folio-${basename(dirname(dist))}-${process.pid}`);
  await mkdir(scratch, { recursive: true });
  try {
    const fresh = join(scratch, 'new');
    await built.build(fresh);
    await compress(fresh);
    await writeFile(join(fresh, MARKER), digest);
    // Missing at the first build; another builder may have been faster, and then the later one stands.
    await rename(dist, join(scratch, 'old')).catch(() => undefined);
    await rename(fresh, dist);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

/** Compressed at build time instead of per request. */
async function compress(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|html|svg|md|txt|wasm)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, basename(entry.name));
    const bytes = await readFile(path);
    await writeFile(`${path}.gz`, await gzipped(bytes, { level: 9 }));
    const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    await writeFile(`${path}.br`, await brotlied(bytes, { params: quality }));
  }
}
