// Tokens that we sign ourselves: written down when they are made, so that they can be listed and revoked.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { SignJWT } from 'jose';
import { sql, type Selectable } from 'kysely';
import { v7 as uuid } from 'uuid';
import { badInput } from '../platform/errors.ts';
import { json } from '../platform/sql.ts';
import {
  adding,
  hasRole,
  inTenant,
  tenantRows,
  type DatabaseContext,
  type TenantDb,
  type Limits,
  type Role,
  type Tenant,
  changing,
  mustFind,
  rowsOf,
} from '../tenancy/index.ts';
import { readLimits } from './limits.ts';
import { digestOf } from './members.ts';
import type { ApiTokenRow } from './tables.ts';

/** The issuer of tokens that must have a row; a token of an earlier release has no issuer, nor has one that another program signs with our secret. */
export const ISSUER = 'folio';

const USED_COARSELY = '10 minutes';

export type ApiToken = Omit<Selectable<ApiTokenRow>, 'limits' | 'spent' | 'held' | 'spent_day'> & {
  limits: Limits | null;
};

const LIMITS = sql<Limits | null>`limits`.as('limits');

const SHOWN = [
  'tenant_id',
  'id',
  'token_sha256',
  'key_id',
  'user_name',
  'role',
  'created_at',
  'expires_at',
  'last_used_at',
  'revoked_at',
  'revoked_by',
  LIMITS,
] as const;

export interface TokenClaims {
  userName: string;
  tenantId: string;
  roles: Role[];
  /** Such as 30d, or an instant. */
  expiresIn: string | Date;
  now: Date;
  /** Given where the token has a row. */
  id?: string;
}

export async function issueToken(secret: string, token: TokenClaims): Promise<string> {
  const signed = new SignJWT({ tenant_id: token.tenantId, roles: token.roles })
    .setProtectedHeader({ alg: 'HS256', kid: kidOf(secret) })
    .setSubject(token.userName)
    .setIssuedAt(token.now)
    .setExpirationTime(expiryOf(token));
  if (token.id !== undefined) signed.setJti(token.id).setIssuer(ISSUER);
  return signed.sign(new TextEncoder().encode(secret));
}

interface WantedToken {
  userName: string;
  role: Role;
  expiresIn: string | Date;
  now: Date;
  /** Limits of an assistant. */
  limits?: Limits | null | undefined;
}

/** Makes a token and writes its row, and with it what is to be recorded of that. */
export function createToken(
  context: DatabaseContext,
  tenant: Tenant,
  secret: string,
  wanted: WantedToken,
  record: (db: TenantDb, id: string) => Promise<void> = async () => undefined,
): Promise<{ id: string; token: string }> {
  return inTenant(context, tenant, async (db) => {
    const made = await writeToken(db, secret, wanted);
    await record(db, made.id);
    return made;
  });
}

/** The token itself is answered here and nowhere else, ever. */
export async function writeToken(
  db: TenantDb,
  secret: string,
  wanted: WantedToken,
): Promise<{ id: string; token: string }> {
  const id = uuid();
  const { userName, role } = wanted;
  for (const office of wanted.limits?.officeIds ?? [])
    await mustFind(tenantRows(db, 'offices').select('id').where('id', '=', office), 'Office');
  const token = await issueToken(secret, { ...wanted, tenantId: db.tenant.id, roles: [role], id });
  await adding(db, 'api_tokens', {
    id,
    token_sha256: digestOf(token),
    key_id: kidOf(secret),
    user_name: userName,
    role,
    expires_at: expiryOf(wanted),
    limits: wanted.limits ? json(readLimits(wanted.limits)) : null,
  }).execute();
  return { id, token };
}

/** Newest first. */
export async function listTokens(db: TenantDb): Promise<ApiToken[]> {
  return tenantRows(db, 'api_tokens').select(SHOWN).orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
}

