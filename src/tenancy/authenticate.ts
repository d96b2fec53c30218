// Bearer tokens: verified, never trusted for more than their three claims.
import { createRemoteJWKSet, jwtVerify, SignJWT, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { DomainError } from '../platform/errors.ts';
import type { Clock } from '../platform/clock.ts';
import { findTenant } from './find-tenant.ts';
import type { DatabaseContext } from './in-tenant.ts';
import { ROLES, type Role, type Tenant, type Viewer } from './tenant.ts';

export type TokenVerification = { secret: string } | { jwksUrl: string };

const claims = z.object({
  sub: z.string().min(1).max(200),
  tenant_id: z.uuid(),
  // Roles of other systems may stand beside ours in the same token.
  roles: z
    .union([z.array(z.string()), z.string().transform((role) => [role])])
    .transform((roles) => ROLES.filter((role) => roles.includes(role))),
});

function unauthenticated(): DomainError {
  return new DomainError('UNAUTHENTICATED', 'A valid bearer token is required');
}

/** Answers a function that turns an Authorization header into the caller; refuses with UNAUTHENTICATED. */
export function authenticator(
  context: DatabaseContext & { clock: Clock },
  verification: TokenVerification,
): (authorization: string | undefined) => Promise<Viewer> {
  const jwks: JWTVerifyGetKey | undefined =
    'jwksUrl' in verification ? createRemoteJWKSet(new URL(verification.jwksUrl)) : undefined;
  const secret = 'secret' in verification ? new TextEncoder().encode(verification.secret) : undefined;
  const known = new Map<string, { tenant: Tenant; until: number }>();

  async function verify(token: string): Promise<JWTPayload> {
    const options = { currentDate: context.clock.now(), clockTolerance: 30 };
    if (jwks) return (await jwtVerify(token, jwks, { ...options, algorithms: ['RS256', 'ES256'] })).payload;
    return (await jwtVerify(token, secret!, { ...options, algorithms: ['HS256'] })).payload;
  }

  async function tenantOf(id: string): Promise<Tenant | undefined> {
    const now = context.clock.now().getTime();
    const seen = known.get(id);
    if (seen && seen.until > now) return seen.tenant;
    const tenant = await findTenant(context, id);
    // Held for a few seconds: a tenant's settings change rarely and every request asks for them.
    if (tenant) known.set(id, { tenant, until: now + 5_000 });
    return tenant;
  }

  return async (authorization) => {
    const token = authorization?.match(/^Bearer ([\w.~+/-]+=*)$/i)?.[1];
    if (!token) throw unauthenticated();
    const payload = await verify(token).catch(() => {
      throw unauthenticated();
    });
    const parsed = claims.safeParse(payload);
    if (!parsed.success) throw unauthenticated();
    const tenant = await tenantOf(parsed.data.tenant_id.toLowerCase());
    if (!tenant) throw unauthenticated();
    return { userName: parsed.data.sub, roles: parsed.data.roles, tenant };
  };
}

/** Signs a token for a user of a tenant; lifetime as jose reads it ("30d", "12h"). */
export async function issueToken(
  secret: string,
  token: { userName: string; tenantId: string; roles: Role[]; expiresIn: string; now: Date },
): Promise<string> {
  return new SignJWT({ tenant_id: token.tenantId, roles: token.roles })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(token.userName)
    .setIssuedAt(token.now)
    .setExpirationTime(new Date(token.now.getTime() + lifetimeMs(token.expiresIn)))
    .sign(new TextEncoder().encode(secret));
}

const UNIT_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

function lifetimeMs(text: string): number {
  const match = /^(\d{1,6})([smhd])$/.exec(text);
  if (!match || Number(match[1]) === 0) {
    throw new DomainError('BAD_USER_INPUT', `"${text}" is no lifetime; use a number and s, m, h or d, such as 30d`);
  }
  return Number(match[1]) * UNIT_MS[match[2] as keyof typeof UNIT_MS];
}
