// Opens the database in a folder: makes it at the first start, and finds it again after whatever ended the last one.
import { access, chmod, mkdir, open, readdir, rename, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { startPostgres } from './start-postgres.ts';
import { hasCode } from './system-error.ts';

/** The caller owns the folder: nobody else has it open. */
export async function openFolder(folder: string): Promise<PGlite> {
  const data = join(folder, 'pgdata');
  if (!(await exists(join(data, 'PG_VERSION')))) await createDatabase(folder, data);
  // Left by a start that did not end in peace; what keeps others out is the door's address.
  await rm(join(data, 'postmaster.pid'), { force: true });
  // PGlite writes its files for everybody; the folder above may have been made by somebody else, and open.
  await chmod(data, 0o700);
  return startPostgres(data);
}

async function createDatabase(folder: string, data: string): Promise<void> {
  if ((await exists(data)) && (await readdir(data)).length > 0) {
    throw new Error(`${data} is not empty and holds no database; move it away, or restore what is missing in it`);
  }
  // Under another name until it is complete: a first start that is killed half-way leaves nothing that looks like a database.
  const draft = `${data}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await fill(draft);
  await syncTree(draft);
  await rm(data, { recursive: true, force: true });
  await rename(draft, data);
  await sync(folder);
}

/** In a thread of its own, whose end gives back the memory that this takes; and without V8's optimizer, which would double both. */
async function fill(draft: string): Promise<void> {
  setFlagsFromString('--no-wasm-tier-up');
  setFlagsFromString('--no-wasm-dynamic-tiering');
  try {
    const worker = new Worker(new URL('create-worker.ts', import.meta.url), { workerData: draft, execArgv: [] });
    await new Promise<void>((resolve, reject) => {
      worker.once('error', reject);
      worker.once('exit', (code) => {
        if (code === 0) resolve();
        else reject(new Error(`the thread that makes the database ended with code ${code}`));
      });
    });
  } finally {
    setFlagsFromString('--wasm-tier-up');
    setFlagsFromString('--wasm-dynamic-tiering');
  }
}

/** The files of a new database are copied, not written by PostgreSQL, so nobody has yet seen to it that they outlive a power cut. */
async function syncTree(folder: string): Promise<void> {
  await sync(folder);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() || entry.isDirectory()) await sync(join(entry.parentPath, entry.name));
  }
}

async function sync(path: string): Promise<void> {
  const handle = await openForSync(path);
  try {
    await handle?.sync();
  } finally {
    await handle?.close();
  }
}

async function openForSync(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r+');
  } catch (error) {
    if (!hasCode(error, 'EISDIR')) throw error;
    // Windows neither opens a folder for this nor needs it.
    return process.platform === 'win32' ? undefined : open(path, 'r');
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}
