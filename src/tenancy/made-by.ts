// In whose name something is written: of who asks, or of another user of the tenant whose work is handed in.
import { sql } from 'kysely';
import { badInput } from '../platform/errors.ts';
import type { TenantDb } from './in-tenant.ts';

/** So many of the last acts are looked through for a user of an identity provider, whose session has ended. */
const LAST_ACTS = 10_000;

/** Costs a statement only where another user is named; the act has who asked. */
export async function makerOf(db: TenantDb, asking: string, madeBy: string | null | undefined): Promise<string> {
  if (madeBy == null || madeBy === asking) return asking;
  const { rows } = await sql`
    select from api_tokens where tenant_id = ${db.tenant.id} and user_name = ${madeBy}
    union all select from dashboard_sessions where tenant_id = ${db.tenant.id} and user_name = ${madeBy}
    union all select from (
      select actor from acts where tenant_id = ${db.tenant.id} order by id desc limit ${LAST_ACTS}
    ) act where actor = ${`user:${madeBy}`}
    limit 1`.execute(db);
  if (rows.length > 0) return madeBy;
  throw badInput('{field} must be a user of the company, and {user} is none', { field: 'madeBy', user: madeBy });
}
