// Fetches a file that the service makes, or learns why it makes none, and hands it to the browser.
import { forTenant } from '../session.ts';
import type { Problem } from './problem.ts';

interface Refused {
  errors?: readonly { message: string; extensions: { code: string } }[];
}

/** Answers what was refused, nothing once the file is saved. */
export async function fetchFile(path: string, filename: string): Promise<Problem | undefined> {
  const answer = await fetch(forTenant(path)).catch(() => undefined);
  if (!answer) return { code: 'OFFLINE', message: '' };
  if (!answer.ok) {
    const { errors } = (await answer.json().catch(() => ({}))) as Refused;
    const [refused] = errors ?? [];
    return { code: refused?.extensions.code ?? 'INTERNAL_SERVER_ERROR', message: refused?.message ?? '' };
  }
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
