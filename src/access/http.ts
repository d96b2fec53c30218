// /session: a browser signs in by a token, a link, a password or the identity provider, asks who it is, and signs out; POST /sign-in says whom a link would sign in.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import { badInput, DomainError, forbidden } from '../platform/errors.ts';
import type { Authentication } from './authenticate.ts';
import type { CallerLimit } from './caller-limit.ts';
import { actorOf, type DatabaseContext, type Viewer } from '../tenancy/index.ts';
import { SignInFailed, type ProviderSignIn, type SignInProblem } from './provider-sign-in.ts';
import { assertFromHere, checksCookie, checksIn, cookieOf, keyOf, keysIn, type WhoAsks } from './session-cookies.ts';
import { LONGEST_MS, type Session, type Sessions } from './sessions.ts';
import type { SignInLinks } from './sign-in-links.ts';
import { usedLink, waysIn, type Entry, type WaysIn } from './ways-in.ts';

export interface SessionContext extends Authentication, DatabaseContext {
  links: SignInLinks;
  limit: CallerLimit;
  clock: Clock;
  /** False where people are the provider's alone. */
  hasMembers: boolean;
  /** Absent: only a token or a link signs in. */
  provider?: ProviderSignIn | undefined;
}

const MOST_BYTES = 16_384;
/** The provider does not tell when it would no longer let a person in, so it is asked every day. */
const BY_PROVIDER_MS = 86_400_000;
/** Most companies whose cookies a browser can send with every request. */
const MOST_COMPANIES = 50;
/** The provider is asked in turn. */
const REQUESTS_OF_A_SIGN_IN = 100;

type Reply = { header(name: string, value: string): unknown };

export function sessionRoutes(server: FastifyInstance, context: SessionContext): void {
  const { links, limit, clock, bearer, openTenant, sessions, hasMembers, provider } = context;
  const ways = waysIn(context);
  const onRequest = async (request: WhoAsks, reply: Reply): Promise<void> => {
    reply.header('cache-control', 'no-store');
    assertFromHere(request);
  };

  /** Under an id of its own each time; of the same company it takes the place of what was there. */
  async function open(request: WhoAsks, reply: Reply, { viewer, holds }: Entry): Promise<object> {
    const { tenant } = viewer;
    const id = await sessions.open(viewer, holds);
    for (const key of keysIn(request)) if (key.tenantId === tenant.id) await sessions.end(key);
    reply.header('set-cookie', cookieOf(request, { tenantId: tenant.id, id }, LONGEST_MS));
    return sessionFields((await sessions.prolong({ tenantId: tenant.id, id }))!);
  }

  /** The companies that the browser is signed in to; to ask prolongs them. */
  server.get('/session', { onRequest }, async (request, reply) => {
    limit.take(reply, request.ip);
    const found = await Promise.all(keysIn(request).map((key) => sessions.prolong(key)));
    return {
      companies: found.filter((one) => one !== undefined).map(sessionFields),
      byProvider: provider !== undefined,
      byMember: hasMembers,
    };
  });

  /** Beside the companies that are there already; of the same one it takes the place. */
  server.post('/session', { onRequest, bodyLimit: MOST_BYTES }, async (request, reply) => {
    limit.take(reply, request.ip);
    const body = (request.body ?? {}) as Record<string, unknown>;
    const { code } = body;
    const token = typeof code === 'string' ? await links.take(code) : undefined;
    if (typeof code === 'string' && token === undefined) throw usedLink();
    const authorization = token === undefined ? request.headers.authorization : `Bearer ${token}`;
    const entries = authorization === undefined && hasMembers ? await ways.enter(body, request.ip) : undefined;
    const opened: object[] = [];
    for (const entry of entries ?? [{ viewer: await bearer(authorization) }]) {
      // A session has no limits.
      if (entry.viewer.limited) throw forbidden('The token of an assistant opens no session');
      opened.push(await open(request, reply, entry));
    }
    return opened[0];
  });

  /** Ways in of the member that is signed in to the company that is named. */
  server.get('/session/member', { onRequest }, async (request, reply) => {
    limit.take(reply, request.ip);
    // Null has to be said: of nothing an empty answer is made.
    const own = await ways.own(await signedIn(sessions, request));
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(own));
  });

  server.put('/session/password', { onRequest, bodyLimit: MOST_BYTES }, async (request, reply) => {
    limit.take(reply, request.ip);
    const viewer = await signedIn(sessions, request);
    const entry = await ways.choosePassword(viewer, (request.body ?? {}) as Record<string, unknown>);
    return open(request, reply, entry);
  });

  server.delete('/session', { onRequest, bodyLimit: MOST_BYTES }, async (request, reply) => {
    limit.take(reply, request.ip);
    for (const key of keysIn(request)) {
      await sessions.end(key);
      void reply.header('set-cookie', cookieOf(request, { ...key, id: '' }, 0));
    }
    return reply.code(204).send();
  });

  if (provider) providerRoutes(server, { limit, clock, openTenant, sessions, provider });
  signInRoute(server, context, ways);
}

