// Ways in of a person: asked for outside of GraphQL, since they come with a cookie.
import { currentCompany, leaveService, type Company, type Link } from '../session.ts';
import { refusalOf, type Problem } from './problem.ts';

/** Own ways in of the signed-in member. */
export interface OwnWays {
  email: string | null;
  hasPassword: boolean;
}

/** User and business of a link. */
export interface Offer {
  /** E-mail that a member had before. */
  email?: string | null;
  userName: string;
  tenantName: string;
}

type Reply<Answer> = { answer: Answer; problem?: never } | { answer?: never; problem: Problem };

/** Opens a session by what a person typed, or refuses. */
export const openBy = (method: 'POST' | 'PUT', path: string, typed: object) => ask<Company>(method, path, typed);

export const offerOf = (link: Link) => ask<Offer>('POST', '/sign-in', link);

/** Null: the session is no member's. */
export const ownWays = () => ask<OwnWays | null>('GET', '/session/member');

async function ask<Answer>(method: string, path: string, body?: object): Promise<Reply<Answer>> {
  // A sign-out that the service hears of later would end what is opened now.
  if (!(await leaveService())) return { problem: { code: 'OFFLINE', message: '' } };
  const answer = await fetch(path, {
    method,
    headers: {
      'accept-language': document.documentElement.lang,
      'folio-tenant': currentCompany()?.tenantId ?? '',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => undefined);
  if (!answer) return { problem: { code: 'OFFLINE', message: '' } };
  if (!answer.ok) return { problem: await refusalOf(answer) };
  return { answer: (await answer.json().catch(() => ({}))) as Answer };
}
