// Where a folder's door listens. The address follows from the folder alone, and an address has one listener: it is the folder's lock.
import { createHash, randomBytes } from 'node:crypto';
import { stat, realpath } from 'node:fs/promises';
import { join } from 'node:path';

// The folder of Windows in which named pipes live.
const PIPES = '\\\\.\\pipe\\';

// What fits into the address of a socket on every system, with room for a suffix.
const LONGEST_SOCKET_PATH = 90;

export async function addressOf(folder: string, platform: NodeJS.Platform = process.platform): Promise<string> {
  const path = await realpath(folder);
  if (platform === 'win32') return `${PIPES}folio-${digest(path.toLowerCase())}`;
  // The folder itself, not its path: it can be mounted in two places, and two folders can stand at one path in two containers.
  const { dev, ino } = await stat(path, { bigint: true });
  const name = `folio-${digest(`${dev}:${ino}`)}`;
  // The kernel frees an abstract socket with its process, however that ends.
  if (platform === 'linux' || platform === 'android') return `\0${name}`;
  const beside = join(path, 'door.sock');
  return Buffer.byteLength(beside) <= LONGEST_SOCKET_PATH ? beside : join('/tmp', `${name}.sock`);
}

/** An address of its own, for a database that has no folder. */
export function newAddress(platform: NodeJS.Platform = process.platform): string {
  const name = `folio-${randomBytes(16).toString('hex')}`;
  if (platform === 'win32') return PIPES + name;
  return platform === 'linux' || platform === 'android' ? `\0${name}` : join('/tmp', `${name}.sock`);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
