// A tenant with goods on the shelf and a client, in whatever database the configuration names; before the service starts on it.
import { startSimulator, type SimulatorOptions } from '../../../simulator/server.ts';
import { createClient, createItem, ensureDefaultLocation } from '../../../src/catalog/index.ts';
import type { Config } from '../../../src/wiring/config.ts';
import { bringUpToDate, openDatabase } from '../../../src/wiring/open-database.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { adjustStock } from '../../../src/stock/index.ts';
import { createTenant } from '../../../src/company/index.ts';
import { inTenant, type Tenant } from '../../../src/tenancy/index.ts';
import { issueToken } from '../../../src/access/index.ts';
import type { Shop } from './load.ts';

export const STOCK = '1000000';
/** Secrets that its PAC accepts. */
export const PAC = { apiKey: 'kill-loop-key', webhookSecret: 'kill-loop-secret' };
export const COMPANY = { companyId: 'kill-loop', ruc: '155596713-2-2015', dv: '59', rucType: 2 as const };

/** A PAC that tells the service at this port, and what the service is told of it. */
export async function pacFor(port: number, options: Partial<SimulatorOptions> = {}) {
  const usual = { webhookUrl: `http://127.0.0.1:${port}`, verdictDelayMs: 200, companies: [COMPANY] };
  const simulator = await startSimulator({ ...PAC, ...usual, ...options });
  const env = { PAC_BASE_URL: simulator.url, PAC_API_KEY: PAC.apiKey, PAC_WEBHOOK_SECRET: PAC.webhookSecret };
  return { simulator, env: { DEMO: 'off', LOG_LEVEL: 'fatal', ...env } };
}

/** Writes what is needed to sell, and a seller's token. */
export async function openShop(
  config: Config,
  port: number,
  company: typeof COMPANY = COMPANY,
): Promise<{ tenant: Tenant; shop: Shop }> {
  const database = await openDatabase(config);
  try {
    await bringUpToDate(config, database);
    const { companyId, ruc, dv } = company;
    const tenant = await createTenant(database, { name: 'Kill loop', ruc, dv, pacCompanyId: companyId });
    const { itemIds, clientId } = await inTenant(database, tenant, async (db) => {
      await ensureDefaultLocation(db);
      const client = await createClient(db, { name: 'Ana Pérez', receiverType: 'CONSUMIDOR_FINAL' });
      const ids = [];
      for (const sku of ['ONE', 'TWO', 'THREE']) {
        const item = await createItem(db, {
          sku,
          name: `Item ${sku}`,
          unit: 'und',
          unitPrice: '10',
          taxRate: '7',
          trackingMode: 'NONE',
          allowNegativeStock: false,
        });
        await adjustStock(db, { itemId: item.id, quantityChange: STOCK, description: 'Counted' }, 'kill-loop');
        ids.push(item.id);
      }
      return { itemIds: ids, clientId: client.id };
    });
    const token = await issueToken(config.AUTH_JWT_SECRET!, {
      userName: 'kill-loop',
      tenantId: tenant.id,
      roles: ['admin'],
      expiresIn: '12h',
      now: systemClock.now(),
    });
    return { tenant, shop: { url: `http://127.0.0.1:${port}`, token, itemIds, clientId } };
  } finally {
    await database.close();
  }
}
