// The thread in which the embedded database lives, so that a long statement holds up nobody but those who wait for it.
import { createServer } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { bind } from './bind.ts';
import { keepKey, newKey } from './door-key.ts';
import { guardDoor } from './door.ts';
import { engineOf, type Engine } from './engine.ts';
import { guardFolder } from './guard-folder.ts';
import { keepHouse } from './housekeeping.ts';
import { openFolder } from './open-folder.ts';
import { openMemory, takeSnapshot, type Snapshot } from './open-memory.ts';
import { verifierOf } from './sign-in.ts';
import { takeTurns } from './turns.ts';

/** What the thread is told at its start. */
export interface DoorOrder {
  readonly address: string;
  /** Absent: a database in memory. */
  readonly folder?: string;
  readonly snapshot?: Snapshot;
  readonly patienceMs: number;
}

/** What it says. */
export type DoorReport =
  | { readonly is: 'taken' }
  | { readonly is: 'open'; readonly key: string }
  | { readonly is: 'failed'; readonly error: Error; readonly code?: unknown }
  | { readonly is: 'crashed'; readonly reason: string }
  | { readonly is: 'trouble'; readonly words: string }
  | { readonly is: 'snapshot'; readonly bytes: Snapshot };

/** `linger`: close once nobody is inside any more. */
export type DoorRequest = 'close' | 'linger' | 'snapshot';

const port = parentPort;
if (!port) throw new Error('the embedded database runs in a thread of its own');

// How long a transaction may take to end when the door closes.
const LAST_TURN_MS = 5000;

function say(report: DoorReport): void {
  port?.postMessage(report);
}

function crashed(reason: unknown): never {
  say({ is: 'crashed', reason: wordsOf(reason) });
  // Ends this thread only, and at once: nothing may run on a memory that is broken.
  return process.exit(1);
}

function wordsOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : JSON.stringify(thrown);
}

async function serve(order: DoorOrder): Promise<void> {
  const server = createServer({ noDelay: true });
  const door = guardDoor(server, crashed);
  // The address first: it is the lock, and without it the folder is not touched.
  if (!(await bind(server, order.address))) return say({ is: 'taken' });
  const guard = order.folder === undefined ? undefined : await guardFolder(order.folder);
  const key = order.folder === undefined ? newKey() : await keepKey(order.folder);
  const pglite = await (order.folder === undefined ? openMemory(order.snapshot) : openFolder(order.folder));
  const engine = engineOf(pglite, crashed);
  const turns = takeTurns();
  const { patienceMs } = order;
  door.open({ engine, turns, verifier: verifierOf(key), settings: await settingsOf(engine), patienceMs });
  const housekeeping = keepHouse(engine, turns, (error) => say({ is: 'trouble', words: wordsOf(error) }));

  port?.on('message', (request: DoorRequest) => {
    void obey(request).catch(crashed);
  });
  say({ is: 'open', key });

  async function obey(request: DoorRequest): Promise<void> {
    if (request === 'snapshot') return snapshot();
    if (request === 'linger') await door.empty();
    return close();
  }

  async function snapshot(): Promise<void> {
    const endTurn = await turns.take();
    const bytes = await takeSnapshot(pglite);
    endTurn();
    say({ is: 'snapshot', bytes });
  }

  async function close(): Promise<void> {
    housekeeping.stop();
    await door.close(Math.min(LAST_TURN_MS, order.patienceMs));
    await engine.close();
    await guard?.release();
    // Last of all: a free address says that the folder is free.
    server.close();
    port?.close();
  }
}

/** What drivers want to be told when they connect. */
async function settingsOf(engine: Engine): Promise<Record<string, string>> {
  const rows = await engine.ask<{ name: string; setting: string }>(`
    select name, setting from pg_settings where name in ('server_version', 'server_encoding', 'client_encoding', 'DateStyle',
      'IntervalStyle', 'TimeZone', 'integer_datetimes', 'standard_conforming_strings')`);
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
}

const order: DoorOrder = workerData;
try {
  await serve(order);
} catch (error) {
  const { code } = (error ?? {}) as { code?: unknown };
  // A message between threads keeps an error's words and drops its code.
  say({ is: 'failed', error: error instanceof Error ? error : new Error(wordsOf(error)), code });
  process.exit(1);
}
