// Ways in of members: by the link of an invitation, and by e-mail and password; each is refused in the same words, after the same time.
import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../platform/clock.ts';
import { badInput, conflict, DomainError, forbidden, rateLimited } from '../platform/errors.ts';
import { limitPerKey } from '../platform/limit-per-key.ts';
import { networkOf } from '../platform/network-of.ts';
import { createRateLimit } from '../platform/rate-limit.ts';
import {
  actorOf,
  changeRow,
  changing,
  inWatch,
  inTenant,
  recordAct,
  rowsOf,
  type DatabaseContext,
  type Tenant,
  type TenantDb,
  type Viewer,
} from '../tenancy/index.ts';
import { digestOf, endSessionsOf, tenantOfCode, type Member } from './members.ts';
import { assertPassword, hashPassword, isPassword } from './passwords.ts';

/** A way into a company; `holds` is asked in the transaction that opens the session, and keeps the row from being changed meanwhile. */
export interface Entry {
  viewer: Viewer;
  holds?: (db: TenantDb) => Promise<void>;
}

export interface WaysInContext extends DatabaseContext {
  clock: Clock;
  openTenant(id: string): Promise<Tenant | undefined>;
}

type Body = Record<string, unknown>;
type Found = { tenant: Tenant; member: Member };
type Change = Partial<Pick<Member, 'email' | 'email_sha256' | 'password'>>;

/** A refusal takes so long whatever there was to compare. */
const REFUSED_AFTER_MS = 800;
const MOST_COMPANIES = 50;
/** Guesses of one network wait behind each other, and others behind one of them. */
const oneOfANetwork = limitPerKey(1);

export function usedLink(): DomainError {
  return new DomainError('NOT_FOUND', 'This link has been used, or is too old');
}

const notRight = (): DomainError => new DomainError('UNAUTHENTICATED', 'The e-mail or the password is not right');

const textOf = (body: Body, name: string): string => {
  const { [name]: value } = body;
  if (typeof value === 'string') return value;
  throw badInput('{field} must be a text', { field: name });
};

/** As a password, the same whichever bytes a keyboard makes of its letters. */
const typedEmail = (body: Body): string => textOf(body, 'email').trim().toLowerCase().normalize('NFC');

