// The cookies of sessions, one for each company, and which requests of a browser may bear them. Pure.
import type { IncomingHttpHeaders } from 'node:http';
import { badInput, DomainError } from '../platform/errors.ts';
import type { SessionKey } from './sessions.ts';

/** Parts of a request that identify the caller; Fastify's request has them all. */
export interface WhoAsks {
  method: string;
  /** Protocol of the browser's connection, as far as a trusted proxy tells. */
  protocol: string;
  /** With the port. */
  host: string;
  headers: IncomingHttpHeaders;
  query: unknown;
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** With this prefix a browser takes it only with Secure, for this host alone and from this host itself. */
const SECURE = '__Host-';

/** Behind a proxy that is not trusted a page says by its Origin that it was loaded by https. */
export function isSecure({ protocol, headers }: WhoAsks): boolean {
  return protocol === 'https' || headers.origin?.startsWith('https://') === true;
}

export function keysIn(request: Pick<WhoAsks, 'protocol' | 'headers'>): SessionKey[] {
  // By https a plain one may be from a neighbour, who may set cookies for the whole domain.
  const prefix = request.protocol === 'https' ? SECURE : `(?:${SECURE})?`;
  const found = (request.headers.cookie ?? '').matchAll(
    new RegExp(`(?<=^|; )${prefix}folio-(${UUID})=([\\w-]{43})(?=;|$)`, 'g'),
  );
  const ids = new Map(Array.from(found, ([, tenantId, id]) => [tenantId!, id!]));
  return Array.from(ids, ([tenantId, id]) => ({ tenantId, id }));
}

/** Without an id it ends. Nothing that another site leads to bears it. */
export function cookieOf(request: WhoAsks, { tenantId, id }: SessionKey, maxAgeMs: number): string {
  const secure = isSecure(request);
  const name = `${secure ? SECURE : ''}folio-${tenantId}`;
  return cookie(name, id, { secure, sameSite: 'Strict', maxAgeMs });
}

function cookie(
  name: string,
  value: string,
  { secure, sameSite, maxAgeMs }: { secure: boolean; sameSite: 'Strict' | 'Lax'; maxAgeMs: number },
): string {
  const age = Math.floor(maxAgeMs / 1000);
  return `${name}=${value}; Path=/; HttpOnly; SameSite=${sameSite}; Max-Age=${age}${secure ? '; Secure' : ''}`;
}

/** Kept for a sign-in at the identity provider, from whose site the browser comes back: a strict cookie would stay at home. */
export function checksCookie(request: WhoAsks, value: string): string {
  const secure = request.protocol === 'https';
  return cookie(checksName(request), value, { secure, sameSite: 'Lax', maxAgeMs: value === '' ? 0 : 600_000 });
}

export function checksIn(request: WhoAsks): string | undefined {
  return new RegExp(`(?<=^|; )${checksName(request)}=([\\w-]+)(?=;|$)`).exec(request.headers.cookie ?? '')?.[1];
}

const checksName = ({ protocol }: WhoAsks): string => `${protocol === 'https' ? SECURE : ''}folio-sign-in`;

/** The one that the request names, by header or, where a page can set none, by `tenant=`; undefined where it bears none. */
export function keyOf(request: WhoAsks): SessionKey | undefined {
  const keys = keysIn(request);
  if (keys.length === 0) return undefined;
  assertFromHere(request);
  const wanted = request.headers['folio-tenant'] ?? (request.query as { tenant?: string }).tenant;
  if (wanted !== undefined) return keys.find(({ tenantId }) => tenantId === String(wanted).toLowerCase());
  if (keys.length > 1)
    throw badInput('{field} must name one of the companies of the session', { field: 'folio-tenant' });
  return keys[0];
}

/** A browser bears its cookies wherever a page elsewhere leads it: it says itself where that page is from. */
export function assertFromHere({ method, host, headers }: WhoAsks): void {
  const { origin, 'sec-fetch-site': site } = headers;
  const reads = method === 'GET' || method === 'HEAD';
  // Typed into the address bar, or from a browser that says nothing.
  const isOfNobody = site === 'none' || (site === undefined && origin === undefined);
  const isFromHere =
    site === undefined ? origin !== undefined && URL.parse(origin)?.host === host : site === 'same-origin';
  if (isFromHere || (isOfNobody && reads)) return;
  throw new DomainError('FORBIDDEN', 'A session is used by the pages of this service alone');
}
