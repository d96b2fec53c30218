// The secret with which the PAC signs a tenant's notices: its own where it has one, and for a while also those before.
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
  type Tenant,
  type TenantDb,
} from '../tenancy/index.ts';
import type { TenantRow } from '../tenancy/tables.ts';

export interface WebhookTenant {
  /** Undefined when no tenant has the company. */
  tenant: Tenant | undefined;
  /** The one of now first. Always as many, of which some may be the same, so that the time of a refusal tells nothing. */
  secrets: string[];
}

/** So many that were before go on, the newest: the PAC has one of them while it was not told of those that follow. */
const MOST_BEFORE = 3;

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
  const words = row?.before_holds ? (row.webhook_secret_before ?? '').split(' ') : [];
  const before = Array.from({ length: MOST_BEFORE }, (_, nth) =>
    words[nth] === undefined ? now : pairOf(words[nth] || null),
  );
  return { tenant: row && toTenant(row), secrets: [...now, ...before.flat()] };
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

/** From now on this one; what is valid, be it the common one, stays so for as long as `keepMs` says or as was said before; 0 ends it. Null: the common one. */
export async function changeWebhookSecret(
  db: TenantDb,
  secret: string | null,
  keepMs: number,
): Promise<{ previousUntil: Date | null }> {
  const before = sql`array_to_string((string_to_array(concat_ws(' ', coalesce(webhook_secret, ''),
    case when webhook_secret_before_until > now() then coalesce(webhook_secret_before, '') end), ' '))[1:${MOST_BEFORE}::int], ' ')`;
  const until = sql`greatest(webhook_secret_before_until, now() + ${keepMs}::float8 * interval '1 ms')`;
  return asRole(
    db,
    'app_system',
    (system) => sqlRow<{ previousUntil: Date | null }>(system)`
      update tenants set
        webhook_secret_before = ${keepMs > 0 ? before : null},
        webhook_secret_before_until = ${keepMs > 0 ? until : null},
        webhook_secret = ${secret}
      where id = ${db.tenant.id}
      returning webhook_secret_before_until as "previousUntil"`,
  );
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
