// Secrets that are not configured: made once at random, kept in DATA_DIR where only its owner may read them.
import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { expecting } from './error-code.ts';
import { makeFolder } from './make-folder.ts';

const secrets = z.object({
  jwtSecret: z.string(),
  /** Verifies as well, and signs nothing. */
  jwtSecretSecondary: z.string().optional(),
  pacApiKey: z.string(),
  pacWebhookSecret: z.string(),
});

export type Secrets = z.output<typeof secrets>;

export async function readSecrets(dataDir: string): Promise<Secrets> {
  const path = join(dataDir, 'secrets.json');
  await makeFolder(dataDir);
  return (await readIfThere(path)) ?? (await create(path));
}

async function readIfThere(path: string): Promise<Secrets | undefined> {
  try {
    return secrets.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    // Without the words of the parser, which may repeat what it read.
    throw new Error(`${path} cannot be read: ${code ?? 'it is damaged'}`, { cause: error });
  }
}

/** Secrets that each process reads at its next start. */
export async function changeSecrets(dataDir: string, change: (secrets: Secrets) => Secrets): Promise<void> {
  const path = join(dataDir, 'secrets.json');
  await rename(await writeDraft(path, change(await readSecrets(dataDir))), path);
}

export const newSecret = (): string => randomBytes(32).toString('hex');

async function writeDraft(path: string, content: Secrets): Promise<string> {
  const draft = `${path}.${process.pid}.${newSecret().slice(0, 8)}`;
  await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { flag: 'wx', mode: 0o600, flush: true });
  return draft;
}

async function create(path: string): Promise<Secrets> {
  const fresh: Secrets = { jwtSecret: newSecret(), pacApiKey: newSecret(), pacWebhookSecret: newSecret() };
  const draft = await writeDraft(path, fresh);
  try {
    // Linked, not renamed: of two processes that start at once the first one's secrets stay.
    await link(draft, path).catch(expecting('EEXIST'));
  } finally {
    await rm(draft, { force: true });
  }
  return (await readIfThere(path)) ?? fresh;
}
