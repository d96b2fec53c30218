// Sessions of browsers: for each company a row of its own, which a random id in a cookie opens. The id itself is kept nowhere.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { sqlCount, sqlRows } from '../platform/sql.ts';
import type { Clock } from '../platform/clock.ts';
import { notFound } from '../platform/errors.ts';
import { cachedFor } from '../platform/cached-for.ts';
import {
  actorOf,
  askInTenant,
  inTenant,
  type DatabaseContext,
  type TenantDb,
  type Role,
  type Tenant,
  type Viewer,
} from '../tenancy/index.ts';
import { DAY_MS } from '../platform/days.ts';

/** Content of a cookie: the company and the session's id. */
export interface SessionKey {
  tenantId: string;
  id: string;
}

export interface Session {
  tenant: Tenant;
  userName: string;
  roles: Role[];
  /** Unless it is used until then. */
  endsAt: Date;
}

export interface Sessions {
  /** Answers the id, which stands in the cookie alone. `holds`, of a member's way in, refuses in the same transaction what opens nothing any more. */
  open(viewer: Viewer, holds?: (db: TenantDb) => Promise<void>): Promise<string>;
  /** The caller of a request; undefined where the session has ended. */
  find(key: SessionKey): Promise<Viewer | undefined>;
  /** A person goes on: it ends so much later. */
  prolong(key: SessionKey): Promise<Session | undefined>;
  end(key: SessionKey): Promise<void>;
}

export const LONGEST_MS = 30 * DAY_MS;
const IDLE_MS = DAY_MS / 2;
const HALF = 16;
/** So much of its digest names a session in acts; an admin sees twice as much, as a UUID. */
const SHOWN = 16;
/** As with tokens: how long a process may act on one that was ended meanwhile. */
const HELD = { forMs: 5_000, most: 10_000 };

export interface SessionsContext extends DatabaseContext {
  clock: Clock;
  /** Undefined where it is closed. */
  openTenant(id: string): Promise<Tenant | undefined>;
}

/** Expired sessions; so many at a time. */
export async function endSessions(db: TenantDb, now: Date, most = 1_000): Promise<number> {
  return sqlCount(db)`
    delete from dashboard_sessions where tenant_id = ${db.tenant.id} and id_sha256 in (
      select id_sha256 from dashboard_sessions
      where tenant_id = ${db.tenant.id} and (expires_at <= ${now} or used_at <= ${new Date(now.getTime() - IDLE_MS)})
      limit ${most} for update skip locked)`;
}

const alive = (tenant: Tenant, now: Date) => sql`
  s.tenant_id = ${tenant.id} and s.expires_at > ${now} and s.used_at > ${new Date(now.getTime() - IDLE_MS)}
    and not exists (select from api_tokens t where t.tenant_id = s.tenant_id and t.id = s.token_id and t.revoked_at is not null)`;

export interface OpenSession {
  id: string;
  userName: string;
  roles: Role[];
  createdAt: Date;
  /** To within ten minutes. */
  usedAt: Date;
  endsAt: Date;
}

const OPEN = sql`
  left(s.id_sha256, ${2 * SHOWN})::uuid as id, s.user_name as "userName", s.roles, s.created_at as "createdAt", s.used_at as "usedAt",
  least(s.expires_at, s.used_at + ${IDLE_MS} * interval '1 ms') as "endsAt"`;

/** Valid sessions, the last used first. */
export async function listSessions(db: TenantDb, now: Date): Promise<OpenSession[]> {
  return sqlRows<OpenSession>(db)`
    select ${OPEN} from dashboard_sessions s where ${alive(db.tenant, now)} order by s.used_at desc, id`;
}

/** Every process acts on it for five seconds more at most. */
export async function endSession(db: TenantDb, id: string): Promise<OpenSession> {
  const { rows } = await sql<OpenSession>`
    delete from dashboard_sessions s
    where s.tenant_id = ${db.tenant.id}
      and left(s.id_sha256, ${2 * SHOWN}) = ${id.replaceAll('-', '')} returning ${OPEN}`.execute(db);
  if (!rows[0]) throw notFound('Session', 'sessionId');
  return rows[0];
}

