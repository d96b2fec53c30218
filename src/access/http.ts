// /session: a browser signs in by a token, the code of a link or the identity provider, asks who it is, and signs out; POST /sign-in says whom a link would sign in.
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import { badInput, DomainError } from '../platform/errors.ts';
import type { Authentication } from './authenticate.ts';
import type { CallerLimit } from './caller-limit.ts';
import { actorOf } from '../tenancy/index.ts';
import { SignInFailed, type Checks, type ProviderSignIn, type SignInProblem } from './provider-sign-in.ts';
import { assertFromHere, checksCookie, checksIn, cookieOf, keysIn, type WhoAsks } from './session-cookies.ts';
import { LONGEST_MS, type Session } from './sessions.ts';
import type { SignInLinks } from './sign-in-links.ts';

export interface SessionContext extends Authentication {
  links: SignInLinks;
  limit: CallerLimit;
  clock: Clock;
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

export function sessionRoutes(
  server: FastifyInstance,
  { links, limit, clock, bearer, openTenant, sessions, provider }: SessionContext,
): void {
  const onRequest = async (
    request: WhoAsks,
    reply: { header(name: string, value: string): unknown },
  ): Promise<void> => {
    reply.header('cache-control', 'no-store');
    assertFromHere(request);
  };

  /** The companies that the browser is signed in to; to ask prolongs them. */
  server.get('/session', { onRequest }, async (request, reply) => {
    limit.take(reply, request.ip);
    const found = await Promise.all(keysIn(request).map((key) => sessions.prolong(key)));
    return { companies: found.filter((one) => one !== undefined).map(shown), byProvider: provider !== undefined };
  });

  /** Beside the companies that are there already; of the same one it takes the place. */
  server.post('/session', { onRequest, bodyLimit: MOST_BYTES }, async (request, reply) => {
    limit.take(reply, request.ip);
    const { code } = (request.body ?? {}) as Record<string, unknown>;
    const token = typeof code === 'string' ? await links.take(code) : undefined;
    if (typeof code === 'string' && token === undefined) throw usedLink();
    const viewer = await bearer(token === undefined ? request.headers.authorization : `Bearer ${token}`);
    const { tenant } = viewer;
    for (const key of keysIn(request)) if (key.tenantId === tenant.id) await sessions.end(key);
    const key = { tenantId: tenant.id, id: await sessions.open(viewer) };
    void reply.header('set-cookie', cookieOf(request, key, LONGEST_MS));
    return shown((await sessions.prolong(key))!);
  });

  server.delete('/session', { onRequest }, async (request, reply) => {
    limit.take(reply, request.ip);
    for (const key of keysIn(request)) {
      await sessions.end(key);
      void reply.header('set-cookie', cookieOf(request, { ...key, id: '' }, 0));
    }
    return reply.code(204).send();
  });

  if (provider) providerRoutes(server, { limit, clock, openTenant, sessions, provider });

  server.post('/sign-in', { bodyLimit: MOST_BYTES }, async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    limit.take(reply, request.ip);
    const { code, token } = (request.body ?? {}) as Record<string, unknown>;
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

function providerRoutes(
  server: FastifyInstance,
  {
    limit,
    clock,
    openTenant,
    sessions,
    provider,
  }: Pick<SessionContext, 'limit' | 'clock' | 'openTenant' | 'sessions'> & { provider: ProviderSignIn },
): void {
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

function readChecks(kept: string): Checks & { to?: string } {
  try {
    return JSON.parse(Buffer.from(kept, 'base64url').toString()) as Checks & { to?: string };
  } catch {
    throw badInput('The sign-in was begun by another service; begin again');
  }
}

/** For the page, which says it in the reader's language. */
function problemOf(error: unknown): SignInProblem {
  if (error instanceof SignInFailed) return error.problem;
  throw error;
}

function usedLink(): DomainError {
  return new DomainError('NOT_FOUND', 'This link has been used, or is too old');
}

function shown({ tenant, userName, roles, endsAt }: Session): object {
  return { tenantId: tenant.id, tenantName: tenant.name, userName, roles, endsAt };
}
