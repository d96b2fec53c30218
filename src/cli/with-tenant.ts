// The tenants that a command is about, and the transaction that it works in.
import type { OpenDatabase } from '../wiring/open-database.ts';
import { findTenant, inTenant, listTenants, type Tenant, type TenantDb } from '../tenancy/index.ts';
import { CommandError, type Call } from './command.ts';
import { recordBeginning, recordCommand } from './record-command.ts';
import { withDatabase } from './with-database.ts';

export async function tenantWith(database: OpenDatabase, id: string): Promise<Tenant> {
  const tenant = await findTenant(database, id);
  if (!tenant) throw new CommandError(`There is no tenant ${id}.`);
  return tenant;
}

/** The one of --tenant, else all. */
export async function tenantsFor(database: OpenDatabase, { options: { tenant } }: Call): Promise<Tenant[]> {
  return tenant === undefined ? listTenants(database) : [await tenantWith(database, tenant)];
}

type Work<T> = (database: OpenDatabase, tenant: Tenant) => Promise<T>;

export function withTenant<T>(args: Call, work: Work<T>): Promise<T> {
  return withDatabase(args, async (database) => work(database, await tenantWith(database, args.options['tenant']!)));
}

/** For what works in many transactions: it is recorded before it begins. */
export function beginInTenant<T>(args: Call, work: Work<T>): Promise<T> {
  return withTenant(args, async (database, tenant) => {
    await recordBeginning(database, tenant, args.words);
    return work(database, tenant);
  });
}

export function askTenant<T>(args: Call, ask: (db: TenantDb) => Promise<T>): Promise<T> {
  return withTenant(args, (database, tenant) => inTenant(database, tenant, ask));
}

/** One transaction of the tenant, with the act of the command. */
export function changeTenant<T>(
  args: Call,
  change: (db: TenantDb) => Promise<T>,
  entitiesOf?: (changed: T) => string[],
): Promise<T> {
  return askTenant(args, recorded(args, change, entitiesOf));
}

/** The act is about the tenant, unless `entitiesOf` says about what. */
export function recorded<T>(
  { words }: Call,
  change: (db: TenantDb) => Promise<T>,
  entitiesOf?: (changed: T) => string[],
): (db: TenantDb) => Promise<T> {
  return async (db) => {
    const changed = await change(db);
    await recordCommand(db, words, entitiesOf?.(changed) ?? [db.tenant.id]);
    return changed;
  };
}
