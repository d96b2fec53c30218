// The demo tenant: made when a new database has no tenant at all, found again afterwards.
import { sql } from 'kysely';
import { ensureDefaultLocation, itemImport } from '../../src/catalog/index.ts';
import { quietly } from '../../src/events/index.ts';
import type { App } from '../../src/graphql/context.ts';
import { createTenant } from '../../src/company/index.ts';
import { importLines } from '../../src/requests/index.ts';
import { inTenant, listTenants, localDay, type Tenant, type TenantDb } from '../../src/tenancy/index.ts';
import { DEMO_TENANT, ITEMS_FILE, readData } from './data.ts';
import { fillDemo } from './fill.ts';
import { placeOrders, type OrderToIssue } from './place-orders.ts';
import { planDemo } from './plan.ts';

export interface Demo {
  tenant: Tenant;
  /** The item that is sold most often. */
  itemId: string;
  /** A client who buys at the counter. */
  clientId: string;
  /** Orders to certify now; empty where the demo existed already. */
  ordersToIssue: readonly OrderToIssue[];
}

/**
 * Undefined where others have made tenants and the demo is none of them. A demo that `certifies` has orders for
 * `issueDocuments`; only a simulator may be sent those.
 */
export async function prepareDemo(
  app: Pick<App, 'db' | 'clock'>,
  { certifies = false, billingPoint }: { certifies?: boolean; billingPoint?: string } = {},
): Promise<Demo | undefined> {
  const tenants = await listTenants(app);
  const present = tenants.find(isDemo);
  if (!present && tenants.length > 0) return undefined;
  const tenant = present ?? (await createTenant(app, { ...DEMO_TENANT, billingPoint }));
  const now = app.clock.now();
  await importLines(app, tenant, itemImport({ updates: false }), { source: ITEMS_FILE });
  const { isNew, ...demo } = await inTenant(app, tenant, async (db) => {
    // All or nothing: a start that was killed half-way leaves a tenant without documents, which is filled at the next start.
    const isNew = !(await hasDocuments(db));
    const ordersToIssue = isNew ? await fill(db, now, certifies) : [];
    return { isNew, tenant, itemId: await bestSeller(db), clientId: await counterClient(db), ordersToIssue };
  });
  // PostgreSQL looks at it a minute later, and until then plans for empty tables. The tenant's role may not make it look.
  if (isNew) await sql`analyze`.execute(app.db);
  return demo;
}

async function fill(db: TenantDb, now: Date, certifies: boolean): Promise<OrderToIssue[]> {
  await quietly(db);
  const today = localDay(db.tenant.timeZone, now);
  const data = await readData(today);
  const ids = await fillDemo(db, data, planDemo(data, now, today), now, today);
  return placeOrders(db, ids, data.clients, today, certifies);
}

function isDemo({ pacCompanyId, name }: Tenant): boolean {
  return pacCompanyId === DEMO_TENANT.pacCompanyId && name === DEMO_TENANT.name;
}

async function hasDocuments(db: TenantDb): Promise<boolean> {
  const { rows } = await sql`select from invoices where tenant_id = ${db.tenant.id} limit 1`.execute(db);
  return rows.length > 0;
}

/** By how often, not by how much: pounds and crates do not compare. Where orders sell from, some of it should be there. */
async function bestSeller(db: TenantDb): Promise<string> {
  const location = await ensureDefaultLocation(db);
  const { rows } = await sql<{ id: string }>`
    select i.id from items i left join stock_levels l on l.tenant_id = i.tenant_id and l.item_id = i.id
    where i.tenant_id = ${db.tenant.id}
    group by i.id, i.sku
    order by coalesce(sum(l.on_hand - l.reserved) filter (where l.location_id = ${location.id}), 0) >= 20 desc,
      coalesce(sum(l.n_venta), 0) desc, i.sku
    limit 1`.execute(db);
  return rows[0]!.id;
}

async function counterClient(db: TenantDb): Promise<string> {
  const { id } = await db
    .selectFrom('clients')
    .select('id')
    .where('tenant_id', '=', db.tenant.id)
    .orderBy(sql`receiver_type = 'CONSUMIDOR_FINAL'`, 'desc')
    .orderBy('name')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}
