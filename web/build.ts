// Builds the dashboard when its sources are newer than what was built last; as a program it builds in any case, or with --if-stale only then.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const WEB = import.meta.dirname;
const DIST = join(WEB, 'dist');
/** In the built folder: the digest of the sources that it was built from. */
const MARKER = 'sources.sha256';
const SOURCES = [
  'src/**/*.*',
  // What web/src may import of the service; a wall holds it to that.
  '../src/fiscal/*.ts',
  '../src/platform/{decimal,errors}.ts',
  'public/**/*.*',
  'index.html',
  'vite.config.ts',
  'build.ts',
  '../package-lock.json',
];

/**
 * Does nothing when what is built is what the sources say, which takes a few milliseconds. The build runs as a process of its own,
 * so that the service does not carry the bundler in its memory.
 */
export async function buildDashboardIfStale(): Promise<void> {
  const built = await readFile(join(DIST, MARKER), 'utf8').catch(() => undefined);
  if (built === (await digestOfSources())) return;
  await new Promise<void>((resolve, reject) => {
    const builder = spawn(process.execPath, [join(WEB, 'build.ts')], { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    builder.stdout.on('data', (chunk) => (said += String(chunk)));
    builder.stderr.on('data', (chunk) => (said += String(chunk)));
    builder.once('error', reject);
    builder.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The dashboard could not be built:\n${said.trimEnd()}`));
    });
  });
}

async function digestOfSources(): Promise<string> {
  const hash = createHash('sha256');
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: WEB })).toSorted();
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(await readFile(join(WEB, file)));
  return hash.digest('hex');
}

/** Beside the folder that is served, and put in its place at the end: half a build is never served. */
async function build(): Promise<void> {
  const { build: bundle } = await import('vite');
  const digest = await digestOfSources();
  const scratch = join(DIST, '..', '..', 'node_modules', '.cache', `folio-dashboard-${process.pid}`);
  await mkdir(scratch, { recursive: true });
  try {
    const fresh = join(scratch, 'new');
    await bundle({ configFile: join(WEB, 'vite.config.ts'), logLevel: 'warn', build: { outDir: fresh } });
    await compress(fresh);
    await writeFile(join(fresh, MARKER), digest);
    // Missing at the first build; another builder may have been faster, and then the later one stands.
    await rename(DIST, join(scratch, 'old')).catch(() => undefined);
    await rename(fresh, DIST);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

/** Compressed at build time instead of per request. */
async function compress(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|html|svg)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, basename(entry.name));
    const bytes = await readFile(path);
    await writeFile(`${path}.gz`, await gzipped(bytes, { level: 9 }));
    const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    await writeFile(`${path}.br`, await brotlied(bytes, { params: quality }));
  }
}

if (process.argv[1] === import.meta.filename) {
  await (process.argv.includes('--if-stale') ? buildDashboardIfStale() : build());
}
