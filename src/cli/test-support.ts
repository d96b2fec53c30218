// The command line for tests: in their own process, or as the real program. Both tell what was printed and how it ended.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { folio } from './run.ts';

const ROOT = join(import.meta.dirname, '..', '..');

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Nothing of the environment of the tests, which may have a database of their own. */
interface RunOptions {
  env: Record<string, string>;
  stdin?: string;
}

export async function runFolio(words: readonly string[], { env, stdin = '' }: RunOptions): Promise<Ended> {
  const ended = { stdout: '', stderr: '' };
  const code = await folio(words, {
    terminal: { isInteractive: false, write: (text) => void (ended.stderr += text) },
    print: (text) => void (ended.stdout += text),
    stdin: Readable.from([stdin]),
    env,
  });
  return { ...ended, code };
}

/** A second or two of processor time: for what only a process has, such as its exit code and its standard input. */
export function startFolio(words: readonly string[], { env, stdin = '' }: RunOptions): Promise<Ended> {
  const program = spawn(process.execPath, ['bin/start.mjs', 'src/cli/folio.ts', ...words], {
    cwd: ROOT,
    env,
    stdio: 'pipe',
  });
  const ended = { stdout: '', stderr: '' };
  program.stdout.on('data', (chunk: Buffer) => (ended.stdout += chunk.toString()));
  program.stderr.on('data', (chunk: Buffer) => (ended.stderr += chunk.toString()));
  program.stdin.end(stdin);
  return new Promise((resolve, reject) => {
    program.once('error', reject);
    program.once('close', (code) => resolve({ ...ended, code }));
  });
}