/** One that was revoked already stays as it is. */
export async function revokeToken(db: TenantDb, id: string, by: string): Promise<ApiToken> {
  await changing(db, 'api_tokens')
    .set({ revoked_at: sql`now()`, revoked_by: by })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
  return findToken(db, id);
}

export async function findToken(db: TenantDb, id: string): Promise<ApiToken> {
  return mustFind(tenantRows(db, 'api_tokens').select(SHOWN).where('id', '=', id), 'Token');
}

/** All that are not revoked yet; how many they were. */
export async function revokeTokens(db: TenantDb, by: string): Promise<number> {
  const { numUpdatedRows } = await changing(db, 'api_tokens')
    .set({ revoked_at: sql`now()`, revoked_by: by })
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Undefined: a token that names this id may not be used. Its use is noted to within some minutes. */
export async function useToken(
  db: TenantDb,
  id: string,
  digest: string,
): Promise<Pick<ApiToken, 'limits'> | undefined> {
  const row = await tenantRows(db, 'api_tokens')
    .select([
      LIMITS,
      sql<boolean>`revoked_at is null and token_sha256 = ${digest}`.as('holds'),
      sql<boolean>`last_used_at is null or last_used_at < now() - ${USED_COARSELY}::interval`.as('isNews'),
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row?.holds) return undefined;
  if (row.isNews) {
    await changing(db, 'api_tokens')
      .set({ last_used_at: sql`now()` })
      .where('id', '=', id)
      .execute();
  }
  return row;
}

/** Key of the company's calendar: bound to the token, and of no use for anything else. */
export function calendarKey(token: Pick<ApiToken, 'tenant_id' | 'id' | 'token_sha256'>): string {
  return `${token.tenant_id}.${token.id}.${createHmac('sha256', token.token_sha256).update('calendar').digest('base64url')}`;
}

/** Token of the key; undefined where it is revoked or over, or its role reads no documents: who holds it can make the key. */
export async function holderOfCalendar(
  db: TenantDb,
  key: string,
  now: Date,
): Promise<Omit<ApiToken, 'limits'> | undefined> {
  const id = key.split('.')[1] ?? '';
  const token = await rowsOf(db, 'api_tokens').where('id', '=', id).executeTakeFirst();
  if (!token || token.expires_at <= now || !hasRole([token.role], 'viewer')) return undefined;
  const [own, keyDigest] = [calendarKey(token), key].map((one) => createHash('sha256').update(one).digest());
  return timingSafeEqual(own!, keyDigest!) && (await useToken(db, id, token.token_sha256)) ? token : undefined;
}

/** The name of a key, derived from it. So short that a guess at a weak secret is not confirmed by it: one in 2^32 has the same. */
export function kidOf(secret: string): string {
  return createHash('sha256').update(`folio key ${secret}`).digest('hex').slice(0, 8);
}

function expiryOf({ expiresIn, now }: { expiresIn: string | Date; now: Date }): Date {
  if (expiresIn instanceof Date) return expiresIn;
  const lifetime = lifetimeMs(expiresIn);
  if (lifetime === undefined) {
    throw badInput('"{expiresIn}" is no lifetime; use a number and s, m, h or d, such as 30d', { expiresIn });
  }
  return new Date(now.getTime() + lifetime);
}

const UNIT_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Longer-lived ones that are there already go on. */
export function assertLifetime(expiresAt: Date, now: Date, mostDays: number): void {
  if (expiresAt.getTime() <= now.getTime() + mostDays * UNIT_MS.d) return;
  throw badInput('{field} must be at most {days} days from now', { field: 'expiresAt', days: mostDays });
}

/** How long something is to be valid, as people type it: 90s, 30m, 12h, 30d; undefined for what is no lifetime. */
export function lifetimeMs(text: string): number | undefined {
  const match = /^([1-9]\d{0,5})([smhd])$/.exec(text);
  return match ? Number(match[1]) * UNIT_MS[match[2] as keyof typeof UNIT_MS] : undefined;
}
