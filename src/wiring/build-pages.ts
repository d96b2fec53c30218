// Builds what a browser is shown when its sources are newer, as a program of its own. A service without pages is still a service.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '../platform/log.ts';

const PROGRAMS = { dashboard: 'web/build.ts', documentation: 'site/build.ts' };

/** Given up where the signal says so. */
export async function buildPages(what: keyof typeof PROGRAMS, log: Logger, signal?: AbortSignal): Promise<void> {
  const program = join(import.meta.dirname, '../..', PROGRAMS[what]);
  // An installation may have what was built and not what it was built from.
  if (!existsSync(program)) return;
  const builder = spawn(process.execPath, [program, '--if-stale'], { stdio: ['ignore', 'ignore', 'pipe'], signal });
  let output = '';
  builder.stderr.on('data', (chunk) => (output += String(chunk)));
  const code = await new Promise((resolve) => {
    builder.once('exit', resolve);
    builder.once('error', resolve);
  });
  if (code === 0 || signal?.aborted === true) return;
  log.warn({ output: output.trim() }, `the ${what} could not be built; the service goes on without it`);
}
