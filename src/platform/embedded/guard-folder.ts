// A second lock, for those whom the first one does not see: an abstract socket belongs to a network namespace, as each container has
// its own; a socket that is a file belongs to the folder, wherever that is mounted on this machine.
import { open } from 'node:fs/promises';
import { createServer } from 'node:net';
import { bind } from './bind.ts';
import { hasCode } from './system-error.ts';

export interface FolderGuard {
  release(): Promise<void>;
}

/** What file systems say that know no sockets, such as some that a container shares with another system. */
const NO_SOCKETS = ['EOPNOTSUPP', 'ENOTSUP', 'EPERM', 'EINVAL'];

/** The caller has the address of the folder. Throws when somebody else is in the folder all the same. */
export async function guardFolder(folder: string, platform: NodeJS.Platform = process.platform): Promise<FolderGuard> {
  // Elsewhere the address is a file already, or the whole machine's.
  if (platform !== 'linux' && platform !== 'android') return { release: async () => undefined };
  const handle = await open(folder, 'r');
  // By the open folder: the address of a socket is short, a path need not be.
  const server = createServer((socket) => socket.destroy());
  try {
    if (!(await bind(server, `/proc/self/fd/${handle.fd}/guard.sock`))) {
      throw new Error(
        `another process has the database in ${folder}, in a container or a network namespace of its own; one folder is for one of them`,
      );
    }
  } catch (error) {
    await handle.close();
    if (!NO_SOCKETS.some((code) => hasCode(error, code))) throw error;
    return { release: async () => undefined };
  }
  return {
    async release() {
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await handle.close();
    },
  };
}
