// /session: a browser signs in by a token or the code of a link, asks who it is, and signs out; POST /sign-in says whom a link would sign in.
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import { badInput, DomainError } from '../platform/errors.ts';
import type { Authentication } from './authenticate.ts';
import type { CallerLimit } from './caller-limit.ts';
import { assertFromHere, cookieOf, keysIn, type WhoAsks } from './session-cookies.ts';
import { LONGEST_MS, type Session } from './sessions.ts';
import type { SignInLinks } from './sign-in-links.ts';

export interface SessionContext extends Authentication {
  links: SignInLinks;
  limit: CallerLimit;
  clock: Clock;
}

const MOST_BYTES = 16_384;

export function sessionRoutes(server: FastifyInstance, { links, limit, bearer, sessions }: SessionContext): void {
  const onRequest = async (
    request: WhoAsks,
    reply: { header(name: string, value: string): unknown },
  ): Promise<void> => {
    reply.header('cache-control', 'no-store');
    assertFromHere(request);
  };

  /** The companies that the browser is signed in to; to ask prolongs them. */
  server.get('/session', { onRequest }, async (request) => {
    const found = await Promise.all(keysIn(request).map((key) => sessions.prolong(key)));
    return { companies: found.filter((one) => one !== undefined).map(shown) };
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
    for (const key of keysIn(request)) {
      await sessions.end(key);
      void reply.header('set-cookie', cookieOf(request, { ...key, id: '' }, 0));
    }
    return reply.code(204).send();
  });

  server.post('/sign-in', { bodyLimit: MOST_BYTES }, async (request, reply) => {
    void reply.header('cache-control', 'no-store');
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

function usedLink(): DomainError {
  return new DomainError('NOT_FOUND', 'This link has been used, or is too old');
}

function shown({ tenant, userName, roles, endsAt }: Session): object {
  return { tenantId: tenant.id, tenantName: tenant.name, userName, roles, endsAt };
}
