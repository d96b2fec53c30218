// PostgreSQL on the files of a folder; where there are none, it makes them.
import { PGlite } from '@electric-sql/pglite';
import { durableFolder, SYNCS } from './durable-folder.ts';
import { parameters } from './parameters.ts';

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
    throw new Error([`the database in ${data} does not open`, ...reasons].join('\n'), { cause: error });
  } finally {
    starting = false;
  }
}
