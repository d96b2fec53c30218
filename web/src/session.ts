// Who is signed in here, and for which company this tab works. The session is a cookie that no script reads; kept here is the company alone.
import { leaveTill, tillOf } from './counter/till.ts';
import { useSyncExternalStore } from 'react';

/** A company that this browser is signed in to. */
export interface Company {
  tenantId: string;
  tenantName: string;
  userName: string;
  roles: string[];
  /** Unless it is used until then. */
  endsAt: string;
}

interface Session {
  /** Undefined until the service has said it. */
  companies: readonly Company[] | undefined;
  /** The one that this tab works for. */
  company: Company | undefined;
  /** The service did not accept what was shown, or accepts it no longer. */
  wasRefused: boolean;
  /** A link that was followed, and waits to be agreed to. */
  link?: Link | undefined;
}

export type Link = { code: string } | { token: string };

const KEPT_AS = 'folio.company';
/** Where 1.8.0 kept the token. */
const FORMERLY = 'folio.token';

let session: Session = { companies: undefined, company: undefined, wasRefused: false };
const listeners = new Set<() => void>();

export function currentCompany(): Company | undefined {
  return session.company;
}

export function useSession(): Session {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => session,
  );
}

/** An address of the service, for the company of this tab: of files, exports and the stream, where a page can set no header. */
export function forTenant(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}tenant=${session.company?.tenantId ?? ''}`;
}

/** Asks who is signed in; `wasRefused`: something was refused meanwhile. */
export async function lookAgain({ wasRefused = false } = {}): Promise<void> {
  const answer = await fetch('/session').catch(() => undefined);
  // What cannot be asked has not ended: work goes on where it can.
  if (answer?.ok !== true) {
    const till = tillOf() as Company | undefined;
    if (till && !session.company && !session.wasRefused) change({ ...session, companies: [till], company: till });
    if (session.companies === undefined || till) setTimeout(() => void lookAgain(), RETRY_MS);
    return;
  }
  const { companies } = (await answer.json()) as { companies: Company[] };
  const wanted = session.company?.tenantId ?? recall();
  const company = companies.find(({ tenantId }) => tenantId === wanted) ?? (session.company ? undefined : companies[0]);
  change({ ...session, companies, company, wasRefused: wasRefused && company === undefined });
}

const RETRY_MS = 2000;

/** Answers whether the service took it. */
export async function signIn(link: Link): Promise<boolean> {
  const answer = await fetch('/session', {
    method: 'POST',
    ...('code' in link
      ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(link) }
      : { headers: { authorization: `Bearer ${link.token}` } }),
  }).catch(() => undefined);
  if (answer?.ok !== true) return false;
  const company = (await answer.json()) as Company;
  const others = (session.companies ?? []).filter(({ tenantId }) => tenantId !== company.tenantId);
  choose(company, [...others, company]);
  return true;
}

/** This tab works for another company from now on; other tabs stay where they are. */
export function choose(company: Company, companies = session.companies): void {
  keep(company.tenantId);
  change({ ...session, companies, company, wasRefused: false });
}

/** Of all companies, here and at the service. */
export async function signOut(): Promise<void> {
  await fetch('/session', { method: 'DELETE' });
  await leaveTill();
  change({ companies: [], company: undefined, wasRefused: false });
}

/**
 * A link `/#code=…` or `/#token=…` asks first: it may be from another person, for another business. The token is removed from the
 * address at once, so that it stays out of the history.
 */
export function followLink(): void {
  const given = new URLSearchParams(window.location.hash.slice(1));
  const [code, token] = [given.get('code'), given.get('token')];
  if (!code && !token) return;
  window.history.replaceState(null, '', window.location.pathname + window.location.search);
  change({ ...session, link: code ? { code } : { token: token! } });
}

export function dismissLink(): void {
  change({ ...session, link: undefined });
}

/** At the start of the page; what an earlier release kept is exchanged once. */
export async function beginSession(): Promise<void> {
  followLink();
  // A link that was pasted into a tab where the dashboard is open already.
  window.addEventListener('hashchange', followLink);
  const token = recallFormer();
  if (token !== null) await signIn({ token });
  await lookAgain();
}

function change(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

/** Whether this browser has worked for a company before. */
export function wasHere(): boolean {
  return recall() !== undefined;
}

/** A new tab begins where the last one was chosen. */
function recall(): string | undefined {
  try {
    return sessionStorage.getItem(KEPT_AS) ?? localStorage.getItem(KEPT_AS) ?? undefined;
  } catch {
    // A browser that keeps nothing begins with the first company.
    return undefined;
  }
}

function keep(tenantId: string): void {
  try {
    sessionStorage.setItem(KEPT_AS, tenantId);
    localStorage.setItem(KEPT_AS, tenantId);
  } catch {
    // As above.
  }
}

function recallFormer(): string | null {
  try {
    const token = localStorage.getItem(FORMERLY);
    localStorage.removeItem(FORMERLY);
    return token;
  } catch {
    return null;
  }
}
