// Why the service did not start, as sentences: what happened, and what to do about it.
import { ConfigError } from './config.ts';
import { INSUFFICIENT_PRIVILEGE } from '../platform/postgres.ts';
import { NotIsolated } from '../canary/isolation-watch.ts';

interface SystemError {
  code?: unknown;
  path?: unknown;
  port?: number | string;
  message?: unknown;
  cause?: unknown;
}

/** `dataDir` where it is known already. The stack of an unforeseen error is told where LOG_LEVEL asks for it. */
export function startProblem(error: unknown, { dataDir, isTraced }: { dataDir: string; isTraced: boolean }): string {
  if (error instanceof ConfigError || error instanceof NotIsolated) return error.message;
  const problem = foreseen(error, dataDir);
  if (problem !== undefined) return problem;
  const trace = isTraced && error instanceof Error ? `\n${error.stack}` : '';
  return `Folio did not start: ${causes(error).join('\n  ')}${trace || '\nLOG_LEVEL=debug tells where it happened.'}`;
}

function foreseen(error: unknown, dataDir: string): string | undefined {
  for (let one = error as SystemError | null | undefined; one; one = one.cause as SystemError | null | undefined) {
    if (typeof one !== 'object') return undefined;
    const { code, path, port } = one;
    if (code === INSUFFICIENT_PRIVILEGE) {
      return `The login of DATABASE_URL lacks a right: ${String(one.message)}. docs/operations.md, "First installation", says what an administrator has to allow.`;
    }
    const where = typeof path === 'string' ? path : dataDir;
    if (code === 'EADDRINUSE') return `Port ${String(port)} is taken by another program; set PORT to a free one.`;
    if (code === 'EACCES' && port !== undefined) return `Port ${String(port)} may not be used by this user; set PORT.`;
    if (code === 'ENOSPC' || code === 'EDQUOT') {
      return `There is no space left on the disk of ${where}. Make room (a new embedded database needs 100 MB), or set DATA_DIR to another folder.`;
    }
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOENT') {
      return `${where} cannot be written (${code}). Give this user the right to, or set DATA_DIR to another folder.`;
    }
    if (code === 'EEXIST' || code === 'ENOTDIR') return `${where} is no folder. Set DATA_DIR to one.`;
  }
  return undefined;
}

/** The error's own words and those of what caused it. */
function causes(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return [String(error)];
  const { message, cause } = error as SystemError;
  const own = typeof message === 'string' && message !== '' ? message : JSON.stringify(error);
  const more = cause === undefined ? [] : causes(cause).filter((words) => !own.includes(words));
  return [own, ...more];
}