const proofOf = (secret: string, tenantId: string, random: Buffer): Buffer =>
  createHmac('sha256', secret).update(`${tenantId} `).update(random).digest().subarray(0, HALF);

const digestUnder = (secret: string, id: string): string => createHmac('sha256', secret).update(id).digest('hex');

/** An id that we did not make is found out without the database, and has no digest: 16 random bytes, and 16 that follow from them. */
function digestBy(secrets: readonly string[], { tenantId, id }: SessionKey): string | undefined {
  const bytes = Buffer.from(id, 'base64url');
  if (bytes.length !== 2 * HALF) return undefined;
  const [random, proof] = [bytes.subarray(0, HALF), bytes.subarray(HALF)];
  const secret = secrets.find((one) => timingSafeEqual(proof, proofOf(one, tenantId, random)));
  return secret === undefined ? undefined : digestUnder(secret, id);
}

/** `secrets` are what tokens are verified by: a session ends with the one that it was opened under, which is the first of its time. */
export function browserSessions(context: SessionsContext, secrets: readonly string[]): Sessions {
  const { clock, openTenant } = context;
  const isAlive = (tenant: Tenant, digest: string) => sql`s.id_sha256 = ${digest} and ${alive(tenant, clock.now())}`;

  const held = cachedFor({ clock, ...HELD }, async (key) => {
    const [tenantId = '', digest = ''] = key.split(' ');
    const tenant = await openTenant(tenantId);
    if (!tenant) return undefined;
    const [found] = await askInTenant(
      context,
      tenant,
      () => sql<{ userName: string; roles: Role[]; tokenId: string | null; isMember: boolean }>`
        select s.user_name as "userName", s.roles, s.token_id as "tokenId", s.is_member as "isMember" from dashboard_sessions s
        where ${isAlive(tenant, digest)}`,
    );
    return found && { ...found, actor: actorOf(found.userName), credential: `session:${digest.slice(0, SHOWN)}` };
  });

  return {
    async open({ tenant, userName, roles, tokenId, until }, holds) {
      const random = randomBytes(HALF);
      const [secret = ''] = secrets;
      const id = Buffer.concat([random, proofOf(secret, tenant.id, random)]).toString('base64url');
      const digest = digestUnder(secret, id);
      const now = clock.now();
      const most = new Date(now.getTime() + LONGEST_MS);
      const who = { user_name: userName, roles, token_id: tokenId, is_member: holds !== undefined };
      const row = { tenant_id: tenant.id, id_sha256: digest, ...who };
      const times = { created_at: now, used_at: now, expires_at: until && until < most ? until : most };
      await inTenant(context, tenant, async (db) => {
        await holds?.(db);
        await endSessions(db, now);
        await db
          .insertInto('dashboard_sessions')
          .values({ ...row, ...times })
          .execute();
      });
      return id;
    },
    async find(key) {
      const { tenantId } = key;
      const digest = digestBy(secrets, key);
      if (digest === undefined) return undefined;
      const found = await held(`${tenantId} ${digest}`);
      const tenant = found && (await openTenant(tenantId));
      return tenant && { ...found, tenant };
    },
    async prolong(key) {
      const digest = digestBy(secrets, key);
      const tenant = digest && (await openTenant(key.tenantId));
      if (!tenant) return undefined;
      const { rows } = await inTenant(context, tenant, (db) =>
        sql<{ userName: string; roles: Role[]; expiresAt: Date; usedAt: Date }>`
          update dashboard_sessions s set used_at = ${clock.now()} where ${isAlive(tenant, digest)}
          returning user_name as "userName", roles, expires_at as "expiresAt", used_at as "usedAt"`.execute(db),
      );
      if (!rows[0]) return undefined;
      const { expiresAt, usedAt, ...who } = rows[0];
      return { ...who, tenant, endsAt: new Date(Math.min(expiresAt.getTime(), usedAt.getTime() + IDLE_MS)) };
    },
    async end(key) {
      const digest = digestBy(secrets, key);
      const tenant = digest && (await openTenant(key.tenantId));
      if (!tenant) return;
      await inTenant(context, tenant, (db) =>
        sql`delete from dashboard_sessions where tenant_id = ${tenant.id} and id_sha256 = ${digest}`.execute(db),
      );
    },
  };
}
