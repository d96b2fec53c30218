// Wakes the workers of all processes by LISTEN and NOTIFY; a word that is not heard is only a wait until the next look.
import type pg from 'pg';
import { isPooled } from '../platform/pooler.ts';
import { openPool } from '../platform/postgres.ts';

/** The channel of a NOTIFY. */
export const WAKE_UP = 'folio_jobs';

const TRY_AGAIN_MS = 1_000;
const CONNECT_WITHIN_MS = 3_000;

/** On a connection of its own. */
export async function listenForWakeUps(url: string, wake: () => void) {
  let listener: pg.PoolClient | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const pool = openPool(
    { url },
    { max: 1, applicationName: 'folio-jobs', connectWithinMs: CONNECT_WITHIN_MS, onBrokenConnection: tryAgain },
  );

  function tryAgain(): void {
    listener?.release(true);
    listener = undefined;
    if (!isStopped) timer ??= setTimeout(() => void begin(), TRY_AGAIN_MS).unref();
  }

  async function begin(): Promise<void> {
    timer = undefined;
    let client: pg.PoolClient | undefined;
    try {
      client = await pool.connect();
      if (isStopped || (await isPooled(client))) return client.release(true);
      await client.query(`listen ${WAKE_UP}`);
      client.on('notification', wake);
      listener = client;
      // Notifications in between were missed.
      wake();
    } catch {
      // One that broke before it listened would hold the pool's only place, and keep the pool from its end.
      client?.release(true);
      tryAgain();
    }
  }

  await begin();
  return {
    /** False through a pooler, which gives no session to listen in, and while the connection is away. */
    areHeard: () => listener !== undefined,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      listener?.release(true);
      await pool.end();
    },
  };
}