async function signedIn(sessions: Sessions, request: WhoAsks): Promise<Viewer> {
  const key = keyOf(request);
  const viewer = key && (await sessions.find(key));
  if (viewer) return viewer;
  throw new DomainError('UNAUTHENTICATED', 'Sign in first');
}

/** Whom a link, a token or an invitation would sign in. */
function signInRoute(server: FastifyInstance, { links, limit, bearer }: SessionContext, ways: WaysIn): void {
  server.post('/sign-in', { bodyLimit: MOST_BYTES }, async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    limit.take(reply, request.ip);
    const { code, token, invitation } = (request.body ?? {}) as Record<string, unknown>;
    if (typeof invitation === 'string') return ways.look(invitation);
    if (typeof token === 'string') {
      const { userName, tenant } = await bearer(`Bearer ${token}`);
      return { userName, tenantName: tenant.name };
    }
    if (typeof code !== 'string') throw badInput('Send a code or a token');
    const who = await links.look(code);
    if (!who) throw usedLink();
    return who;
  });
}

type ProviderContext = Pick<SessionContext, 'limit' | 'clock' | 'openTenant' | 'sessions'> & {
  provider: ProviderSignIn;
};

function providerRoutes(server: FastifyInstance, context: ProviderContext): void {
  const { limit, clock, openTenant, sessions, provider } = context;
  server.get<{ Querystring: { to?: string } }>('/session/sign-in', async (request, reply) => {
    limit.take(reply, request.ip, REQUESTS_OF_A_SIGN_IN);
    const here = `${request.protocol}://${request.host}`;
    const to = stayHere(request.query.to, here);
    const begun = await provider.begin(`${here}/session/callback`).catch(problemOf);
    if (typeof begun === 'string') return reply.redirect(`/#problem=${begun}`);
    const kept = { ...begun.checks, to };
    void reply.header('set-cookie', checksCookie(request, Buffer.from(JSON.stringify(kept)).toString('base64url')));
    return reply.redirect(begun.address);
  });

  server.get('/session/callback', async (request, reply) => {
    limit.take(reply, request.ip, REQUESTS_OF_A_SIGN_IN);
    const kept = checksIn(request);
    if (kept === undefined) return reply.redirect('/#problem=late');
    void reply.header('set-cookie', checksCookie(request, ''));
    const here = `${request.protocol}://${request.host}`;
    const { to: wanted, ...checks } = readChecks(kept);
    // The cookie may be a neighbour's on the same domain.
    const to = stayHere(wanted, here);
    const returned = new URL(request.url, here);
    const claims = await provider.finish(returned, checks).catch(problemOf);
    if (typeof claims === 'string') return reply.redirect(`${to}#problem=${claims}`);
    const until = new Date(clock.now().getTime() + BY_PROVIDER_MS);
    let opened = 0;
    for (const { tenantId, userName, roles } of claims.slice(0, MOST_COMPANIES)) {
      const tenant = await openTenant(tenantId);
      if (!tenant) continue;
      const viewer = { tenant, userName, roles, actor: actorOf(userName), tokenId: null, until };
      const key = { tenantId, id: await sessions.open(viewer) };
      void reply.header('set-cookie', cookieOf(request, key, BY_PROVIDER_MS));
      opened += 1;
    }
    return reply.redirect(opened === 0 ? `${to}#problem=no-company` : to);
  });
}

/** An address of this service, by its path alone; two slashes in front would name another host. */
function stayHere(to: string | undefined, here: string): string {
  const address = URL.parse(typeof to === 'string' ? to : '/', here);
  const path = address?.origin === here ? address.pathname + address.search : '/';
  return /^\/(?![/\\])/.test(path) ? path : '/';
}

const CHECKS = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), to: z.string().optional() });

function readChecks(kept: string): z.infer<typeof CHECKS> {
  try {
    return CHECKS.parse(JSON.parse(Buffer.from(kept, 'base64url').toString()));
  } catch {
    throw badInput('The sign-in was begun by another service; begin again');
  }
}

/** For the page, which says it in the reader's language. */
function problemOf(error: unknown): SignInProblem {
  if (error instanceof SignInFailed) return error.problem;
  throw error;
}

function sessionFields({ tenant, userName, roles, endsAt }: Session): object {
  return { tenantId: tenant.id, tenantName: tenant.name, userName, roles, endsAt };
}
