// Folio's service as it is run: the API's process on the data set's database, with a token for its first tenant.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Tenant } from '../../src/tenancy/index.ts';
import { createToken } from '../../src/access/index.ts';
import { freePort } from '../../test/support/free-port.ts';
import type { BenchDatabase } from '../database.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';

export interface BenchService extends ServerProcess {
  token: string;
  webhookSecret: string;
}

const ROOT = join(import.meta.dirname, '../..');
const SIGNING_SECRET = 'only for the time of a benchmark';
export const WEBHOOK_SECRET = 'the secret of a PAC that is not there';
/** Nothing listens there: what is measured never calls the PAC. */
const NO_PAC = 'http://127.0.0.1:9';

export async function startService(
  database: BenchDatabase,
  tenant: Tenant,
  connections: number,
  { port, settings = {} }: { port?: number; settings?: Record<string, string> } = {},
): Promise<BenchService> {
  const folder = mkdtempSync(join(tmpdir(), 'folio-bench-service-'));
  const server = await startServerProcess(
    'src/main.ts',
    port ?? (await freePort()),
    {
      ROLE: 'api',
      HOST: '127.0.0.1',
      DATABASE_URL: database.url,
      DATABASE_POOL: String(connections),
      DATA_DIR: folder,
      AUTH_JWT_SECRET: SIGNING_SECRET,
      PAC_BASE_URL: NO_PAC,
      PAC_API_KEY: 'none',
      PAC_WEBHOOK_SECRET: WEBHOOK_SECRET,
      LOG_LEVEL: 'error',
      // One caller asks for everything here, and the limit of a caller is not what is measured.
      RATE_LIMIT_PER_MINUTE: '0',
      ...settings,
    },
    ROOT,
  );
  const wanted = { userName: 'bench', role: 'admin', expiresIn: '1d', now: new Date() } as const;
  const { token } = await createToken(database, tenant, SIGNING_SECRET, wanted);
  return {
    ...server,
    token,
    webhookSecret: WEBHOOK_SECRET,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
