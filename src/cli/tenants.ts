// Which tenants a command is about.
import { findTenant, listTenants, type Tenant } from '../tenancy/index.ts';
import type { OpenDatabase } from '../open-database.ts';
import { CommandError, required, UsageError, type Input } from './command.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Looked at before anything is opened, so that a wrong form is a wrong usage whatever the state of the database. */
export function tenantId(options: Input['options']): string {
  const id = required(options, 'tenant');
  if (!isUuid(id)) throw new UsageError(`--tenant ${JSON.stringify(id)} is no tenant id; it looks like a UUID.`);
  return id.toLowerCase();
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
