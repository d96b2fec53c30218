// The key of a folder's door: a secret beside the data, so that who may read the folder may use its database, and nobody else.
import { randomBytes } from 'node:crypto';
import { chmod, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from './system-error.ts';

export function newKey(): string {
  return randomBytes(32).toString('hex');
}

/** The key, once the folder's owner has made it. */
export async function readKey(folder: string): Promise<string | undefined> {
  try {
    const key = (await readFile(join(folder, 'door.key'), 'utf8')).trim();
    if (!/^[0-9a-f]{64}$/.test(key))
      throw new Error(`${join(folder, 'door.key')} holds no key; remove it and start again`);
    return key;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Only for the folder's owner: nobody else makes a key at the same time. */
export async function keepKey(folder: string): Promise<string> {
  const file = join(folder, 'door.key');
  const kept = await readKey(folder);
  if (kept !== undefined) {
    await chmod(file, 0o600);
    return kept;
  }
  const key = newKey();
  const draft = await open(`${file}.new`, 'w', 0o600);
  try {
    await draft.writeFile(`${key}\n`);
    await draft.sync();
  } finally {
    await draft.close();
  }
  // Under its name only when it is whole: others read it while we work.
  await rename(`${file}.new`, file);
  return key;
}
