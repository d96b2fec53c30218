// The service in one process that serves and works (ROLE=all), with the PAC simulator.
import { startSimulator, type Simulator } from '../../simulator/server.ts';
import type { Tenant } from '../../src/tenancy/index.ts';
import { freePort } from '../../test/support/free-port.ts';
import type { BenchDatabase } from '../database.ts';
import { startService, WEBHOOK_SECRET, type BenchService } from './folio-process.ts';

export interface WholeService extends BenchService {
  simulator: Simulator;
}

export const PAC_API_KEY = 'the-key-of-a-benchmark';

export async function startWholeService(
  database: BenchDatabase,
  tenant: Tenant,
  connections: number,
  verdictDelayMs: number,
): Promise<WholeService> {
  const port = await freePort();
  const simulator = await startSimulator({
    apiKey: PAC_API_KEY,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: `http://127.0.0.1:${port}`,
    verdictDelayMs,
    seed: 'bench',
    companies: [{ companyId: tenant.pacCompanyId!, ruc: '155596713-2-2015', dv: '59', rucType: 2 }],
  });
  try {
    // Counts of a verdict are those of one with its page, also where the machine is busy.
    const settings = { ROLE: 'all', PAC_BASE_URL: simulator.url, PAC_API_KEY, PAC_FILES_WITHIN_MS: '10000' };
    const service = await startService(database, tenant, connections, { port, settings });
    return {
      ...service,
      simulator,
      async stop() {
        await service.stop();
        await simulator.close();
      },
    };
  } catch (error) {
    await simulator.close();
    throw error;
  }
}
