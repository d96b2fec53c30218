// Which tenants a command is about.
import type { OpenDatabase } from '../wiring/open-database.ts';
import { isUuid } from '../platform/uuid.ts';
import { findTenant, listTenants, type Tenant } from '../tenancy/index.ts';
import { CommandError, required, UsageError, type Input } from './command.ts';

/** Looked at before anything is opened, so that a wrong form is a wrong usage whatever the state of the database. */
export function tenantId(options: Input['options']): string {
  const given = required(options, 'tenant');
  const id = given.toLowerCase();
  if (!isUuid(id)) throw new UsageError(`--tenant ${JSON.stringify(given)} is no tenant id; it looks like a UUID.`);
  return id;
}

export async function tenantWith(database: OpenDatabase, id: string): Promise<Tenant> {
  const tenant = await findTenant(database, id);
  if (!tenant) throw new CommandError(`There is no tenant ${id}.`);
  return tenant;
}

/** The one asked for, else all. */
export async function tenantsFor(database: OpenDatabase, id: string | undefined): Promise<Tenant[]> {
  return id === undefined ? listTenants(database) : [await tenantWith(database, id)];
}
