// One start at a time in a folder, also of processes in containers of their own, whose process numbers say nothing to PostgreSQL:
// the lock is a listening socket in the folder, which the kernel closes with its process.
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { createConnection, createServer, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expecting } from '../error-code.ts';

// Longer than a process takes from binding to listening, or from finding a stale file to replacing it.
const SETTLE_MS = 250;
const RETRY_MS = 20;

/** `folder` as a path short enough for the address of a socket. Windows has no such sockets, nor such containers. */
export async function withStartLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  if (process.platform === 'win32') return work();
  const address = `${folder}/start.sock`;
  let release = await tryLock(address);
  while (release === undefined) {
    await delay(RETRY_MS);
    release = await tryLock(address);
  }
  try {
    return await work();
  } finally {
    release();
  }
}

async function tryLock(address: string): Promise<(() => void) | undefined> {
  const server = createServer((socket) => socket.destroy());
  // To close a server is to remove the file that it was bound to.
  if (await listen(server, address)) return () => server.close();
  if (await isListening(address)) return undefined;
  await delay(SETTLE_MS);
  return (await isListening(address)) ? undefined : replaceStale(server, address);
}

async function listen(server: Server, address: string): Promise<boolean> {
  server.listen({ path: address });
  return (await once(server, 'listening').catch(expecting('EADDRINUSE'))) !== undefined;
}

/** Two processes may find the same stale file: each puts its own socket in its place, and the one that still stands after a while has it. */
async function replaceStale(server: Server, address: string): Promise<(() => void) | undefined> {
  const own = `${address}.${process.pid}`;
  if (!(await listen(server, own))) return undefined;
  const { ino } = await stat(own, { bigint: true });
  await rename(own, address);
  await delay(SETTLE_MS);
  const now = await stat(address, { bigint: true }).catch(() => undefined);
  if (now?.ino !== ino) {
    server.close();
    return undefined;
  }
  return () => {
    rmSync(address, { force: true });
    server.close();
  };
}

/** Whether a process listens at the address. */
export function isListening(address: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ path: address });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EACCES') reject(error);
      else resolve(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT');
    });
  });
}
