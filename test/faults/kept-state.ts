// Progress of a long command, kept in a file: stopped at any moment, it continues from there, on one commit and the same question.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** `asked` is what must be the same each time; `nothing` is where the first one begins. Without a file nothing is kept. */
export function openKept<S extends object>(
  file: string | undefined,
  asked: object,
  nothing: S,
): { state: S; keep(): void } {
  if (file === undefined) return { state: nothing, keep: () => undefined };
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as S) : { ...asked, ...nothing };
  for (const [key, value] of Object.entries(asked)) {
    const found = (kept as Record<string, unknown>)[key];
    if (found !== value) throw new Error(`${file} is of another ${key}: ${String(found)}, not ${String(value)}`);
  }
  const keep = (): void => {
    writeFileSync(`${file}.new`, JSON.stringify(kept));
    renameSync(`${file}.new`, file);
  };
  return { state: kept, keep };
}

/** Commit under judgement; the results of two commits say nothing together. */
export function commitHere(): string {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
  return (stdout as string | null)?.trim() ?? '';
}
