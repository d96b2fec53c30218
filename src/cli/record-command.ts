// Records a changing command as an act of each tenant that it concerns.
import { userInfo } from 'node:os';
import type { OpenDatabase } from '../wiring/open-database.ts';
import { inTenant, recordAct, type Tenant, type TenantDb } from '../tenancy/index.ts';

/** The operating system's user, by number where it has no name. */
export function cliActor(): string {
  try {
    return `cli:${userInfo().username.replaceAll(/[^\x21-\x7e]/g, '?')}`;
  } catch {
    return `cli:${process.getuid?.() ?? 'unknown'}`;
  }
}

/** In the transaction of what the command does, after it: what is changed by then is the act's. */
export function recordCommand(db: TenantDb, words: string, entityIds: readonly string[]): Promise<void> {
  return recordAct(db, { actor: cliActor(), operation: words, entityIds });
}

/** Before a command begins that works in many transactions: should this fail, nothing is changed. */
export function recordBeginning(database: OpenDatabase, tenant: Tenant, words: string): Promise<void> {
  return inTenant(database, tenant, (db) => recordCommand(db, words, [tenant.id]));
}
