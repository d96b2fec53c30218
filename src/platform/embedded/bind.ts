// Takes an address for a server, or finds that another process has it.
import { once } from 'node:events';
import { rename, stat } from 'node:fs/promises';
import type { Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { isListening } from '../postgres.ts';
import { hasCode } from './system-error.ts';

// Longer than a process takes from binding to listening, or from finding a stale file to replacing it.
const SETTLE_MS = 250;

/** False when another process listens there. */
export async function bind(server: Server, address: string): Promise<boolean> {
  if (await listen(server, address)) return true;
  // Abstract sockets and pipes end with their process; a socket file may outlive it.
  if (!address.startsWith('/') || (await isListening(address))) return false;
  await delay(SETTLE_MS);
  return (await isListening(address)) ? false : replaceStale(server, address);
}

async function listen(server: Server, address: string): Promise<boolean> {
  server.listen({ path: address });
  try {
    await once(server, 'listening');
    return true;
  } catch (error) {
    if (hasCode(error, 'EADDRINUSE')) return false;
    throw error;
  }
}

/** Two processes may find the same stale file: each puts its own socket in its place, and the one that still stands after a while has it. */
async function replaceStale(server: Server, address: string): Promise<boolean> {
  // Under a name of its own first: closing a server removes the file it was bound to, which must not be the winner's.
  const own = `${address}.${process.pid}`;
  if (!(await listen(server, own))) return false;
  const { ino } = await stat(own, { bigint: true });
  await rename(own, address);
  await delay(SETTLE_MS);
  if ((await stat(address, { bigint: true })).ino === ino) return true;
  server.close();
  return false;
}
