// The embedded PostgreSQL of a folder: every process that uses it starts the server where none runs, and the last one stops it.
//
// The server listens on a socket in its data folder and nowhere else. Each process holds an advisory lock, shared, on a session of its
// own for as long as it uses the server; who gets that lock for itself alone when it leaves is the last one. The server outlives
// its users only where all of them were killed together with the shell that watches over it; the next start finds it.
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { makeFolder } from '../make-folder.ts';
import { isConnectionError } from '../postgres.ts';
import { prepareCluster, type Cluster } from './cluster.ts';
import { addressOf, startPostmaster, stopPostmaster, type Postmaster } from './postmaster.ts';
import { findPrograms, Unusable, userFor } from './programs.ts';
import { withStartLock } from './start-lock.ts';

/** Members of `pg` that its types lack. */
interface Client extends pg.Client {
  ref(): void;
  unref(): void;
}

export { Unusable } from './programs.ts';

export type LocalServer = Awaited<ReturnType<typeof openLocalServer>>;

export interface LocalServerOptions {
  /** The one service of this folder; a second one is refused. */
  isService?: boolean;
  /** False: nothing has to outlive a power cut, as in tests. */
  durable?: boolean;
  settings?: Record<string, string>;
}

// Key of a PostgreSQL advisory lock; the migrations and the queue use others.
const USERS_LOCK = 7_061_503;
const SERVICE_LOCK = 7_061_504;
const RETRY_MS = 20;
const CONNECT_WITHIN_MS = 60_000;
const SERVICE_WAIT_MS = 20_000;
// Longest folder that fits into the address of a socket on every system, with the socket's own name.
const LONGEST_SOCKET_FOLDER = 70;
/** SQLSTATE: the server is starting up, or shutting down. */
const CANNOT_CONNECT_NOW = '57P03';

export async function openLocalServer(folder: string, options: LocalServerOptions = {}) {
  await makeFolder(folder);
  const data = join(folder, 'postgresql');
  const user = userFor(data);
  const cluster: Cluster = { data, user, programs: findPrograms(folder, user), log: join(folder, 'postgresql.log') };
  const short = shortPath(folder);
  const connect = (): Promise<Client | undefined> => connectTo(() => addressOf(cluster, short));
  let started: Postmaster | undefined;
  let isClosing = false;

  async function start(): Promise<void> {
    const isRunning = async (): Promise<boolean> => {
      const client = await connect();
      await client?.end();
      return client !== undefined;
    };
    await withStartLock(short, async () => {
      // Another process may have started it while we waited.
      if (await isRunning()) return;
      const durable = options.durable !== false;
      await prepareCluster(cluster, durable);
      started = await startPostmaster(cluster, { durable, settings: options.settings ?? {} }, isRunning);
    });
  }

  /** A session that says that this process uses the server. */
  async function open(): Promise<Client> {
    for (;;) {
      const client = await connect();
      if (client === undefined) {
        await start();
        continue;
      }
      try {
        await client.query(`select pg_advisory_lock_shared(${USERS_LOCK})`);
        if (options.isService === true) await claimService(client, folder);
        client.once('end', reopen);
        // A process that has nothing else to do may end.
        client.unref();
        return client;
      } catch (error) {
        await client.end();
        // The last one that used the server was stopping it.
        if (!isGone(error)) throw error;
      }
    }
  }

  function reopen(): void {
    if (isClosing) return;
    session = open();
    // It went away and does not come back: to say so and to end is better than to hang.
    session.catch(endProcess);
  }

  let session = open();
  await session;
  return {
    url: addressOf(cluster, short)!,
    /** Stops the server, unless another process uses it. */
    async close() {
      if (isClosing) return;
      isClosing = true;
      const client = await session;
      client.ref();
      if (await isAlone(client)) await stopPostmaster(cluster, options.durable === false ? 'immediate' : 'fast');
      else started?.leave();
      await client.end();
    },
  };
}

/** Undefined where no server listens; one that is starting or stopping is waited for. */
async function connectTo(address: () => string | undefined): Promise<Client | undefined> {
  for (;;) {
    const connectionString = address();
    if (connectionString === undefined) return undefined;
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_WITHIN_MS }) as Client;
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ECONNREFUSED' || code === 'ENOENT') return undefined;
      if (code !== CANNOT_CONNECT_NOW && !isGone(error)) throw error;
      await delay(RETRY_MS);
    }
  }
}

/** The server went away meanwhile. */
function isGone(error: unknown): boolean {
  return isConnectionError(error) || ['ECONNRESET', 'EPIPE'].includes(String((error as NodeJS.ErrnoException).code));
}

/** A service that was told to stop may still be answering its last callers, and one that was killed may still have its session. */
async function claimService(client: Client, folder: string): Promise<void> {
  const giveUpAt = performance.now() + SERVICE_WAIT_MS;
  for (;;) {
    const { rows } = await client.query<{ isOurs: boolean }>(
      `select pg_try_advisory_lock(${SERVICE_LOCK}) as "isOurs"`,
    );
    if (rows[0]!.isOurs) return;
    if (performance.now() > giveUpAt) {
      throw new Unusable(`Another Folio service is using ${folder}. Stop it, or set DATA_DIR to another folder.`);
    }
    await delay(200);
  }
}

/** Each process that leaves lets go of its share before it asks, so the last one is told so also when several leave at once. */
async function isAlone(session: Client): Promise<boolean> {
  try {
    await session.query(`select pg_advisory_unlock_shared(${USERS_LOCK})`);
    const { rows } = await session.query<{ isAlone: boolean }>(
      `select pg_try_advisory_lock(${USERS_LOCK}) as "isAlone"`,
    );
    return rows[0]!.isAlone;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

/** The address of a socket is short, a path need not be: Linux also finds it by the open folder. */
function shortPath(folder: string): string {
  if (process.platform === 'win32' || Buffer.byteLength(folder) <= LONGEST_SOCKET_FOLDER) return folder;
  if (process.platform === 'linux') return `/proc/${process.pid}/fd/${openSync(folder, 'r')}`;
  throw new Unusable(`${folder} is too long for the address of a socket; set DATA_DIR to a shorter path.`);
}

function endProcess(error: Error): void {
  process.stderr.write(`The embedded database is gone: ${error.message}\n`);
  process.exit(1);
}
