// The data folder of the embedded server: made by initdb at the first start, checked at every other.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { program, Unusable, type User } from './programs.ts';
import { expecting } from '../error-code.ts';

export interface Cluster {
  /** The data folder. */
  data: string;
  programs: string;
  user: User | undefined;
  /** Output of the server. */
  log: string;
}

/** PostgreSQL's major version, which decides who can read a data folder. */
const MAJOR = '18';

export async function prepareCluster(cluster: Cluster, durable: boolean): Promise<void> {
  const { data, user } = cluster;
  if (!existsSync(join(data, 'PG_VERSION'))) await create(cluster, durable);
  const version = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  if (version !== MAJOR) {
    throw new Unusable(
      `${data} was made by PostgreSQL ${version}, and this release brings PostgreSQL ${MAJOR}. Start a PostgreSQL ${version} on that folder, dump it with pg_dumpall and restore the dump into a PostgreSQL 15 or later that DATABASE_URL names; or go on with the release that made it.`,
    );
  }
  // As after a restore by root, whose tar did not keep the owner.
  if (user && statSync(data).uid !== user.uid) giveTo(user, data);
  removeStaleLock(data);
}

async function create({ data, programs, user }: Cluster, durable: boolean): Promise<void> {
  if (existsSync(data) && readdirSync(data).length > 0) {
    throw new Unusable(`${data} is not empty and holds no database; move it away, or restore what is missing in it`);
  }
  if (existsSync(join(dirname(data), 'pgdata'))) {
    throw new Unusable(
      `${dirname(data)} holds the database of Folio 1.8 or earlier, which this release cannot open. "npm run folio -- upgrade-folder" copies it, and keeps the old one.`,
    );
  }
  // Under another name until it is complete, so that a first start that is killed leaves nothing that looks like a database.
  const draft = `${data}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  if (user) chownSync(draft, user.uid, user.gid);
  await initdb(draft, programs, user, durable);
  rmSync(data, { recursive: true, force: true });
  renameSync(draft, data);
}

async function initdb(data: string, programs: string, user: User | undefined, durable: boolean): Promise<void> {
  const child = spawn(
    program(programs, 'initdb'),
    [
      ...['--pgdata', dataPath(data, user), '--username', 'postgres', '--encoding', 'UTF8'],
      // The same order of texts on every system.
      ...['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
      ...authentication(data),
      ...(durable ? [] : ['--no-sync']),
    ],
    { ...user, cwd: data, env: childEnv(), stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const output = text(child.stderr);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code === 0) return;
  const words = (await output).trim();
  throw Object.assign(new Error(`The database in ${data} could not be made: ${words}`), isDiskFull(words));
}

/** A socket in a folder that only its owner may enter needs no password; a port does, which is what Windows has. */
function authentication(data: string): string[] {
  if (process.platform !== 'win32') return ['--auth', 'trust'];
  const file = join(dirname(data), 'postgresql.password');
  writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
  return ['--auth', 'scram-sha-256', '--pwfile', file];
}

/**
 * How the programs name the data folder, which is their working directory: another user than ours may not be able to reach it by its
 * path, when a folder above is only for root.
 */
export function dataPath(data: string, user: User | undefined): string {
  return user ? '/proc/self/cwd' : data;
}

/** Nothing of our environment, such as PGPORT; Windows needs its own, which is the default. */
export function childEnv(): NodeJS.ProcessEnv | undefined {
  return process.platform === 'win32' ? undefined : { PATH: '/usr/bin:/bin', TZ: 'UTC' };
}

export function isDiskFull(words: string): { code?: 'ENOSPC' } {
  return /no space left on device/i.test(words) ? { code: 'ENOSPC' } : {};
}

/** The process that runs this server, or ran it last; undefined where it ended in good order. */
export function postmasterPid(data: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10);
  } catch (error) {
    return expecting('ENOENT')(error);
  }
}

/**
 * After a crash of a container the same number may belong to another program, which PostgreSQL would take for a running server.
 * The caller has seen that no server listens.
 */
function removeStaleLock(data: string): void {
  const pid = postmasterPid(data);
  if (pid === undefined || !existsSync(`/proc/${pid}`) || isPostgres(pid)) return;
  rmSync(join(data, 'postmaster.pid'), { force: true });
}

/** Linux tells; elsewhere numbers are not used again so soon, nor twice at a time. */
export function isPostgres(pid: number): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
  } catch {
    return false;
  }
}

function giveTo({ uid, gid }: User, folder: string): void {
  chownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { recursive: true })) chownSync(join(folder, String(entry)), uid, gid);
}
