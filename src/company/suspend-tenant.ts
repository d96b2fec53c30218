// Suspends, resumes and closes a tenant: reads go on, nothing is filed; a closed one signs in no bearer, and its data stays.
import { sql } from 'kysely';
import { conflict } from '../platform/errors.ts';
import type { Sql } from '../platform/sql.ts';
import { revokeTokens } from '../access/index.ts';
import { asRole, type Tenant, type TenantDb } from '../tenancy/index.ts';
import { currentTenant } from './update-tenant.ts';

/** One that is suspended already stays so since then. */
export const suspendTenant = (db: TenantDb): Promise<Tenant> =>
  changed(db, sql`suspended_at = least(suspended_at, now())`);

/** The caller queues the waiting work after the commit. A closed tenant is opened; its tokens stay revoked. */
export const resumeTenant = (db: TenantDb): Promise<Tenant> => changed(db, sql`suspended_at = null, closed_at = null`);

async function changed(db: TenantDb, set: Sql): Promise<Tenant> {
  await asRole(db, 'app_system', (system) => sql`update tenants set ${set} where id = ${db.tenant.id}`.execute(system));
  return currentTenant(db);
}

export interface Closed {
  tenant: Tenant;
  revokedTokens: number;
  /** Documents that the PAC has not decided about, or that were never sent. */
  underWay: number;
}

/** Tokens of other issuers end with the tenant: no bearer is signed in to a closed one. */
export async function closeTenant(db: TenantDb, by: string, { leavesOpen }: { leavesOpen: boolean }): Promise<Closed> {
  const underWay = await documentsUnderWay(db);
  if (underWay > 0 && !leavesOpen) {
    throw conflict('{count} documents are under way: what is to be sent, what has no answer, or no verdict yet', {
      count: underWay,
    });
  }
  const revokedTokens = await revokeTokens(db, by);
  await sql`delete from dashboard_sessions where tenant_id = ${db.tenant.id}`.execute(db);
  const closing = sql`suspended_at = least(suspended_at, now()), closed_at = least(closed_at, now())`;
  return { tenant: await changed(db, closing), revokedTokens, underWay };
}

export async function documentsUnderWay(db: TenantDb): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from fiscal_documents
    where tenant_id = ${db.tenant.id}
      and (submission_state in ('PENDING', 'UNKNOWN') or legal_status = 'PAC_AUTHORIZED'
        or void_state in ('ASKED', 'UNKNOWN'))`.execute(db);
  return rows[0]!.count;
}
