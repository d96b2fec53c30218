// A PostgreSQL for tests alone: that of the embedded database, in a temporary folder, whose data need not reach the disk.
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLocalServer, type LocalServer } from '../../src/platform/local-server/server.ts';

/** It ends with this process at the latest. */
export async function startTestServer(): Promise<LocalServer> {
  const folder = await mkdtemp(join(tmpdir(), 'folio-pg-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  process.once('exit', remove);
  // Statistics that change when a worker comes by would change plans, and what is counted of pages.
  const settings = { max_connections: '400', shared_buffers: '256MB', autovacuum: 'off' };
  const server = await openLocalServer(folder, { durable: false, settings });
  return {
    url: server.url,
    async close() {
      await server.close();
      process.off('exit', remove);
      remove();
    },
  };
}
