// Fetches a file that the service makes, or learns why it makes none, and hands it to the browser.
import { forTenant } from '../session.ts';
import { refusalOf, type Problem } from './problem.ts';

/** Answers what was refused, nothing once the file is saved. */
export async function fetchFile(path: string, filename: string): Promise<Problem | undefined> {
  const answer = await fetch(forTenant(path)).catch(() => undefined);
  if (!answer) return { code: 'OFFLINE', message: '' };
  if (!answer.ok) return refusalOf(answer);
  saveFile(await answer.blob(), filename);
  return undefined;
}

export function saveFile(content: Blob, filename: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
