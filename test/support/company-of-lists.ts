// A database of its own with one company of many documents, whose lists and acts are read as its role.
import { idOf } from '../../bench/data/ids.ts';
import { LISTS, writeLists } from '../../bench/data/lists.ts';
import type { Shape } from '../../bench/data/shape.ts';
import { openDatabase, type BenchDatabase } from '../../bench/database.ts';
import { findTenant, type Tenant } from '../../src/tenancy/index.ts';
import { bringUpToDate } from '../../src/wiring/open-database.ts';
import { createDatabase } from './databases.ts';
import { TEST_SERVER } from './test-server.ts';

export interface CompanyOfLists {
  database: BenchDatabase;
  tenant: Tenant;
  drop(): Promise<void>;
}

export async function companyOfLists(shape: Shape): Promise<CompanyOfLists> {
  const own = await createDatabase(TEST_SERVER, process.env['TEST_TEMPLATE']);
  const database = openDatabase({ url: own.url, stop: async () => undefined }, own.name);
  await bringUpToDate({}, database);
  await writeLists(database, shape);
  const tenant = (await findTenant(database, idOf('tenant', shape.seed, LISTS)))!;
  return { database, tenant, drop: () => database.close().then(() => own.drop()) };
}
