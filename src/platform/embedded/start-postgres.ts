// PostgreSQL on the files of a folder; where there are none, it makes them.
import { PGlite } from '@electric-sql/pglite';
import { durableFolder, SYNCS } from './durable-folder.ts';
import { parameters } from './parameters.ts';

/** As the WebAssembly's own system numbers its errors. */
const NO_SPACE = 51;

export async function startPostgres(data: string): Promise<PGlite> {
  // PostgreSQL's own words: they say why it does not start, which PGlite's error does not.
  const words: string[] = [];
  let starting = true;
  try {
    return await PGlite.create({
      fs: durableFolder(data),
      startParams: parameters({ durable: SYNCS }),
      onStderr: (text) => {
        if (starting) words.push(text);
        return false;
      },
    });
  } catch (error) {
    const reasons = words.filter((text) => /FATAL|PANIC|ERROR|HINT|DETAIL/.test(text));
    const failure = new Error([`the database in ${data} does not open`, ...reasons].join('\n'), {
      cause: asError(error),
    });
    throw Object.assign(failure, isDiskFull(error, words) ? { code: 'ENOSPC' } : {});
  } finally {
    starting = false;
  }
}

function isDiskFull(error: unknown, words: readonly string[]): boolean {
  return (error as { errno?: unknown } | null)?.errno === NO_SPACE || words.some((text) => /no space left/i.test(text));
}

/** What the WebAssembly throws is no Error, and does not reach another thread as what it is. */
function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  const { errno } = (thrown ?? {}) as { errno?: number };
  return new Error(errno === undefined ? String(thrown) : `system error ${String(errno)}`);
}
