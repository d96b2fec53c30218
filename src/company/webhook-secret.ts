// The secret with which the PAC signs a tenant's notices: its own where it has one, and for a while also the one before.
import { randomBytes } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { sqlRow } from '../platform/sql.ts';
import {
  asRole,
  commitWith,
  has,
  hasOrHad,
  inSystem,
  toTenant,
  type DatabaseContext,
  type SystemDb,
  type Tenant,
  type TenantDb,
} from '../tenancy/index.ts';
import type { TenantRow } from '../tenancy/tables.ts';

export interface WebhookTenant {
  /** Undefined when no tenant has the company. */
  tenant: Tenant | undefined;
  /** Always four, of which some may be the same, so that the time they take to try tells nothing. */
  secrets: string[];
}

/** Tenant whose notices come by the path of this company, and the secrets that may sign them. */
export async function findWebhookTenant(
  context: DatabaseContext,
  companyId: string,
  common: readonly [string, string],
): Promise<WebhookTenant> {
  // The company id is part of the URL, so it is untrusted; PostgreSQL rejects a NUL in a parameter.
  const row = companyId.includes('\0') ? undefined : await findByCompany(context, companyId);
  const pairOf = (own: string | null | undefined) => (typeof own === 'string' ? [own, own] : common);
  const now = pairOf(row?.webhook_secret);
  const before = row?.before_holds ? pairOf(row.webhook_secret_before) : now;
  return { tenant: row && toTenant(row), secrets: [...now, ...before] };
}

/** Notices about what was sent for a company before come by its path. */
function findByCompany(context: DatabaseContext, companyId: string) {
  return inSystem(context, async (db) => {
    const [row] = await commitWith(
      db,
      sql<Selectable<TenantRow> & { before_holds: boolean }>`
        select *, coalesce(webhook_secret_before_until > now(), false) as before_holds from tenants
        where ${hasOrHad(companyId)} order by ${has(companyId)} desc limit 1`,
    );
    return row;
  });
}

/** From now on this one; what was valid before, be it the common one, stays so for as long as `keepMs` says. Null: the common one. */
export function changeWebhookSecret(
  db: TenantDb,
  secret: string | null,
  keepMs: number,
): Promise<{ previousUntil: Date | null }> {
  return asRole(db, 'app_system', (system) => writeSecret(system, db.tenant.id, secret, keepMs));
}

export async function rotateWebhookSecret(
  db: TenantDb,
  keepMs: number,
): Promise<{ secret: string; previousUntil: Date | null }> {
  const secret = newWebhookSecret();
  return { secret, ...(await changeWebhookSecret(db, secret, keepMs)) };
}

export function newWebhookSecret(): string {
  return randomBytes(32).toString('hex');
}

async function writeSecret(
  db: SystemDb,
  tenantId: string,
  secret: string | null,
  keepMs: number,
): Promise<{ previousUntil: Date | null }> {
  return sqlRow<{ previousUntil: Date | null }>(db)`
    update tenants set
      webhook_secret_before = ${keepMs > 0 ? sql`webhook_secret` : null},
      webhook_secret_before_until = now() + ${keepMs > 0 ? keepMs : null}::float8 * interval '1 ms',
      webhook_secret = ${secret}
    where id = ${tenantId}
    returning webhook_secret_before_until as "previousUntil"`;
}
