// A database without a folder, gone with its process: for tests, which need many of them and at once.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { parameters } from './parameters.ts';
import { hasCode } from './system-error.ts';

/** The files of a whole database, as one tar archive. */
export type Snapshot = Uint8Array<ArrayBuffer>;

// Small pieces of log: an empty database then takes 30 MB, not 46.
const INITDB = ['--wal-segsize=1'];

/** Made anew a database takes over a second, from a snapshot a quarter of that; so the empty one is kept beside the packages. */
export async function openMemory(snapshot?: Snapshot): Promise<PGlite> {
  const file = await cacheFile();
  const found = snapshot ?? (await readCached(file));
  const pglite = await PGlite.create({
    startParams: parameters({ durable: false }),
    initDbStartParams: INITDB,
    ...(found === undefined ? {} : { loadDataDir: new Blob([found]) }),
  });
  if (found === undefined) await cache(file, await takeSnapshot(pglite));
  return pglite;
}

export async function takeSnapshot(pglite: PGlite): Promise<Snapshot> {
  // What is only in the log would have to be replayed by everybody who starts from it.
  await pglite.exec('checkpoint');
  return new Uint8Array(await (await pglite.dumpDataDir('none')).arrayBuffer());
}

async function cacheFile(): Promise<string> {
  const pglitePackage = fileURLToPath(new URL('..', import.meta.resolve('@electric-sql/pglite')));
  const description = await readFile(join(pglitePackage, 'package.json'), 'utf8');
  const made = createHash('sha256')
    .update(description + INITDB.join())
    .digest('hex')
    .slice(0, 16);
  return join(pglitePackage, '..', '..', '.cache', 'folio', `empty-database-${made}.tar`);
}

async function readCached(file: string): Promise<Snapshot | undefined> {
  try {
    return new Uint8Array(await readFile(file));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

async function cache(file: string, snapshot: Snapshot): Promise<void> {
  try {
    await mkdir(join(file, '..'), { recursive: true });
    const draft = `${file}.${process.pid}`;
    await writeFile(draft, snapshot);
    await rename(draft, file);
  } catch (error) {
    // Packages that were installed by somebody else: then every start takes its second.
    if (!hasCode(error, 'EACCES', 'EPERM', 'EROFS')) throw error;
  }
}
