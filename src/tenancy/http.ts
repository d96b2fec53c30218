// POST /sign-in: whom a link would sign in, and, once a person has agreed, the token for its code.
import type { FastifyInstance } from 'fastify';
import { badInput, DomainError } from '../platform/errors.ts';
import type { SignInLinks } from './sign-in-links.ts';
import type { Viewer } from './tenant.ts';

export interface SignInContext {
  links: SignInLinks;
  authenticate(authorization: string | undefined): Promise<Viewer>;
}

const MOST_BYTES = 16_384;

export function signInRoutes(server: FastifyInstance, { links, authenticate }: SignInContext): void {
  server.post('/sign-in', { bodyLimit: MOST_BYTES }, async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    const { code, token, agreed } = (request.body ?? {}) as Record<string, unknown>;
    if (typeof token === 'string') {
      const { userName, tenant } = await authenticate(`Bearer ${token}`);
      return { userName, tenantName: tenant.name };
    }
    if (typeof code !== 'string') throw badInput('Send a code or a token');
    const who = await links.look(code);
    if (!who) throw new DomainError('NOT_FOUND', 'This link has been used, or is too old');
    return agreed === true ? { ...who, token: await links.take(code) } : who;
  });
}
