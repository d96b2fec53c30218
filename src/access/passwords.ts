// Passwords: what one must be, and scrypt with its parameters beside each hash, so that they can grow.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { badInput } from '../platform/errors.ts';
import { limitPerKey } from '../platform/limit-per-key.ts';

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** 32 MB and about a quarter of a second: as strong as OWASP asks. */
const NOW = { log2: 15, r: 8, p: 3 };
const BYTES = 32;
const LEAST = 12;
const MOST = 200;
const LEAST_DIFFERENT = 5;
const FORM = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/;

/** Two at a time: the threads that hash also read files and look up names. */
const turns = limitPerKey(2);

function hashOf(password: string, salt: Buffer, { log2, r, p }: typeof NOW): Promise<Buffer> {
  const options = { N: 2 ** log2, r, p, maxmem: 2 ** (log2 + 8) * r };
  // The same letters may be typed as different bytes by another keyboard.
  return turns.run('', () => derive(password.normalize('NFKC'), salt, BYTES, options));
}

export function assertPassword(password: string): void {
  if (password.length < LEAST || password.length > MOST)
    throw badInput('{field} must have between {least} and {most} characters', {
      ...{ field: 'password', least: LEAST, most: MOST },
    });
  if (new Set(password).size < LEAST_DIFFERENT)
    throw badInput('{field} must have {least} different characters or more', {
      ...{ field: 'password', least: LEAST_DIFFERENT },
    });
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await hashOf(password, salt, NOW);
  return ['scrypt', NOW.log2, NOW.r, NOW.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** Without a hash it takes as long, and is wrong. */
export async function isPassword(password: string, kept: string | null): Promise<boolean> {
  const [, log2, r, p, salt = '', hash = ''] = FORM.exec(kept ?? '') ?? [];
  if (hash === '') {
    await hashOf(password.slice(0, MOST), randomBytes(16), NOW);
    return false;
  }
  const parameters = { log2: Number(log2), r: Number(r), p: Number(p) };
  const own = await hashOf(password.slice(0, MOST), Buffer.from(salt, 'base64url'), parameters);
  return timingSafeEqual(own, Buffer.from(hash, 'base64url'));
}
