// Starts the embedded database of a folder in this process, or finds the process that already has it and becomes its client.
import { statfsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Client } from 'pg';
import { makeFolder } from '../make-folder.ts';
import { embeddedClient, isConnectionError, isListening, type EmbeddedConnection } from '../postgres.ts';
import { addressOf, newAddress } from './address.ts';
import { readKey } from './door-key.ts';
import type { DoorOrder, DoorReport, DoorRequest } from './door-worker.ts';
import type { Snapshot } from './open-memory.ts';

export interface Embedded {
  /** The owner has the database in its own process; a client depends on the process that has it. */
  readonly kind: 'owner' | 'client';
  readonly connection: EmbeddedConnection;
  /** Owner: ends the database once the running transaction has ended. Client: nothing to end; the pool is the caller's. */
  close(): Promise<void>;
  /** The same, but an owner stays for as long as other processes use the database through this one. */
  closeWhenAlone(): Promise<void>;
}

export interface EmbeddedInMemory extends Embedded {
  /** Everything that is in it, to start others from. */
  snapshot(): Promise<Snapshot>;
}

export interface EmbeddedOptions {
  /** The database has crashed and is gone for this process. By default the process says so and ends, which is better than to hang. */
  onFatal?: (error: Error) => void;
  /** How long a connection may do nothing inside a transaction while others wait for the one session; 30 s. */
  patienceMs?: number;
}

/** For tests: gone with the process, and not shared with another one unless it is handed the connection. */
export interface InMemory {
  readonly memory: true;
  readonly snapshot?: Snapshot;
}

export function startEmbedded(folder: string, options?: EmbeddedOptions): Promise<Embedded>;
export function startEmbedded(place: InMemory, options?: EmbeddedOptions): Promise<EmbeddedInMemory>;
export async function startEmbedded(place: string | InMemory, options: EmbeddedOptions = {}): Promise<Embedded> {
  return typeof place === 'string' ? ownOrJoin(place, options) : inMemory(place, options);
}

async function inMemory({ snapshot }: InMemory, options: EmbeddedOptions): Promise<EmbeddedInMemory> {
  const owned = await own({ address: newAddress(), ...(snapshot === undefined ? {} : { snapshot }) }, options);
  if (!owned) throw new Error('an address that was made at random is taken');
  return owned;
}

// As long as an owner may take to make a database on a slow machine, or to close one that is in use.
const WAIT_FOR_OWNER_MS = 60_000;

async function ownOrJoin(folder: string, options: EmbeddedOptions): Promise<Embedded> {
  await makeFolder(folder);
  const address = await addressOf(folder);
  const deadline = performance.now() + WAIT_FOR_OWNER_MS;
  while (performance.now() < deadline) {
    const found = (await isListening(address)) ? await join(folder, address) : await own({ address, folder }, options);
    if (found) return found;
    await delay(50);
  }
  throw new Error(`the database in ${folder} belongs to another process, which does not answer`);
}

/** Nothing while the owner is coming or going. */
async function join(folder: string, address: string): Promise<Embedded | undefined> {
  const key = await readKey(folder);
  if (key === undefined) return undefined;
  const connection = { address, key };
  const client = new Client({ ...embeddedClient(connection), connectionTimeoutMillis: WAIT_FOR_OWNER_MS });
  try {
    await client.connect();
    await client.end();
    const nothing = async (): Promise<void> => undefined;
    return { kind: 'client', connection, close: nothing, closeWhenAlone: nothing };
  } catch (error) {
    if (isConnectionError(error)) return undefined;
    throw new Error(`another process has the database in ${folder} and refuses this one`, { cause: error });
  }
}

const PATIENCE_MS = 30_000;
// Deep recursion of a statement must meet PostgreSQL's own limit, which is an error, before the thread's, which is a crash:
// the 2 MB that PostgreSQL allows take several times that here.
const STACK_MB = 32;
// Longer than the door allows its last transaction, with time for a last checkpoint.
const CLOSE_MS = 30_000;

/** Nothing when another process has the address. */
async function own(
  order: Omit<DoorOrder, 'patienceMs'>,
  options: EmbeddedOptions,
): Promise<EmbeddedInMemory | undefined> {
  const worker = new Worker(new URL('door-worker.ts', import.meta.url), {
    name: 'embedded database',
    workerData: { ...order, patienceMs: options.patienceMs ?? PATIENCE_MS } satisfies DoorOrder,
    resourceLimits: { stackSizeMb: STACK_MB },
    // Node's options are the program's own; some of them, like --input-type, do not fit a thread.
    execArgv: [],
  });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const first = await firstReport(worker);
  if (first.is === 'failed') throw Object.assign(first.error, { code: first.code });
  if (first.is !== 'open') {
    await worker.terminate();
    return undefined;
  }

  let closing: Promise<void> | undefined;
  let broken = false;
  function breakDown(reason: string): void {
    if (closing || broken) return;
    broken = true;
    const cause = isFull(order.folder) ? `there is no space left on the disk of ${order.folder}` : reason;
    (options.onFatal ?? endProcess)(new Error(`the embedded database has crashed: ${cause}`));
  }
  worker.on('message', (report: DoorReport) => {
    if (report.is === 'crashed') breakDown(report.reason);
    if (report.is === 'trouble') process.emitWarning(`housekeeping of the embedded database: ${report.words}`);
  });
  worker.on('error', (error) => breakDown(error instanceof Error ? (error.stack ?? error.message) : String(error)));
  worker.once('exit', (code) => breakDown(`its thread ended with code ${code}`));

  async function close(): Promise<void> {
    worker.postMessage('close' satisfies DoorRequest);
    await Promise.race([exited, delay(CLOSE_MS, undefined, { ref: false })]);
    // A statement that does not end would keep the process; its work is undone at the next start, like after any crash.
    await worker.terminate();
  }

  async function closeWhenAlone(): Promise<void> {
    worker.postMessage('linger' satisfies DoorRequest);
    await exited;
  }

  return {
    kind: 'owner',
    connection: { address: order.address, key: first.key },
    close: () => (closing ??= close()),
    closeWhenAlone: () => (closing ??= closeWhenAlone()),
    snapshot() {
      worker.postMessage('snapshot' satisfies DoorRequest);
      return new Promise((resolve, reject) => {
        void exited.then(() => reject(new Error('the embedded database ended before the snapshot was taken')));
        worker.on('message', function hear(report: DoorReport) {
          if (report.is !== 'snapshot') return;
          worker.off('message', hear);
          resolve(report.bytes);
        });
      });
    },
  };
}

function firstReport(worker: Worker): Promise<DoorReport> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) =>
      reject(new Error(`the embedded database's thread ended with code ${code} at its start`)),
    );
  });
}

/** PostgreSQL ends rather than go on without its log, of which it writes 16 MB at a time; its last words do not say why. */
function isFull(folder: string | undefined): boolean {
  if (folder === undefined) return false;
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < 2 ** 24;
  } catch {
    return false;
  }
}

function endProcess(error: Error): void {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
