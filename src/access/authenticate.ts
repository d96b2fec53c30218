// The caller: by a bearer token, which is verified and trusted for its three claims only, or by the session of a browser.
import { decodeProtectedHeader, errors, jwtVerify, type JWTPayload, type JWTVerifyOptions } from 'jose';
import type { Clock } from '../platform/clock.ts';
import { DomainError } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';
import { cachedFor } from '../platform/cached-for.ts';
import { isUuid } from '../platform/uuid.ts';
import {
  actorOf,
  agentOf,
  inTenant,
  isOnlyCashier,
  type DatabaseContext,
  type HeldTenants,
  type Limits,
  type Tenant,
  type Viewer,
} from '../tenancy/index.ts';
import { ISSUER, kidOf, useToken } from './api-tokens.ts';
import { digestOf } from './members.ts';
import { OWN_NAMES, readClaims, type ClaimNames } from './claims.ts';
import { keyOf, type WhoAsks } from './session-cookies.ts';
import { browserSessions, type Sessions } from './sessions.ts';
import { keyOfSessions } from './installation-keys.ts';
import { signingKeys } from './signing-keys.ts';

/** By our own secret, or by the keys of an identity provider. */
export type TokenVerification = OwnTokens | ProviderTokens;

export interface OwnTokens {
  secret: string;
  /** Verifies as well, and signs nothing: what comes next, or what was before. */
  secondary?: string | undefined;
  /** How long one that no row knows of may last; undefined: as long as it says, or for ever. */
  mostDays?: number | undefined;
}

export interface ProviderTokens {
  jwksUrl: string;
  /** Required values of the claims `iss` and `aud`, where they are known. */
  issuer?: string | undefined;
  audience?: string | undefined;
  claims?: ClaimNames;
}

/** Tolerated clock skew between two machines. */
const CLOCK_TOLERANCE_SECONDS = 30;
/** How long a process may act on a token that was revoked meanwhile. */
const HELD_MS = 5_000;
const MOST_HELD = 10_000;
/** The end of the year 9999. */
const LAST_SECOND = 253_402_300_799;
function unauthenticated(): DomainError {
  return new DomainError('UNAUTHENTICATED', 'A valid bearer token is required');
}

export interface Authentication {
  /**
   * The caller of a request; refuses with UNAUTHENTICATED. A token in the header goes before the cookie of a session. One that has only
   * expired since it began is still the caller's.
   */
  authenticate(request: WhoAsks, began?: Date): Promise<Viewer>;
  /** The same of an Authorization header alone. */
  bearer(authorization: string | undefined, began?: Date): Promise<Viewer>;
  /** Undefined where it is closed. */
  openTenant(id: string): Promise<Tenant | undefined>;
  sessions: Sessions;
}

export async function authenticator(
  context: DatabaseContext & { clock: Clock; log: Logger; tenants: HeldTenants },
  verification: TokenVerification,
): Promise<Authentication> {
  const isOurs = 'secret' in verification;
  const names = (!isOurs && verification.claims) || OWN_NAMES;
  const holding = { clock: context.clock, forMs: HELD_MS, most: MOST_HELD };
  const verify = verifier(context, verification);
  // Verifying costs a fifth of a short query. That a cached token has expired is within the tolerated clock skew. Only the tenant's id
  // is held here: a tenant has an age of its own.
  const bearerOf = cachedFor(holding, async (key) => {
    const [, began, token] = /^(\d*) Bearer ([\w.~+/-]+=*)$/i.exec(key) ?? [];
    if (!token) throw unauthenticated();
    const payload = await verify(token, began ? new Date(Number(began)) : undefined);
    const claims = readClaims(payload, names);
    const tenant = claims && (await context.tenants.find(claims.tenantId));
    if (!tenant) throw unauthenticated();
    const isListed = isOurs && payload.iss === ISSUER;
    if (isOurs && !isListed && !endsInTime(payload, verification.mostDays, context.clock.now())) {
      throw unauthenticated();
    }
    const limits = isListed ? await limitsOf(context, tenant, payload.jti ?? '', token) : null;
    const { userName, roles, tenantId } = claims;
    const until = payload.exp === undefined ? {} : { until: new Date(payload.exp * 1000) };
    const tokenId = isListed ? payload.jti! : null;
    const credential = `token:${tokenId ?? digestOf(token).slice(0, 16)}`;
    const caller = { userName, tokenId, credential, tenantId, ...until };
    // An assistant only reads, except in acts of its kinds: each other question of a role finds a reader, or the cashier that it is.
    const reads = isOnlyCashier({ roles }) ? roles : ['viewer' as const];
    return limits === null
      ? { ...caller, actor: actorOf(userName), roles }
      : { ...caller, actor: agentOf(limits.agent, userName), roles: reads, limited: { limits, roles } };
  });

  async function openTenant(id: string): Promise<Tenant | undefined> {
    const tenant = await context.tenants.find(id);
    return tenant?.closedAt === null ? tenant : undefined;
  }

  async function bearer(authorization = '', began?: Date): Promise<Viewer> {
    const { tenantId, ...claims } = await bearerOf(`${began?.getTime() ?? ''} ${authorization}`);
    const tenant = await openTenant(tenantId);
    if (!tenant) throw unauthenticated();
    return { ...claims, tenant };
  }

  const sessions = browserSessions(
    { ...context, openTenant },
    // The address of a provider's keys is known to all: beside it stands a key that no one else has.
    'secret' in verification ? secretsOf(verification) : [`${await keyOfSessions(context)} ${verification.jwksUrl}`],
  );
  return {
    bearer,
    openTenant,
    sessions,
    async authenticate(request, began) {
      if (request.headers.authorization !== undefined) return bearer(request.headers.authorization, began);
      const key = keyOf(request);
      const viewer = key && (await sessions.find(key));
      if (!viewer) throw unauthenticated();
      return viewer;
    },
  };
}