function emailOf(body: Body): string {
  const email = typedEmail(body);
  if (email.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return email;
  throw badInput('{field} must be an e-mail address', { field: 'email' });
}

export const viewerOf = (tenant: Tenant, { user_name: userName, role }: Member): Viewer => ({
  ...{ tenant, userName, roles: [role], actor: actorOf(userName), tokenId: null },
});

export function waysIn(context: WaysInContext) {
  const { clock } = context;
  // A person types no faster; behind one address may be a whole shop, and guesses from another one keep no person out.
  const tries = { few: createRateLimit({ perMinute: 10, clock }), many: createRateLimit({ perMinute: 60, clock }) };

  function take(who: keyof typeof tries, key: string): void {
    const wait = tries[who].take(key);
    if (wait > 0) throw rateLimited(wait);
  }

  /** All companies whose member has this e-mail and this password. */
  async function byPassword(body: Body, network: string): Promise<Entry[]> {
    const refusal = setTimeout(REFUSED_AFTER_MS, undefined, { ref: false });
    const [email, password] = [typedEmail(body), textOf(body, 'password')];
    const digest = digestOf(email);
    take('few', `${digest} ${network}`);
    take('many', digest);
    const found = await membersBy(context, digest);
    const right: typeof found = [];
    await oneOfANetwork.run(network, async () => {
      for (const one of found) if (await isPassword(password, one.member.password)) right.push(one);
      if (found.length === 0) await isPassword(password, null);
    });
    if (right.length > 0) return right.map((one) => entryOf(clock, one));
    await refusal;
    throw notRight();
  }

  return {
    async look(code: string): Promise<{ userName: string; tenantName: string; email: string | null }> {
      const { tenant, member } = await invited(context, code);
      return { userName: member.user_name, tenantName: tenant.name, email: member.email };
    },
    /** Undefined where the body asks for no way in of a member. */
    async enter(body: Body, address: string): Promise<Entry[] | undefined> {
      const { invitation, email } = body;
      if (invitation === undefined && email === undefined) return undefined;
      const network = networkOf(address);
      take('many', network);
      if (invitation === undefined) return byPassword(body, network);
      await invited(context, textOf(body, 'invitation'));
      return [await accept(context, textOf(body, 'invitation'), await passwordIn(body))];
    },
    /** Ways in of the member that is signed in; null where the session is that of a program, or of a person who was never invited. */
    own: (viewer: Viewer) =>
      inTenant(context, viewer.tenant, async (db) => {
        const member = await findMember(db, viewer);
        return member ? { email: member.email, hasPassword: member.password !== null } : null;
      }),
    /** The password before is asked for where there is one. */
    async choosePassword(viewer: Viewer, body: Body): Promise<Entry> {
      const { tenant, userName } = viewer;
      take('few', `${tenant.id} ${userName}`);
      const before = await inTenant(context, tenant, (db) => memberOf(db, viewer));
      if (before.password !== null && !(await isPassword(textOf(body, 'current'), before.password)))
        throw badInput('{field} is not the password of now', { field: 'current' });
      const to = await passwordIn(body);
      const member = await inTenant(context, tenant, async (db) => {
        const still = await memberOf(db, viewer);
        if (still.password !== before.password) throw conflict('The password has been changed meanwhile');
        return change(db, still, to, 'choosePassword');
      });
      return entryOf(clock, { tenant, member });
    },
  };
}

/** Valid while the member has this password. */
const entryOf = (clock: Clock, { tenant, member }: Found): Entry => ({
  viewer: viewerOf(tenant, member),
  async holds(db) {
    const { numUpdatedRows } = await changing(db, 'members')
      .set({ used_at: clock.now() })
      .where('id', '=', member.id)
      .where('role', '=', member.role)
      .where('password', '=', member.password)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw notRight();
  },
});

async function invited(context: WaysInContext, code: string): Promise<Found> {
  const id = tenantOfCode(code);
  const tenant = id === undefined ? undefined : await context.openTenant(id);
  const member =
    tenant && (await inTenant(context, tenant, (db) => byInvitation(db, context.clock, code).executeTakeFirst()));
  if (!member) throw usedLink();
  return { tenant, member };
}

const byInvitation = (db: TenantDb, clock: Clock, code: string) =>
  rowsOf(db, 'members').where('invitation_sha256', '=', digestOf(code)).where('invited_until', '>', clock.now());

async function passwordIn(body: Body): Promise<Change> {
  const [email, password] = [emailOf(body), textOf(body, 'password')];
  assertPassword(password);
  return { email, email_sha256: digestOf(email), password: await hashPassword(password) };
}

/** In one transaction with the end of all sessions of the member. The invitation ends with whatever a member chooses. */
async function change(db: TenantDb, member: Member, to: Change, operation: string): Promise<Member> {
  const { email_sha256: email = null } = to;
  const others = rowsOf(db, 'members').where('email_sha256', '=', email).where('id', '<>', member.id);
  if (await others.executeTakeFirst()) throw conflict('Another member of the company has this e-mail');
  const changed = await changeRow(db, 'members', member.id, { ...to, invitation_sha256: null, invited_until: null });
  await endSessionsOf(db, member.user_name);
  await recordAct(db, { actor: actorOf(member.user_name), operation, entityIds: [member.id] });
  return changed;
}

/** The link is used up in the transaction that keeps the way in. */
async function accept(context: WaysInContext, code: string, to: Change): Promise<Entry> {
  const { tenant } = await invited(context, code);
  const member = await inTenant(context, tenant, async (db) => {
    const still = await byInvitation(db, context.clock, code).forUpdate().executeTakeFirst();
    if (!still) throw usedLink();
    return change(db, still, to, 'acceptInvitation');
  });
  return entryOf(context.clock, { tenant, member });
}

async function membersBy(context: WaysInContext, digest: string): Promise<Found[]> {
  const rows = await inWatch(context, (db) =>
    db.selectFrom('members').select('tenant_id').where('email_sha256', '=', digest).limit(MOST_COMPANIES).execute(),
  );
  const found = rows.map(async ({ tenant_id: id }) => {
    const tenant = await context.openTenant(id);
    const ofIt = (db: TenantDb) => rowsOf(db, 'members').where('email_sha256', '=', digest).executeTakeFirst();
    const member = tenant && (await inTenant(context, tenant, ofIt));
    return member ? [{ tenant, member }] : [];
  });
  return (await Promise.all(found)).flat();
}

/** The member whose own way in opened the session: a token, whosever name it bears, makes no lasting way in. */
async function findMember(db: TenantDb, { userName, isMember }: Viewer): Promise<Member | undefined> {
  if (!isMember) return undefined;
  return rowsOf(db, 'members').where('user_name', '=', userName).forUpdate().executeTakeFirst();
}

async function memberOf(db: TenantDb, viewer: Viewer): Promise<Member> {
  const member = await findMember(db, viewer);
  if (member) return member;
  throw forbidden('Ways in are chosen by who was invited as a member and is signed in as one');
}

export type WaysIn = ReturnType<typeof waysIn>;