/** A token made by us must be among those that we know of, and must not have been revoked. */
async function limitsOf(context: DatabaseContext, tenant: Tenant, id: string, token: string): Promise<Limits | null> {
  const used = isUuid(id) && (await inTenant(context, tenant, (db) => useToken(db, id, digestOf(token))));
  if (!used) throw unauthenticated();
  return used.limits;
}

const secretsOf = ({ secret, secondary }: OwnTokens): string[] => [...new Set([secret, secondary ?? secret])];

const keyOfSecret = (secret: string) => ({ kid: kidOf(secret), bytes: new TextEncoder().encode(secret) });

/** By the key that it names. One of an earlier release, or of another program, names none that we know: each is tried. */
async function verifyByOurs(
  token: string,
  keys: readonly ReturnType<typeof keyOfSecret>[],
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  const { kid: named } = decodeProtectedHeader(token);
  const [key, ...others] = keys.toSorted((one, other) => Number(other.kid === named) - Number(one.kid === named));
  try {
    return (await jwtVerify(token, key!.bytes, options)).payload;
  } catch (error) {
    if (others.length === 0 || !(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
    return verifyByOurs(token, others, options);
  }
}

/** A time that no calendar has is none; one made by another program cannot be revoked, so it had better end. */
function endsInTime({ exp }: JWTPayload, mostDays: number | undefined, now: Date): boolean {
  if (exp !== undefined && !(exp <= LAST_SECOND)) return false;
  if (mostDays === undefined) return true;
  return exp !== undefined && exp * 1000 <= now.getTime() + mostDays * 86_400_000;
}

/** Refuses with UNAUTHENTICATED what was not signed for us, or is over; whether it was revoked is for the database to say. */
export function verifier(
  { clock, log }: { clock: Clock; log: Logger },
  verification: TokenVerification,
): (token: string, at?: Date) => Promise<JWTPayload> {
  const isByProvider = 'jwksUrl' in verification;
  const { issuer, audience } = isByProvider ? verification : {};
  const options: JWTVerifyOptions = {
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    // Named here and not taken from the token: `none` is no algorithm, and a public key is no secret.
    algorithms: isByProvider ? ['RS256', 'ES256'] : ['HS256'],
    ...(issuer === undefined ? {} : { issuer }),
    ...(audience === undefined ? {} : { audience }),
  };
  const keys = isByProvider ? signingKeys({ url: verification.jwksUrl, log }) : undefined;
  const ours = isByProvider ? [] : secretsOf(verification).map(keyOfSecret);
  return async (token, at = clock.now()) => {
    const now = { ...options, currentDate: at };
    try {
      return keys ? (await jwtVerify(token, keys, now)).payload : await verifyByOurs(token, ours, now);
    } catch (error) {
      // The provider being unreachable is no fault of the token.
      if (error instanceof DomainError) throw error;
      log.debug({ reason: error instanceof errors.JOSEError ? error.code : String(error) }, 'a token was refused');
      throw unauthenticated();
    }
  };
}
